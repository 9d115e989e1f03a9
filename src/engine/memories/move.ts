/** M-11. Moves a memory between scopes: on request, or because two projects have the same one. */

import { saysOnlyHere } from '../../capture/scope-words.ts'
import { MnemeError } from '../../errors.ts'
import { isOneMemory, judgePair } from '../../memory/judge-pair.ts'
import type { Memory } from '../../memory/memory.ts'
import { RULE_TYPES } from '../../memory/types.ts'
import { wordGroups } from '../../search/terms.ts'
import type { Change } from '../../store/change.ts'
import type { Place } from '../../store/store.ts'
import type { Caller, Engine } from '../engine.ts'
import { decideAndCommit } from '../journal/commit.ts'
import { requirePerson } from '../person.ts'
import { placeFor } from '../projects/place.ts'
import { findMemory } from './find-memory.ts'
import { freeNameAt } from './free-name.ts'

export async function moveMemory(
  engine: Engine,
  caller: Caller,
  reference: string,
  scope: 'global' | 'project',
): Promise<{ readonly memory: Memory; readonly batch: string | null }> {
  return decideAndCommit(engine, caller, 'move', async () => {
    const memory = await findMemory(engine, caller, reference)
    if (memory.provenance.origin === 'user' || scope === 'global') {
      requirePerson(caller, 'moving a memory to another scope')
    }
    const place = placeFor(caller, memory.type, scope)
    if (memory.scope === place.scope && memory.project === place.project) {
      return { changes: [], result: { memory } }
    }
    const twin = await engine.store.memories.withHash(place, memory.contentHash)
    if (twin && twin.id !== memory.id) {
      throw new MnemeError('conflict', `the same text is kept there as "${twin.name}"`, {
        hint: `Forget one of the two: mneme forget ${memory.id}`,
      })
    }
    const change = await moveChange(engine, memory, place)
    return { changes: [change], result: { memory: { ...memory, ...place, ...nameOf(change) } } }
  })
}

async function moveChange(engine: Engine, memory: Memory, place: Place): Promise<Change> {
  const name = await freeNameAt(engine, place, memory.name)
  return {
    op: 'update',
    kind: 'memory',
    key: memory.id,
    set: { ...place, name, updatedAt: engine.clock.now() },
    expect: { contentHash: memory.contentHash, scope: memory.scope, updatedAt: memory.updatedAt },
  }
}

function nameOf(change: Change): Partial<Memory> {
  return change.op === 'update' && change.kind === 'memory' ? change.set : {}
}

/** Rules and know-how can apply everywhere; a fact about one repository applies in no other. */
const PROMOTABLE: ReadonlySet<string> = new Set([...RULE_TYPES, 'pitfall'])
const CANDIDATES = 8
const MAX_WORDS = 16

/** Whether two projects with it make it global. */
function mayRecur(memory: Memory): boolean {
  return (
    memory.scope === 'project' &&
    PROMOTABLE.has(memory.type) &&
    memory.provenance.origin === 'user' &&
    !memory.held &&
    !saysOnlyHere(memory.content)
  )
}

/**
 * The second project with the same memory makes it global: the first wording moves, the second is superseded by
 * it. One batch, undone as one.
 */
export async function promoteRecurring(engine: Engine, id: string): Promise<string | null> {
  const [memory] = await engine.store.memories.get([id])
  if (!memory || !mayRecur(memory) || memory.supersededBy !== null) return null
  const twin = await twinElsewhere(engine, memory)
  if (!twin) return null
  const caller: Caller = { ...BY_ITSELF, session: memory.provenance.session }
  const { batch } = await decideAndCommit(engine, caller, 'learned in two projects', async () => {
    const now = engine.clock.now()
    const global: Place = { scope: 'global', project: null, session: null }
    const known = await engine.store.memories.withHash(global, twin.contentHash)
    const keep = known ?? twin
    const moves = keep.scope === 'global' ? [] : [await moveChange(engine, keep, global)]
    const gone = [memory, ...(keep.id === twin.id ? [] : [twin])]
    const changes = gone.flatMap((each): Change[] => [
      {
        op: 'update',
        kind: 'memory',
        key: each.id,
        set: { supersededBy: keep.id, updatedAt: now },
        expect: { contentHash: each.contentHash, supersededBy: null },
      },
      {
        op: 'insert',
        kind: 'link',
        row: {
          from: keep.id,
          to: each.id,
          kind: 'supersedes',
          weight: 1,
          createdAt: now,
          by: 'recurs',
        },
      },
    ])
    return { changes: [...moves, ...changes], result: {} }
  })
  return batch
}

const BY_ITSELF = {
  door: 'job',
  actor: 'job:recurring',
  project: null,
  folder: null,
  speaker: 'agent',
} as const

async function twinElsewhere(engine: Engine, memory: Memory): Promise<Memory | null> {
  const { recall, memories } = engine.store
  const filter = {
    living: true,
    held: false,
    quarantined: false,
    scopes: ['project', 'global'],
    types: [...PROMOTABLE],
    notExpiredAt: engine.clock.now(),
  } as const
  const terms = wordGroups({ ...engine.config.synonyms, weight: 0 }, memory.content, MAX_WORDS)
  const found = await recall.byText({ kind: 'terms', terms }, filter)
  const units = (await found?.best(CANDIDATES))?.map(({ unit }) => unit) ?? []
  const ids = (await recall.units(units, filter)).map(({ id }) => id)
  const others = await memories.get(ids.filter((id) => id !== memory.id))
  return (
    others.find(
      (other) =>
        (other.scope === 'global' || (mayRecur(other) && other.project !== memory.project)) &&
        isOneMemory(judgePair(memory, other, engine.config.duplicates)),
    ) ?? null
  )
}
