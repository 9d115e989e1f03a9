/**
 * B-07. Turning a batch back: the last one, one memory's last change, or a given batch. The batches of
 * one run of upkeep go together. Undo is undoable.
 */
import { MnemeError } from '../../errors.ts'
import { inverseOf, type JournalEntry } from '../../store/change.ts'
import type { BatchInfo } from '../../store/store.ts'
import type { Caller, Engine } from '../engine.ts'
import { commit, isUnasked } from './commit.ts'

export interface Undone {
  /** The batch that was turned back. */
  readonly undone: BatchInfo
  /** The batch that did it: undo this one to redo. */
  readonly batch: string
  readonly changes: number
}

export type UndoTarget =
  | { readonly kind: 'last' }
  | { readonly kind: 'batch'; readonly id: string }
  | { readonly kind: 'memory'; readonly id: string }

const LOOK_BACK = 200

export async function undo(engine: Engine, caller: Caller, target: UndoTarget): Promise<Undone> {
  const undone = await batchFor(engine, target)
  if (undone.undoneBy !== null) {
    throw new MnemeError('conflict', `batch ${undone.id} was undone already`, {
      hint: `To redo it: mneme undo --batch ${undone.undoneBy}`,
    })
  }
  const entries = await entriesOf(engine, undone)
  if (entries.some((entry) => entry.erased)) {
    throw new MnemeError(
      'not_allowed',
      `batch ${undone.id} touched something that was erased for good`,
    )
  }
  try {
    const batch = await commit(
      engine,
      caller,
      `undo ${undone.id}`,
      inverseOf(entries),
      undone.run ?? undone.id,
    )
    return { undone, batch, changes: entries.length }
  } catch (thrown) {
    if (!(thrown instanceof MnemeError) || thrown.code !== 'conflict') throw thrown
    throw new MnemeError(
      'conflict',
      `batch ${undone.id} cannot be undone alone: ${thrown.message}`,
      {
        hint: 'Something later changed the same memory. Undo that first: mneme journal shows it.',
        cause: thrown,
      },
    )
  }
}

async function entriesOf(engine: Engine, batch: BatchInfo): Promise<JournalEntry[]> {
  const { journal } = engine.store
  if (batch.run === null) return journal.entries(batch.id)
  const all = await journal.ofRun(batch.run)
  const open = all.filter((each) => each.undoneBy === null)
  return (await Promise.all(open.map((each) => journal.entries(each.id)))).flat()
}

async function batchFor(engine: Engine, target: UndoTarget): Promise<BatchInfo> {
  const { journal } = engine.store
  if (target.kind === 'batch') {
    const batch = (await journal.batch(target.id)) ?? (await journal.ofRun(target.id))[0]
    if (batch) return batch
    throw new MnemeError('not_found', `there is no batch ${target.id}`, {
      hint: 'See what happened: mneme journal',
    })
  }
  if (target.kind === 'memory') {
    for (const entry of await journal.list({ key: target.id }, { limit: LOOK_BACK })) {
      const batch = await journal.batch(entry.batch)
      if (batch && isOpen(batch)) return batch
    }
    throw new MnemeError('not_found', `nothing is left to undo for ${target.id}`)
  }
  for (const batch of (await journal.batches({ limit: LOOK_BACK })).filter(isOpen)) {
    const entries = await journal.entries(batch.id)
    // What was erased for good is nobody's last word: whoever asks means what can be undone.
    if (!entries.every((entry) => entry.erased)) return batch
  }
  throw new MnemeError('not_found', 'there is nothing to undo')
}

/** Not turned back yet, not itself a turning back, and somebody's doing. */
function isOpen(batch: BatchInfo): boolean {
  return (
    batch.undoneBy === null && batch.undoes === null && !isUnasked(batch.cause) && batch.changes > 0
  )
}
