/** K-11. The queue of what came from elsewhere and would be a rule: a person says yes or no. */
import { MnemeError } from '../../errors.ts'
import { isOneMemory } from '../../memory/judge-pair.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Change } from '../../store/change.ts'
import type { Caller, Engine } from '../engine.ts'
import { relatedMemories } from '../graph/related.ts'
import { decideAndCommit } from '../journal/commit.ts'
import { isPerson, requirePerson } from '../person.ts'
import { conflictChanges } from './conflict-changes.ts'
import { findMemory, visible } from './find-memory.ts'

export interface Reviewed {
  readonly memory: Memory
  readonly supersedes: readonly string[]
  readonly contradicts: readonly string[]
  readonly notes: readonly string[]
}

export async function heldMemories(
  engine: Engine,
  caller: Caller,
  limit: number,
): Promise<Memory[]> {
  const everyone = isPerson(caller) ? {} : visible(caller)
  const filter = { ...everyone, held: true, states: ['new', 'high', 'low'] } as const
  return engine.store.memories.list(filter, { limit, order: 'oldest' })
}

/** The yes is noted on the memory, and it meets the others as a new one would have (B-05). */
export async function acceptHeld(
  engine: Engine,
  caller: Caller,
  reference: string,
): Promise<Reviewed & { batch: string | null }> {
  requirePerson(caller, 'accepting a memory from elsewhere')
  return decideAndCommit(engine, caller, 'review accept', async () => {
    const held = await heldMemory(engine, caller, reference)
    const set = { held: false, validated: true, updatedAt: engine.clock.now() }
    const memory = { ...held, ...set }
    const related = (await relatedMemories(engine, held, memory)).filter(
      (each) => each.memory.id !== held.id,
    )
    const { changes, ...conflicts } = conflictChanges(memory, related, 'review')
    const near = related.find(({ is }) => isOneMemory(is))
    const notes = near ? [...conflicts.notes, `resembles "${near.memory.name}"`] : conflicts.notes
    return {
      changes: [changeOf(held, set), ...changes],
      result: { memory, ...conflicts, notes },
    }
  })
}

/** Forgotten, still held: undo puts it back into the queue. */
export async function rejectHeld(
  engine: Engine,
  caller: Caller,
  references: readonly string[],
): Promise<{ rejected: readonly Memory[]; batch: string | null }> {
  requirePerson(caller, 'rejecting a memory from elsewhere')
  return decideAndCommit(engine, caller, 'review reject', async () => {
    const rejected = await Promise.all(
      references.map((reference) => heldMemory(engine, caller, reference)),
    )
    const set = { state: 'removed', updatedAt: engine.clock.now() } as const
    return { changes: rejected.map((memory) => changeOf(memory, set)), result: { rejected } }
  })
}

function changeOf(memory: Memory, set: Partial<Memory>): Change {
  const { updatedAt, contentHash } = memory
  return { op: 'update', kind: 'memory', key: memory.id, set, expect: { updatedAt, contentHash } }
}

async function heldMemory(engine: Engine, caller: Caller, reference: string): Promise<Memory> {
  const memory = await findMemory(engine, caller, reference)
  if (memory.held && memory.state !== 'removed') return memory
  throw new MnemeError('invalid_input', `"${memory.name}" does not wait for review`, {
    hint: 'See what does: mneme review list',
  })
}
