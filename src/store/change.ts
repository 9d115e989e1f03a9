/** B-07. Changes, their journal entries, and their inverses. */
import type { Timestamp } from '../clock.ts'
import type { RecordKind, RecordTypes } from './records.ts'

/**
 * One change to one record. `expect` is compare-and-set: the fields must still hold these values,
 * else the whole batch is refused as a conflict and nothing is applied.
 */
export type Change = { [Kind in RecordKind]: ChangeOf<Kind> }[RecordKind]

export type ChangeOf<Kind extends RecordKind> =
  | { readonly op: 'insert'; readonly kind: Kind; readonly row: RecordTypes[Kind] }
  | {
      readonly op: 'update'
      readonly kind: Kind
      readonly key: string
      readonly set: Partial<RecordTypes[Kind]>
      readonly expect?: Partial<RecordTypes[Kind]>
    }
  | {
      readonly op: 'delete'
      readonly kind: Kind
      readonly key: string
      readonly expect?: Partial<RecordTypes[Kind]>
    }

/** What is applied at once: all or nothing, undone as one. */
export interface Batch {
  readonly id: string
  readonly at: Timestamp
  /** Who asked: `cli`, `mcp:claude-code`, `job:ranking` … */
  readonly actor: string
  /** Why, in the words of the operation: `remember`, `update`, `undo 01J…`. */
  readonly cause: string
  /** The batch that this one undoes. */
  readonly undoes?: string
  /** Batches of one run are undone together, by the id of the run. */
  readonly run?: string
  /**
   * A long batch is applied in parts, from 0 on, so that others may write in between. A part that
   * was applied before is not applied again.
   */
  readonly part?: number
  readonly changes: readonly Change[]
}

/** Only the fields that changed; whole rows for inserts and deletes. */
type Image = Readonly<Record<string, unknown>>

export interface JournalEntry {
  readonly seq: number
  readonly batch: string
  readonly at: Timestamp
  readonly actor: string
  readonly cause: string
  readonly op: Change['op']
  readonly kind: RecordKind
  readonly key: string
  readonly before: Image | null
  readonly after: Image | null
  /** The content was erased for good; the entry stays as a tombstone. */
  readonly erased: boolean
}

/**
 * How each operation is turned back. The table is total over `op`: a new operation does not
 * compile without its inverse. A redo is the undo of an undo.
 */
const INVERSE: { readonly [Op in Change['op']]: (entry: JournalEntry) => Change } = {
  insert: ({ kind, key }) => ({ op: 'delete', kind, key }),
  delete: ({ kind, before }) => asChange({ op: 'insert', kind, row: before }),
  update: ({ kind, key, before, after }) =>
    asChange({ op: 'update', kind, key, set: before, expect: after }),
}

/** The changes that undo a batch, last first. */
export function inverseOf(entries: readonly JournalEntry[]): Change[] {
  return [...entries].sort((a, b) => b.seq - a.seq).map((entry) => INVERSE[entry.op](entry))
}

/** Images were taken from rows of this very kind, so they have its shape. */
function asChange(change: {
  op: Change['op']
  kind: RecordKind
  key?: string
  row?: Image | null
  set?: Image | null
  expect?: Image | null
}): Change {
  return change as unknown as Change
}
