/**
 * K-11, M-02. What awaits a person's approval: foreign text that would become a rule, and changes that an agent
 * proposed to a person's memory.
 */
import { isOneMemory } from '../../memory/judge-pair.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Wanted } from '../../memory/revise.ts'
import type { Change } from '../../store/change.ts'
import type { Caller, Engine } from '../engine.ts'
import { relatedMemories } from '../graph/related.ts'
import { decideAndCommit } from '../journal/commit.ts'
import { isOwner } from '../person.ts'
import { conflictChanges } from './conflict-changes.ts'
import { findMemory, isVisible, visibleFilter } from './find-memory.ts'
import {
  dropProposal,
  type MemoryProposal,
  memoryProposals,
  notProposed,
  proposalFor,
} from './proposals.ts'
import { reviseMemory } from './revise-memory.ts'
import { expectFree } from './update.ts'

interface Reviewed {
  readonly memory: Memory
  readonly supersedes: readonly string[]
  readonly contradicts: readonly string[]
  readonly notes: readonly string[]
}

export async function listHeldMemories(
  engine: Engine,
  caller: Caller,
  limit: number,
): Promise<Memory[]> {
  const everyone = isOwner(caller) ? {} : visibleFilter(caller)
  const filter = { ...everyone, held: true, states: ['new', 'high', 'low'] } as const
  const held = await engine.store.memories.list(filter, { limit, order: 'oldest' })
  return held.filter((memory) => isVisible(memory, caller))
}

export async function proposedChanges(
  engine: Engine,
  caller: Caller,
  limit: number,
): Promise<MemoryProposal[]> {
  return memoryProposals(engine, limit, (memory) => isVisible(memory, caller))
}

/**
 * Approves: recorded on the memory. A held memory and an agent's rule are compared with the others as new ones
 * would be (B-05); a proposed change is applied as if the person had made it.
 */
export async function acceptWaiting(
  engine: Engine,
  caller: Caller,
  reference: string,
): Promise<Reviewed & { batch: string | null }> {
  const cause = 'review accept'
  return decideAndCommit(engine, caller, cause, async () => {
    const memory = await findMemory(engine, caller, reference)
    const proposal = await proposalFor(engine, memory)
    const isHeld = memory.held && memory.state !== 'removed'
    if (!proposal && !isHeld && (memory.validated || memory.provenance.origin === 'user')) {
      throw notProposed(memory)
    }
    const yes: Wanted = { ...proposal?.wanted, held: false, validated: true }
    const { changes: own, revised } = await reviseMemory(engine, caller, memory, yes, { cause })
    await expectFree(engine, memory, revised.memory)
    const drop = proposal ? [dropProposal(memory)] : []
    if (proposal) {
      const result = { memory: revised.memory, supersedes: [], contradicts: [] }
      const notes = proposal.isOutdated ? ['the memory was changed after this was proposed'] : []
      return { changes: [...own, ...drop], result: { ...result, notes } }
    }
    const related = (await relatedMemories(engine, memory, revised.memory)).filter(
      (each) => each.memory.id !== memory.id,
    )
    const { changes, ...conflicts } = conflictChanges(revised.memory, related, 'review')
    const near = related.find(({ is }) => isOneMemory(is))
    const notes = near ? [...conflicts.notes, `resembles "${near.memory.name}"`] : conflicts.notes
    return {
      changes: [...own, ...changes],
      result: { memory: revised.memory, ...conflicts, notes },
    }
  })
}

/**
 * Rejects: a held memory is forgotten while still held, so that undo restores it. A proposed change is dropped.
 */
export async function rejectWaiting(
  engine: Engine,
  caller: Caller,
  references: readonly string[],
): Promise<{ rejected: readonly Memory[]; batch: string | null }> {
  const cause = 'review reject'
  return decideAndCommit(engine, caller, cause, async () => {
    const changes: Change[] = []
    const rejected: Memory[] = []
    for (const reference of references) {
      const memory = await findMemory(engine, caller, reference)
      if (await proposalFor(engine, memory)) changes.push(dropProposal(memory))
      else if (memory.held && memory.state !== 'removed') {
        const wanted = { state: 'removed' } as const
        changes.push(...(await reviseMemory(engine, caller, memory, wanted, { cause })).changes)
      } else throw notProposed(memory)
      rejected.push(memory)
    }
    return { changes, result: { rejected } }
  })
}
