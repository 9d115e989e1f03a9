/** D-18, J-13. Forgetting: out of every result, still in the store, and undoable. */
import type { Memory, Scope } from '../../memory/memory.ts'
import { mayChange } from '../../memory/origins.ts'
import type { Change } from '../../store/change.ts'
import type { MemoryFilter } from '../../store/filter.ts'
import type { Caller, Engine } from '../engine.ts'
import { commit } from '../journal/commit.ts'
import { OWN_SCOPES } from '../team/copy-guard.ts'
import { derivedFrom } from './derived-from.ts'
import { findMemory, isVisible, visibleFilter } from './find-memory.ts'
import { reviseMemory } from './revise-memory.ts'

interface Forgotten {
  readonly forgotten: readonly Memory[]
  /** M-02. A person's: that they be forgotten waits for a person's yes. */
  readonly proposed: readonly Memory[]
  readonly batch: string | null
}

/** Beyond this a bulk forget is done in several calls, so that each stays one undoable batch. */
const MAX_AT_ONCE = 10_000

export async function forgetMemories(
  engine: Engine,
  caller: Caller,
  references: readonly string[],
  dryRun = false,
  scope?: Scope,
): Promise<Forgotten> {
  const found = await Promise.all(references.map((each) => findMemory(engine, caller, each, scope)))
  const memories = unique(found)
  return dryRun ? preview(caller, memories) : remove(engine, caller, memories)
}

export async function forgetMatching(
  engine: Engine,
  caller: Caller,
  filter: MemoryFilter,
  dryRun: boolean,
): Promise<Forgotten> {
  const states = ['new', 'high', 'low'] as const
  const living = { ...visibleFilter(caller), states, scopes: OWN_SCOPES, ...filter }
  const listed = await engine.store.memories.list(living, { limit: MAX_AT_ONCE })
  const found = listed.filter((memory) => isVisible(memory, caller))
  return dryRun ? preview(caller, found) : remove(engine, caller, found)
}

/** M-07. Everything from one source is forgotten in one batch, and restored by one undo. */
export async function forgetFrom(
  engine: Engine,
  caller: Caller,
  source: string,
  dryRun: boolean,
): Promise<Forgotten> {
  const { memories } = await derivedFrom(engine, caller, source)
  return dryRun ? preview(caller, memories) : remove(engine, caller, memories, 'forget from')
}

function preview({ speaker }: Caller, memories: readonly Memory[]): Forgotten {
  const isMine = (memory: Memory) => mayChange(speaker, memory)
  return {
    forgotten: memories.filter(isMine),
    proposed: memories.filter((memory) => !isMine(memory)),
    batch: null,
  }
}

/** M-02. What is a person's is only proposed to be forgotten, where an agent asks. */
async function remove(
  engine: Engine,
  caller: Caller,
  memories: readonly Memory[],
  cause = 'forget',
): Promise<Forgotten> {
  const forgotten: Memory[] = []
  const proposed: Memory[] = []
  const changes: Change[] = []
  for (const memory of memories.filter(({ state }) => state !== 'removed')) {
    const wanted = { state: 'removed' } as const
    const made = await reviseMemory(engine, caller, memory, wanted, { cause })
    // Whatever happened to it meanwhile, it is to go.
    changes.push(...made.changes.map(unconditional))
    if (made.revised.proposed) proposed.push(memory)
    else forgotten.push(memory)
  }
  const { guardRemovals } = await import('../hosts/guards.ts')
  changes.push(
    ...(await guardRemovals(
      engine,
      forgotten.map(({ id }) => id),
    )),
  )
  const batch = changes.length > 0 ? await commit(engine, caller, cause, changes) : null
  return { forgotten, proposed, batch }
}

function unconditional(change: Change): Change {
  if (change.kind !== 'memory' || change.op !== 'update') return change
  const { expect: _, ...always } = change
  return always
}

function unique(memories: readonly Memory[]): Memory[] {
  return [...new Map(memories.map((memory) => [memory.id, memory])).values()]
}
