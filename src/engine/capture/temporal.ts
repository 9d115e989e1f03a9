/** G-07. Memories of a session climb to the scale of time on which they prove useful. */
import { SCALES } from '../../memory/memory.ts'
import { nextScale } from '../../ranking/promotion.ts'
import type { SessionRef } from '../../sessions/message.ts'
import type { Change } from '../../store/change.ts'
import type { Caller, Engine } from '../engine.ts'
import { commit, UNASKED } from '../journal/commit.ts'

const MAX_MEMORIES = 200
const noteOf = (session: string) => `scales:${session}`
const MINUTE_MS = 60_000

/** Nothing changes scale faster than the shortest of them, so it is looked at no more often. */
export async function promoteScales(
  engine: Engine,
  caller: Caller,
  session: SessionRef,
): Promise<number> {
  const settings = engine.config.ranking.scales
  const { notes, memories } = engine.store
  const now = engine.clock.now()
  const last = await notes.get(noteOf(session.id))
  const elapsedMs = last === null ? Number.POSITIVE_INFINITY : Date.parse(now) - Date.parse(last)
  if (elapsedMs < settings.immediateMinutes * MINUTE_MS) return 0
  if (!(await notes.compareAndSet(noteOf(session.id), last, now))) return 0
  const found = await memories.list(
    { session: session.id, states: ['new', 'high', 'low'], superseded: false },
    { limit: MAX_MEMORIES },
  )
  const changes = found.flatMap((memory): Change[] => {
    if (memory.scale === null || memory.scale === SCALES.at(-1)) return []
    const move = nextScale(settings, memory, 1)
    if (move === null) return []
    const { id, scale } = memory
    return [{ op: 'update', kind: 'memory', key: id, set: { scale: move.to }, expect: { scale } }]
  })
  if (changes.length > 0) await commit(engine, caller, UNASKED.scale, changes)
  return changes.length
}

/** What was seen in one session and comes up again in another belongs to the project (G-07). */
export async function noteRecurrence(
  engine: Engine,
  caller: Caller,
  id: string,
  session: SessionRef,
): Promise<void> {
  const [memory] = await engine.store.memories.get([id])
  if (!memory || memory.provenance.session === null || memory.provenance.session === session.id) {
    return
  }
  const move = nextScale(engine.config.ranking.scales, memory, 2)
  if (move === null) return
  const { scale } = memory
  await commit(engine, caller, UNASKED.scale, [
    { op: 'update', kind: 'memory', key: id, set: { scale: move.to }, expect: { scale } },
  ])
}
