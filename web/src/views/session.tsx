/** F-06, G-06, G-07. A transcript with what was captured beside each message, boundaries and scales. */
import { useState } from 'preact/hooks'
import type { Output } from '../api/call.ts'
import { useAsked } from '../api/use-asked.ts'
import { Standing, TypeChip } from '../parts/chips.tsx'
import { Decisions, Given } from '../parts/served.tsx'
import { Empty, Failed, Skeleton } from '../parts/states.tsx'
import { Stored, StoredBlock } from '../parts/stored.tsx'
import { View } from '../parts/view.tsx'
import { VirtualList } from '../parts/virtual-list.tsx'
import { hrefOf, route } from '../state/route.ts'
import { ago, many, moment, timeOfDay } from '../text/figures.ts'

type Message = Output<'sessions show'>['messages'][number]
type Captured = Output<'sessions memories'>['memories'][number]

const MAX_MESSAGES = 10_000
const ROW_PX = 120
const MAX_SHOWN = 1200
const MAX_TITLE = 120

export function SessionView() {
  const { rest: id, query } = route.value
  const wantedAt = query.get('at')
  const shown = useAsked('sessions show', { id, limit: MAX_MESSAGES })
  const captured = useAsked('sessions memories', { id, limit: 1000 })
  const session = shown.answer?.session ?? null
  const boundaries = useAsked(
    'facts',
    session && {
      subject: `session:${session.id}`,
      predicate: 'boundary_at',
      limit: 1000,
      // Facts belong to the project of the session, which need not be the one looked at.
      ...(session.project === null ? {} : { project: session.project }),
    },
  )
  if (shown.refusal) {
    return (
      <View title="Session">
        <Failed refusal={shown.refusal} />
      </View>
    )
  }
  if (!shown.answer || !session) {
    return (
      <View title="Session">
        <Skeleton lines={8} />
      </View>
    )
  }
  const { messages, started } = shown.answer
  const lines = linesOf(messages, captured.answer?.memories ?? [], boundaries.answer?.facts ?? [])
  const at = lines.findIndex((line) => wantedAt !== null && line.message.messageId === wantedAt)
  const asked = messages.find(({ role, text }) => role === 'user' && text.trim() !== '')
  const title = session.title ?? asked?.text.slice(0, MAX_TITLE) ?? session.id
  return (
    <View
      wide
      title={title}
      heading={<Stored text={title} />}
      lead={
        <span class="row-meta">
          <span class="chip flag mute">{session.host}</span>
          <span>{many(session.messages, 'message')}</span>
          <span>{many(captured.answer?.total ?? 0, 'memory', 'memories')} came of it</span>
          {session.compactions > 0 && <span>{many(session.compactions, 'compaction')}</span>}
          {session.lastAt !== null && <time dateTime={session.lastAt}>{ago(session.lastAt)}</time>}
        </span>
      }
    >
      <Scales captured={captured.answer?.memories ?? []} />
      <LastServed session={session.id} project={session.project} />
      {started.length > 0 && (
        <p class="small">
          It started{' '}
          {started.map((other) => (
            <a key={other.id} href={hrefOf('session', other.id)}>
              <Stored text={other.title ?? other.id} />{' '}
            </a>
          ))}
        </p>
      )}
      {lines.length === 0 && <Empty icon="sessions" title="This session has no messages" />}
      <VirtualList
        label="Messages"
        count={lines.length}
        estimatePx={ROW_PX}
        start={at < 0 ? null : at}
        keyOf={(index) => lines[index]?.message.key ?? index}
        item={(index) => {
          const line = lines[index]
          return line && <MessageLine line={line} isWanted={index === at} />
        }}
      />
    </View>
  )
}

interface Line {
  readonly message: Message
  readonly captured: readonly Captured[]
  /** What the piece of work is about that begins here. */
  readonly begins: string | null
}

type Fact = Output<'facts'>['facts'][number]

