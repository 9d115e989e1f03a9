/**
 * M-10, M-12. Compares imported memories with those already here, as for new ones: the later statement is in
 * force, whichever was read first. Relations within the file stay as they are.
 */
import type { Memory } from '../../memory/memory.ts'
import type { Caller, Engine } from '../engine.ts'
import { relatedMemories, saidAt } from '../graph/related.ts'
import { commit } from '../journal/commit.ts'
import { conflictChanges } from '../memories/conflict-changes.ts'
import { mergeProposalChanges } from '../memories/merge-proposals.ts'

/** Returns the batches written, all part of one run. */
export async function judgeArrived(
  engine: Engine,
  caller: Caller,
  arrived: readonly Memory[],
  run: string,
): Promise<string[]> {
  const own = new Set(arrived.map(({ id }) => id))
  const all = await engine.store.memories.count({})
  // An empty store has nothing to compare with.
  if (all <= own.size) return []
  const batches: string[] = []
  for (const memory of arrived.filter(isInForce).sort(byTime)) {
    const related = (await relatedMemories(engine, memory, memory)).filter(
      (each) => !own.has(each.memory.id),
    )
    const { changes, supersedes } = conflictChanges(memory, related, 'import')
    const proposals = supersedes.length > 0 ? [] : mergeProposalChanges(memory, related)
    const found = [...changes, ...proposals]
    if (found.length > 0) batches.push(await commit(engine, caller, 'import', found, { run }))
  }
  return batches
}

function isInForce({ state, supersededBy, held, quarantined }: Memory): boolean {
  return state !== 'removed' && supersededBy === null && !held && !quarantined
}

function byTime(a: Memory, b: Memory): number {
  return saidAt(a) < saidAt(b) ? -1 : 1
}
