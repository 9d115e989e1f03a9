/**
 * B-07, M-08. Undoes a batch: the caller's last one here, one memory's last change, or a given batch. The
 * batches of one run are undone together. Undo is undoable.
 */
import { MnemeError } from '../../errors.ts'
import { speaksAsUser } from '../../memory/origins.ts'
import { inverseOf, type JournalEntry } from '../../store/change.ts'
import type { BatchInfo } from '../../store/store.ts'
import type { Caller, Engine } from '../engine.ts'
import { commit, isUnasked } from './commit.ts'

export interface Undone {
  /** The batch that was undone. */
  readonly undone: BatchInfo
  /** The batch that did it: undo this one to redo. Null for a look at what would happen. */
  readonly batch: string | null
  readonly changes: number
  readonly memories: readonly UndoneMemory[]
}

interface UndoneMemory {
  readonly id: string
  readonly title: string
  /** What undoing does to it. */
  readonly becomes: 'removed' | 'restored'
}

type UndoTarget =
  | { readonly kind: 'last'; readonly anyone?: boolean; readonly everywhere?: boolean }
  | { readonly kind: 'batch'; readonly id: string }
  | { readonly kind: 'memory'; readonly id: string }

const LOOK_BACK = 200

export async function undo(
  engine: Engine,
  caller: Caller,
  target: UndoTarget,
  dryRun = false,
): Promise<Undone> {
  const undone = await batchFor(engine, caller, target)
  if (undone.undoneBy !== null) {
    throw new MnemeError('conflict', `batch ${undone.id} was undone already`, {
      hint: `To redo it: mneme undo --batch ${undone.undoneBy}`,
    })
  }
  if (!speaksAsUser(caller.speaker) && undone.actor !== caller.actor) {
    throw new MnemeError('not_allowed', `${undone.actor} made this change: a person undoes it`, {
      hint: `Run it yourself in a terminal: mneme undo --batch ${undone.id}`,
    })
  }
  const entries = await entriesOf(engine, undone)
  if (entries.some((entry) => entry.erased)) {
    throw new MnemeError(
      'not_allowed',
      `batch ${undone.id} touched something that was erased for good`,
    )
  }
  const memories = await namesOf(engine, entries)
  const result = { undone, changes: entries.length, memories }
  if (dryRun) return { ...result, batch: null }
  try {
    const undoes = undone.run ?? undone.id
    const changes = inverseOf(entries)
    const batch = await commit(engine, caller, `undo ${undone.id}`, changes, { undoes })
    return { ...result, batch }
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

/** Each memory once, with its present or former title. */
async function namesOf(
  engine: Engine,
  entries: readonly JournalEntry[],
): Promise<readonly UndoneMemory[]> {
  const touched = entries.filter(({ kind }) => kind === 'memory')
  const ids = [...new Set(touched.map(({ key }) => key))]
  const present = await engine.store.memories.get(ids)
  const titles = new Map(present.map(({ id, title, name }) => [id, title || name]))
  return ids.map((id) => {
    const own = touched.filter(({ key }) => key === id)
    const recorded = own.map(({ after, before }) => (after ?? before)?.title).find(Boolean)
    const isNew = own.some(({ op }) => op === 'insert')
    const title = titles.get(id) ?? String(recorded ?? id)
    return { id, title, becomes: isNew ? 'removed' : 'restored' }
  })
}

async function batchFor(engine: Engine, caller: Caller, target: UndoTarget): Promise<BatchInfo> {
  const { journal } = engine.store
  if (target.kind === 'batch') {
    const batch = (await journal.batch(target.id)) ?? (await journal.ofRun(target.id))[0]
    if (batch) return batch
    const [begun, other] = await batchesBeginning(engine, target.id)
    if (begun && !other) return begun
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
    if (!target.anyone && batch.actor !== caller.actor) continue
    const entries = await journal.entries(batch.id)
    // Erasure cannot be undone: the last undoable batch is meant.
    if (entries.every((entry) => entry.erased)) continue
    if (target.everywhere || (await isHere(engine, caller, entries))) return batch
  }
  throw new MnemeError('not_found', 'there is nothing of yours to undo here', {
    hint: 'See what changed: mneme journal. Undo one of those: mneme undo --batch ID, or the last one of anyone (--anyone) or of any project (--all).',
  })
}

const MIN_ID_LENGTH = 8

/** As `mneme journal` shows them; looked for among the latest. */
async function batchesBeginning({ store }: Engine, start: string): Promise<BatchInfo[]> {
  if (start.length < MIN_ID_LENGTH) return []
  return (await store.journal.batches({ limit: LOOK_BACK })).filter(({ id }) =>
    id.startsWith(start),
  )
}

/** Excludes changes to memories of other projects; global ones are included. */
async function isHere(
  engine: Engine,
  { project }: Caller,
  entries: readonly JournalEntry[],
): Promise<boolean> {
  const touched = entries.filter(({ kind }) => kind === 'memory')
  const present = await engine.store.memories.get(touched.map(({ key }) => key))
  const projectOf = new Map(present.map((memory) => [memory.id, memory.project]))
  return touched.every(({ key, before, after }) => {
    const of = projectOf.get(key) ?? (after ?? before)?.project ?? null
    return of === null || of === (project?.id ?? null)
  })
}

/** Not undone yet, not an undo itself, and requested. */
function isOpen(batch: BatchInfo): boolean {
  return (
    batch.undoneBy === null && batch.undoes === null && !isUnasked(batch.cause) && batch.changes > 0
  )
}
