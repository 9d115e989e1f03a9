/** Where the cases come from, and what each decision does. */
import { useState } from 'preact/hooks'
import { type Brief, call, type Output, type Refusal } from '../api/call.ts'
import { useAsked } from '../api/use-asked.ts'
import { GapForm } from '../parts/gap-form.tsx'
import { Markdown } from '../parts/markdown.tsx'
import { MemoryRow } from '../parts/memory-row.tsx'
import { Skeleton } from '../parts/states.tsx'
import { Stored, StoredBlock } from '../parts/stored.tsx'
import { doing } from '../state/toasts.ts'
import { ago, many, moment } from '../text/figures.ts'
import type { ReviewCase } from './review.tsx'

export interface Cases {
  readonly cases: readonly ReviewCase[]
  readonly isWaiting: boolean
  readonly refusal: Refusal | null
  /** Present where a store is so large that they are looked for on request. */
  readonly lookForDuplicates: (() => void) | null
}

export function useCases(): Cases {
  const [isLooking, setLooking] = useState(false)
  const held = useAsked('review list', { limit: 100 })
  const project = useAsked('project', {})
  const gaps = useAsked('gaps', { limit: 50 })
  const stale = useAsked('list', { state: ['low'], limit: 50, order: 'oldest' })
  const health = useAsked('health', {}, { live: 'slowly' })
  const isSmall = health.answer !== null && health.answer.duplicates !== null
  const wantsDuplicates = isLooking || (isSmall && (health.answer?.duplicates ?? 0) > 0)
  const duplicates = useAsked(
    'upkeep run',
    wantsDuplicates ? { job: 'duplicates', dryRun: true } : null,
    { live: 'slowly' },
  )
  const all = [held, project, gaps, stale]
  return {
    cases: [
      ...(held.answer?.waiting ?? []).map(heldCase),
      ...(held.answer?.changes ?? []).map(changeCase),
      ...(project.answer?.contradictions ?? []).map(contradictionCase),
      ...(held.answer?.merges ?? []).map(mergeCase),
      ...(duplicates.answer?.jobs ?? []).flatMap(({ actions }) =>
        actions.map((action) => duplicateCase(action, duplicates.again)),
      ),
      ...(gaps.answer?.gaps ?? []).map(gapCase),
      ...(stale.answer?.memories ?? []).map(staleCase),
    ],
    isWaiting: [...all, ...(wantsDuplicates ? [duplicates] : [])].some((each) => each.isWaiting),
    refusal: all.find(({ refusal }) => refusal)?.refusal ?? null,
    lookForDuplicates:
      !isSmall && health.answer !== null && !isLooking ? () => setLooking(true) : null,
  }
}

const ORIGINS: Readonly<Record<Held['provenance']['origin'], string>> = {
  user: 'a person',
  agent: 'an agent',
  'tool-output': 'a tool',
  web: 'a web page',
  file: 'a file',
}

type Held = Output<'review list'>['waiting'][number]

function heldCase(memory: Held): ReviewCase {
  const { id, title, content, provenance } = memory
  return {
    id,
    kind: 'held',
    question: `These are the words of ${ORIGINS[provenance.origin]}. Should they become a rule for your agents?`,
    body: (
      <>
        <MemoryRow memory={memory} snippet="" />
        <div class="case-text">
          <StoredBlock text={content} />
        </div>
        <p class="small">
          {moment(provenance.at)}
          {provenance.host !== null && <>, in {provenance.host}</>}
          {provenance.snippet !== null && (
            <>
              : <Stored text={provenance.snippet} />
            </>
          )}
        </p>
      </>
    ),
    choices: [
      {
        key: 'y',
        name: 'Yes, follow it',
        tone: 'primary',
        decide: () => doing(call('review accept', { id }), `Accepted “${title}”`),
      },
      {
        key: 'n',
        name: 'No',
        tone: 'danger',
        decide: () => doing(call('review reject', { id: [id] }), `Rejected “${title}”`),
      },
    ],
  }
}

type Proposed = Output<'review list'>['changes'][number]

/** M-02. A change an agent proposes, beside the present values. */
function changeCase({ memory, by, at, outdated, fields }: Proposed): ReviewCase {
  const { id, title } = memory
  const isForgotten = fields.some((each) => each.field === 'state' && each.proposed === 'removed')
  return {
    id: `change:${id}`,
    kind: 'change',
    question: isForgotten
      ? 'An agent wants to forget this memory of yours. Should it?'
      : 'An agent wants to change this memory of yours. Should it?',
    body: (
      <>
        <MemoryRow memory={memory} snippet="" />
        {fields.map(({ field, current, proposed }) => (
          <div class="two" key={field}>
            <Proposal name={`${field} · now`} value={current} />
            <Proposal name={`${field} · proposed`} value={proposed} />
          </div>
        ))}
        <p class="small">
          {moment(at)}, by <Stored text={by} />
          {outdated && <>. The memory was changed after this was proposed.</>}
        </p>
      </>
    ),
    choices: [
      {
        key: 'y',
        name: isForgotten ? 'Yes, forget it' : 'Yes, change it',
        tone: 'primary',
        decide: () =>
          doing(call('review accept', { id }), `${isForgotten ? 'Forgot' : 'Changed'} “${title}”`),
      },
      {
        key: 'n',
        name: 'No, it stays',
        tone: 'danger',
        decide: () => doing(call('review reject', { id: [id] }), `“${title}” stays as it is`),
      },
    ],
  }
}