/** Items without a message of their own are shown with the last one. */
function linesOf(
  messages: readonly Message[],
  captured: readonly Captured[],
  boundaries: readonly Fact[],
): Line[] {
  const said = messages.filter(({ text, calls }) => text.trim() !== '' || calls.length > 0)
  const byMessage = new Map<string, Captured[]>()
  const known = new Map(
    said.flatMap((each) => [
      [each.messageId, each.key],
      [each.key, each.key],
    ]),
  )
  for (const memory of captured) {
    const key = known.get(memory.messages?.[0] ?? '') ?? said.at(-1)?.key
    if (key !== undefined) byMessage.set(key, [...(byMessage.get(key) ?? []), memory])
  }
  const waiting = boundaries
    .map(({ object, validFrom }) => {
      const [at = ''] = object.split(' ', 1)
      return { at: validFrom ?? at, about: object.slice(at.length).trim() }
    })
    .sort((a, b) => (a.at < b.at ? -1 : 1))
  return said.map((message) => {
    const next = waiting[0]
    const isHere = next !== undefined && message.at !== null && message.at >= next.at
    if (isHere) waiting.shift()
    return {
      message,
      captured: byMessage.get(message.key) ?? [],
      begins: isHere ? next.about : null,
    }
  })
}

interface LastServedProps {
  readonly session: string
  readonly project: string | null
}

/** H-13. Context injected in the last turn there, and why. */
function LastServed({ session, project }: LastServedProps) {
  const [isOpen, setOpen] = useState(false)
  const { answer, refusal } = useAsked(
    'context',
    isOpen ? { last: true, session, ...(project === null ? {} : { project }) } : null,
  )
  return (
    <details class="last-served" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Context injected in the last turn</summary>
      {refusal && <Empty icon="context" title={refusal.message} />}
      {isOpen && !answer && !refusal && <Skeleton lines={3} />}
      {answer && (
        <div class="columns">
          <Given answer={answer} />
          <Decisions answer={answer} />
        </div>
      )}
    </details>
  )
}

const SCALES = ['immediate', 'task', 'session', 'project'] as const

/** G-07. How long what was captured is expected to matter. */
function Scales({ captured }: { readonly captured: readonly Captured[] }) {
  const counts = SCALES.map((scale) => ({
    scale,
    count: captured.filter((memory) => memory.scale === scale).length,
  }))
  if (counts.every(({ count }) => count === 0)) return null
  return (
    <ul class="scales" aria-label="Time scales">
      {counts.map(({ scale, count }) => (
        <li key={scale} class={`scale ${scale}`}>
          <b>{count}</b> {scale}
        </li>
      ))}
    </ul>
  )
}

function MessageLine({ line, isWanted }: { readonly line: Line; readonly isWanted: boolean }) {
  const { message, captured, begins } = line
  const { role, text, calls, at, failed } = message
  return (
    <div class="exchange">
      {begins !== null && (
        <p class="boundary">
          <span>
            a new piece of work{begins === '' ? '' : ': '}
            <Stored text={begins} />
          </span>
        </p>
      )}
      <div class={`message ${role} ${isWanted ? 'wanted' : ''}`}>
        <p class="said-by">
          {role}
          {failed && <span class="chip flag bad">failed</span>}
          {at !== null && (
            <time dateTime={at} title={moment(at)}>
              {timeOfDay(at)}
            </time>
          )}
        </p>
        {text !== '' && <MessageText text={text} isTool={role === 'tool'} />}
        {calls.map((call) => (
          <p key={call.id} class="tool-call">
            <code>
              <Stored text={call.name} />
            </code>{' '}
            <Stored text={(call.command ?? call.input).slice(0, 300)} />
          </p>
        ))}
      </div>
      <div class="captured">
        {captured.map((memory) => (
          <a key={memory.id} class="captured-card" data-row href={hrefOf('memory', memory.id)}>
            <span class="row-title">
              <Stored text={memory.title} />
            </span>
            <span class="row-meta">
              <TypeChip type={memory.type} />
              <Standing memory={memory} />
              {memory.scale !== null && <span class={`scale ${memory.scale}`}>{memory.scale}</span>}
            </span>
          </a>
        ))}
      </div>
    </div>
  )
}

/** Tool results are collapsed: few of them are read. */
function MessageText({ text, isTool }: { readonly text: string; readonly isTool: boolean }) {
  if (!isTool && text.length <= MAX_SHOWN) return <StoredBlock text={text} />
  const first = text.slice(0, isTool ? 160 : MAX_SHOWN)
  if (first.length === text.length) return <StoredBlock text={text} />
  return (
    <details>
      <summary>
        <Stored text={first} />
        <span class="small"> … {many(text.length, 'character')}</span>
      </summary>
      <StoredBlock text={text} />
    </details>
  )
}
