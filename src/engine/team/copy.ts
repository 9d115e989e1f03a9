/**
 * K-18. The local copy of the team's memories, which search and context read like one's own. Its position in
 * the server's journal is stored in the same batch as the memories, so that two concurrent syncs stay
 * consistent.
 */
import * as z from 'zod'
import { MnemeError } from '../../errors.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Change } from '../../store/change.ts'
import type { Document } from '../../store/records.ts'
import type { TeamServer } from '../../team/server.ts'
import type { Engine } from '../engine.ts'
import { UNASKED } from '../journal/commit.ts'
import type { InTeam } from './membership.ts'

const KIND = 'team-copy'
const KEY = 'place'
const TRIES = 5
/** Memories per batch: others may write in between. */
const PART = 2000
const MAX_COPIED = 1_000_000

/** The time of the last sync is a note, not journaled. */
const LOOKED = 'team:looked'

const Place = z.object({ team: z.string(), server: z.string(), at: z.int() })
type Place = z.infer<typeof Place>

interface Pulled {
  readonly changed: number
  readonly gone: number
}

export async function copyPlace(engine: Engine): Promise<Place | null> {
  const found = await engine.store.documents.get(KIND, KEY)
  return found ? Place.parse(found.body) : null
}

/** Time of the last sync. */
export async function lastLook(engine: Engine): Promise<string | null> {
  return engine.store.notes.get(LOOKED)
}

/** Fetches everything changed since the last sync. Nothing to do if another process was faster. */
export async function pull(engine: Engine, { server, membership }: InTeam): Promise<Pulled> {
  const { team, server: address } = membership
  const before = await copyPlace(engine)
  const isSame = before?.team === team && before.server === address
  const from = isSame && before ? before.at : 0
  const news = await gatherPages(server, from)
  const place = { team, server: address, at: news.at }
  const all = [...news.memories.values()]
  for (let start = 0; start < all.length || start === 0; start += PART) {
    const isLast = start + PART >= all.length
    const part = all.slice(start, start + PART)
    // The cursor moves with the last part only: an interrupted sync starts again and is idempotent.
    await write(engine, part, before, isLast ? place : null)
  }
  const gone = await knownIds(engine, news.gone)
  if (gone.length > 0) await erase(engine, gone)
  await engine.store.notes.set(LOOKED, engine.clock.now())
  return { changed: all.length, gone: gone.length }
}

/** All pages, each memory in its latest state. */
async function gatherPages(server: TeamServer, from: number) {
  const memories = new Map<string, Memory>()
  const gone = new Set<string>()
  let at = from
  for (let more = true; more; ) {
    const page = await server.changes(at)
    for (const memory of page.memories) {
      memories.set(memory.id, memory)
      gone.delete(memory.id)
    }
    for (const id of page.gone) {
      memories.delete(id)
      gone.add(id)
    }
    more = page.more && page.next > at
    at = Math.max(at, page.next)
  }
  return { memories, gone: [...gone], at }
}

async function write(
  engine: Engine,
  memories: readonly Memory[],
  before: Place | null,
  after: Place | null,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const changes = [
      ...(await memoryChanges(engine, memories)),
      ...(after ? placeChanges(before, after, engine.clock.now()) : []),
    ]
    if (changes.length === 0) return
    const id = engine.clock.newId()
    const at = engine.clock.now()
    try {
      await engine.store.apply({ id, at, actor: 'team', cause: UNASKED.team, changes })
      tell(engine, changes, id, at)
      return
    } catch (thrown) {
      const isRace = thrown instanceof MnemeError && thrown.code === 'conflict'
      if (!isRace) throw thrown
      const now = await copyPlace(engine)
      // Another process of this home wrote the same changes.
      if (now && after && now.team === after.team && now.at >= after.at && now.at !== before?.at) {
        return
      }
      if (attempt >= TRIES) throw thrown
    }
  }
}

async function memoryChanges(engine: Engine, memories: readonly Memory[]): Promise<Change[]> {
  const present = new Map(
    (await engine.store.memories.get(memories.map(({ id }) => id))).map((each) => [each.id, each]),
  )
  return memories.flatMap((memory): Change[] => {
    const known = present.get(memory.id)
    const row = ownCopy(memory, known)
    if (!known) return [{ op: 'insert', kind: 'memory', row }]
    const { id: _, ...set } = row
    return isEqual(known, row) ? [] : [{ op: 'update', kind: 'memory', key: memory.id, set }]
  })
}

/** Local usage figures are kept. */
function ownCopy(memory: Memory, known: Memory | undefined): Memory {
  const own = known ?? { ...memory, accessCount: 0, injectedCount: 0, lastAccessedAt: null }
  const { accessCount, injectedCount, lastAccessedAt } = own
  return {
    ...memory,
    scope: 'team',
    project: null,
    session: null,
    accessCount,
    injectedCount,
    lastAccessedAt,
  }
}

function isEqual(a: Memory, b: Memory): boolean {
  return (Object.keys(b) as (keyof Memory)[]).every(
    (field) => JSON.stringify(a[field]) === JSON.stringify(b[field]),
  )
}

function placeChanges(before: Place | null, after: Place, at: string): Change[] {
  const row: Document = {
    kind: KIND,
    key: KEY,
    project: null,
    session: null,
    at,
    body: { ...after },
  }
  if (!before) return [{ op: 'insert', kind: 'document', row }]
  // A sync without changes is not journaled.
  if (before.at === after.at && before.team === after.team && before.server === after.server) {
    return []
  }
  return [
    {
      op: 'update',
      kind: 'document',
      key: `${KIND}/${KEY}`,
      set: { body: row.body, at },
      expect: { body: { ...before } },
    },
  ]
}

async function knownIds(engine: Engine, ids: readonly string[]): Promise<string[]> {
  const found = await engine.store.memories.get(ids)
  return found.filter(({ scope }) => scope === 'team').map(({ id }) => id)
}

/** Memories the team has forgotten are erased from members' machines, with every trace. */
async function erase(engine: Engine, ids: readonly string[]): Promise<void> {
  const id = engine.clock.newId()
  const at = engine.clock.now()
  await engine.store.care.erase(ids, { id, at, actor: 'team', cause: UNASKED.team })
  for (const each of ids) {
    engine.events.emit({ name: 'memory_erased', at, data: { id: each, batch: id } })
  }
}

/** Erases the copy of a member who leaves. */
export async function dropCopy(engine: Engine): Promise<number> {
  const all = await engine.store.memories.list({ scopes: ['team'] }, { limit: MAX_COPIED })
  if (all.length > 0) {
    await erase(
      engine,
      all.map(({ id }) => id),
    )
  }
  if (await copyPlace(engine)) {
    await engine.store.apply({
      id: engine.clock.newId(),
      at: engine.clock.now(),
      actor: 'team',
      cause: UNASKED.team,
      changes: [{ op: 'delete', kind: 'document', key: `${KIND}/${KEY}` }],
    })
  }
  return all.length
}

function tell(engine: Engine, changes: readonly Change[], batch: string, at: string): void {
  for (const change of changes) {
    if (change.kind !== 'memory') continue
    const id = change.op === 'insert' ? change.row.id : change.key
    const name = change.op === 'insert' ? 'memory_created' : 'memory_updated'
    engine.events.emit({ name, at, data: { id, batch, cause: UNASKED.team } })
  }
}
