/** D-18, J-13. Forgetting: out of every result, still in the store, and undoable. */
import type { Memory } from '../../memory/memory.ts'
import type { MemoryFilter } from '../../store/filter.ts'
import type { Caller, Engine } from '../engine.ts'
import { commit } from '../journal/commit.ts'
import { OWN_SCOPES } from '../team/copy-guard.ts'
import { findMemory, visible } from './find-memory.ts'

export interface Forgotten {
  readonly forgotten: readonly Memory[]
  readonly batch: string | null
}

/** Beyond this a bulk forget is done in several calls, so that each stays one undoable batch. */
const MAX_AT_ONCE = 10_000

export async function forgetMemories(
  engine: Engine,
  caller: Caller,
  references: readonly string[],
  dryRun = false,
): Promise<Forgotten> {
  const found = await Promise.all(references.map((each) => findMemory(engine, caller, each)))
  const memories = unique(found)
  return dryRun ? { forgotten: memories, batch: null } : remove(engine, caller, memories)
}

export async function forgetMatching(
  engine: Engine,
  caller: Caller,
  filter: MemoryFilter,
  dryRun: boolean,
): Promise<Forgotten> {
  const states = ['new', 'high', 'low'] as const
  const living = { ...visible(caller), states, scopes: OWN_SCOPES, ...filter }
  const found = await engine.store.memories.list(living, { limit: MAX_AT_ONCE })
  return dryRun ? { forgotten: found, batch: null } : remove(engine, caller, found)
}

async function remove(
  engine: Engine,
  caller: Caller,
  memories: readonly Memory[],
): Promise<Forgotten> {
  const living = memories.filter((memory) => memory.state !== 'removed')
  if (living.length === 0) return { forgotten: [], batch: null }
  const updatedAt = engine.clock.now()
  const batch = await commit(
    engine,
    caller,
    'forget',
    living.map((memory) => ({
      op: 'update',
      kind: 'memory',
      key: memory.id,
      set: { state: 'removed', updatedAt },
    })),
  )
  return { forgotten: living, batch }
}

function unique(memories: readonly Memory[]): Memory[] {
  return [...new Map(memories.map((memory) => [memory.id, memory])).values()]
}
