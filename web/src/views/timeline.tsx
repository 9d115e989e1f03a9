/** D-08. What was learned when, day by day, with the sessions it came out of. */
import { useState } from 'preact/hooks'
import type { Brief, Output } from '../api/call.ts'
import { useAsked } from '../api/use-asked.ts'
import { MemoryRow } from '../parts/memory-row.tsx'
import { SessionRow } from '../parts/session-row.tsx'
import { Empty, Failed, Skeleton } from '../parts/states.tsx'
import { View } from '../parts/view.tsx'
import { VirtualList } from '../parts/virtual-list.tsx'
import { dayNamed, dayOf, many } from '../text/figures.ts'

type Session = Output<'sessions list'>['sessions'][number]

const STEP = 200
const MOST = 1000
const ROW_PX = 76

type Line =
  | { readonly kind: 'day'; readonly day: string; readonly learned: number }
  | { readonly kind: 'session'; readonly session: Session }
  | { readonly kind: 'memory'; readonly memory: Brief }

export function Timeline() {
  const [wanted, setWanted] = useState(STEP)
  const memories = useAsked('list', { limit: wanted, order: 'newest' })
  const sessions = useAsked('sessions list', { limit: 100 })
  const total = memories.answer?.total ?? 0
  const lines = memories.answer
    ? linesOf(memories.answer.memories, sessions.answer?.sessions ?? [])
    : []
  return (
    <View title="Timeline" lead="What was learned, by day and session.">
      {memories.refusal && <Failed refusal={memories.refusal} />}
      {!memories.answer && !memories.refusal && <Skeleton lines={8} />}
      {memories.answer && lines.length === 0 && (
        <Empty icon="timeline" title="Nothing has been learned here yet" />
      )}
      {lines.length > 0 && (
        <VirtualList
          label="Days"
          count={lines.length}
          estimatePx={ROW_PX}
          keyOf={(index) => keyOf(lines[index]) ?? index}
          onSight={(_, last) => {
            if (last >= lines.length - 10 && wanted < Math.min(total, MOST)) {
              setWanted((before) => before + STEP)
            }
          }}
          item={(index) => {
            const line = lines[index]
            if (!line) return null
            if (line.kind === 'session') return <SessionRow session={line.session} />
            if (line.kind === 'memory') return <MemoryRow memory={line.memory} />
            return (
              <h2 class="day">
                {dayNamed(line.day)}{' '}
                <span class="small">{many(line.learned, 'memory', 'memories')}</span>
              </h2>
            )
          }}
        />
      )}
    </View>
  )
}

function keyOf(line: Line | undefined): string | undefined {
  if (line?.kind === 'day') return line.day
  if (line?.kind === 'session') return `${line.session.host}:${line.session.id}`
  return line?.memory.id
}

/** Sessions stand at the head of the day they went on to; days beyond what was read are left out. */
function linesOf(memories: readonly Brief[], sessions: readonly Session[]): Line[] {
  const days = new Map<string, { memories: Brief[]; sessions: Session[] }>()
  const on = (at: string) => {
    const day = dayOf(at)
    const known = days.get(day) ?? { memories: [], sessions: [] }
    days.set(day, known)
    return known
  }
  for (const memory of memories) on(memory.createdAt).memories.push(memory)
  const oldest = memories.at(-1)?.createdAt
  for (const session of sessions) {
    const at = session.lastAt ?? session.startedAt
    if (at !== null && (oldest === undefined || dayOf(at) >= dayOf(oldest)))
      on(at).sessions.push(session)
  }
  return [...days]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .flatMap(([day, own]): Line[] => [
      { kind: 'day', day, learned: own.memories.length },
      ...own.sessions.map((session): Line => ({ kind: 'session', session })),
      ...own.memories.map((memory): Line => ({ kind: 'memory', memory })),
    ])
}