function Proposal({ name, value }: { readonly name: string; readonly value: unknown }) {
  return (
    <section class="side-of-two" aria-label={name}>
      <p class="small">{name}</p>
      <StoredBlock text={typeof value === 'string' ? value : JSON.stringify(value)} />
    </section>
  )
}

type Merge = Output<'review list'>['merges'][number]

/** M-10. Two memories that seem to say the same in other words. */
function mergeCase({ newer, older, reason }: Merge): ReviewCase {
  return {
    id: `merge:${newer.id}`,
    kind: 'merge',
    question: 'Do these two say the same?',
    body: (
      <>
        <div class="two">
          <Side name="newer" memory={newer} />
          <Side name="older" memory={older} />
        </div>
        <p class="small">
          <Stored text={reason} />
        </p>
      </>
    ),
    choices: [
      {
        key: 'y',
        name: 'Yes, keep the newer',
        tone: 'primary',
        decide: () =>
          doing(call('review accept', { id: newer.id }), `Merged into “${newer.title}”`),
      },
      {
        key: 'b',
        name: 'No, keep both',
        decide: () => doing(call('review reject', { id: [newer.id] }), 'Keep both'),
      },
    ],
  }
}

type Contradiction = Output<'project'>['contradictions'][number]

function contradictionCase({ newer, older }: Contradiction): ReviewCase {
  const replaces = (from: Brief, to: Brief) =>
    doing(
      call('link', { from: from.id, to: to.id, kind: 'supersedes' }),
      `“${from.title}” replaces the other`,
    )
  const bothHold = () =>
    doing(
      call('link', { from: newer.id, to: older.id, kind: 'contradicts', remove: true }),
      'Keep both',
    )
  return {
    id: `${newer.id}${older.id}`,
    kind: 'contradiction',
    question: 'These memories contradict each other. Which one is right?',
    body: (
      <div class="two">
        <Side name="1 · newer" memory={newer} />
        <Side name="2 · older" memory={older} />
      </div>
    ),
    choices: [
      { key: '1', name: 'The newer', tone: 'primary', decide: () => replaces(newer, older) },
      { key: '2', name: 'The older', decide: () => replaces(older, newer) },
      { key: 'b', name: 'Both', decide: bothHold },
    ],
  }
}

function Side({ name, memory }: { readonly name: string; readonly memory: Brief }) {
  const { answer } = useAsked('history', { id: memory.id })
  return (
    <section class="side-of-two" aria-label={name}>
      <p class="small">{name}</p>
      <MemoryRow memory={memory} snippet="" />
      {answer ? <Markdown text={answer.memory.content} /> : <Skeleton lines={2} />}
    </section>
  )
}

type Action = Output<'upkeep run'>['jobs'][number]['actions'][number]

function duplicateCase({ about, title, reason }: Action, again: () => void): ReviewCase {
  return {
    id: `duplicate:${about}`,
    kind: 'duplicate',
    question: 'This memory repeats an older one. Forget it?',
    body: (
      <>
        <DuplicateBody id={about} />
        <p class="small">
          <Stored text={reason} />
        </p>
      </>
    ),
    choices: [
      {
        key: 'y',
        name: 'Forget the newer one',
        tone: 'primary',
        decide: () => doing(call('forget', { id: [about] }), `Forgot “${title}”`).then(again),
      },
      {
        key: 'v',
        name: 'Keep both, confirmed',
        decide: () => doing(call('validate', { id: about }), `“${title}” is confirmed`).then(again),
      },
    ],
  }
}

function DuplicateBody({ id }: { readonly id: string }) {
  const { answer } = useAsked('history', { id })
  if (!answer) return <Skeleton lines={2} />
  return (
    <>
      <MemoryRow
        memory={{ ...answer.memory, origin: answer.memory.provenance.origin }}
        snippet=""
      />
      <Markdown text={answer.memory.content} />
    </>
  )
}

type Gap = Output<'gaps'>['gaps'][number]

function gapCase(gap: Gap): ReviewCase {
  const id = `gap:${gap.at}:${gap.snippet}`
  return {
    id,
    kind: 'gap',
    question: `Asked ${many(gap.count, 'time')} without an answer. Can you answer it?`,
    body: (
      <>
        <blockquote>
          <Stored text={gap.snippet} />
        </blockquote>
        <p class="small">last {ago(gap.lastAt)}</p>
        <GapForm id={id} question={gap.snippet} />
      </>
    ),
    choices: [{ key: 'w', name: 'Answer', tone: 'primary', decide: () => focusOn('gap-answer') }],
  }
}

function focusOn(id: string): void {
  document.getElementById(id)?.focus()
}

function staleCase(memory: Brief): ReviewCase {
  const { id, title } = memory
  return {
    id: `stale:${id}`,
    kind: 'stale',
    question: 'It has not been used for a long time. Is it still right?',
    body: <DuplicateBody id={id} />,
    choices: [
      {
        key: 'v',
        name: 'It holds',
        tone: 'primary',
        decide: () =>
          doing(call('update', { id, validated: true, state: 'new' }), `“${title}” is confirmed`),
      },
      {
        key: 'a',
        name: 'Archive',
        decide: () => doing(call('update', { id, archived: true }), `Archived “${title}”`),
      },
      {
        key: 'x',
        name: 'Forget',
        tone: 'danger',
        decide: () => doing(call('forget', { id: [id] }), `Forgot “${title}”`),
      },
    ],
  }
}
