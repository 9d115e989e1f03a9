/** K-11. Pending for a person: decided one by one, each with one key. */
import { useEffect, useState } from 'preact/hooks'
import { Case, type CaseProps } from '../parts/case.tsx'
import { Empty, Failed, Skeleton } from '../parts/states.tsx'
import { View } from '../parts/view.tsx'
import { isTyping } from '../state/typing.ts'
import { many } from '../text/figures.ts'
import { useCases } from './review-cases.tsx'

/** The order in which they matter. */
const KINDS = {
  held: 'Needs approval',
  change: 'Proposed change',
  contradiction: 'Contradiction',
  merge: 'Said twice',
  duplicate: 'Near-duplicate',
  gap: 'Gap',
  stale: 'Fading',
} as const

export function Review() {
  const { cases, isWaiting, refusal, lookForDuplicates } = useCases()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const open = cases.filter(({ id }) => !left.has(id))
  const [at, setAt] = useState(0)
  const current = open[Math.min(at, open.length - 1)]
  const leave = (id: string) => setLeft((before) => new Set([...before, id]))
  useCaseKeys(current, (step) => setAt(Math.min(Math.max(at + step, 0), open.length - 1)), leave)
  return (
    <View
      title="Review"
      lead="Memories that need your decision: from untrusted sources, changed by agents, contradicting, duplicate, missing or stale."
      actions={
        lookForDuplicates && (
          <button type="button" onClick={lookForDuplicates}>
            Look for near-duplicates
          </button>
        )
      }
    >
      {refusal && <Failed refusal={refusal} />}
      {isWaiting && open.length === 0 && <Skeleton lines={5} />}
      {!isWaiting && open.length === 0 && !refusal && (
        <Empty icon="review" title="Nothing needs your attention">
          <p>
            Rules from web pages, tools and files, and whatever does not fit together, come here.
          </p>
        </Empty>
      )}
      {current && (
        <>
          <ul class="queue" aria-label="Pending">
            {Object.entries(KINDS).map(([kind, name]) => {
              const count = open.filter((each) => each.kind === kind).length
              return (
                count > 0 && (
                  <li key={kind} class={current.kind === kind ? 'now' : ''}>
                    <button
                      type="button"
                      class="quiet"
                      onClick={() => setAt(open.findIndex((each) => each.kind === kind))}
                    >
                      {name} <span class="count">{count}</span>
                    </button>
                  </li>
                )
              )
            })}
          </ul>
          <p class="result-line" role="status">
            {Math.min(at, open.length - 1) + 1} of {many(open.length, 'case')} · <kbd>j</kbd>{' '}
            <kbd>k</kbd> next and previous, <kbd>s</kbd> leaves it for now, <kbd>z</kbd> undoes
          </p>
          <Case
            key={current.id}
            {...current}
            title={KINDS[current.kind]}
            onLeave={() => leave(current.id)}
          />
        </>
      )}
    </View>
  )
}

export type CaseKind = keyof typeof KINDS

export interface ReviewCase extends Omit<CaseProps, 'onLeave' | 'title'> {
  readonly id: string
  readonly kind: CaseKind
}

function useCaseKeys(
  current: ReviewCase | undefined,
  move: (step: 1 | -1) => void,
  leave: (id: string) => void,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      const choice = current?.choices.find(({ key }) => key === event.key)
      if (choice) void choice.decide()
      else if (event.key === 'j') move(1)
      else if (event.key === 'k') move(-1)
      else if (event.key === 's' && current) leave(current.id)
      else return
      // The case takes these keys, so that none of the page's own acts on them too.
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  })
}
