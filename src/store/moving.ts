/**
 * Moving from one store to another: what the other facets do not show, taken over as it is. Records
 * come along without new journal entries, since their history comes along too.
 */
import type { ChangeOf } from './change.ts'
import type { RecordKind } from './records.ts'

/** Rows beside the records, in the order in which they are moved, and the fields of each. */
export const REMAINS = {
  batch: ['id', 'seq', 'at', 'actor', 'cause', 'undoes', 'undone_by', 'run', 'parts'],
  journal: ['seq', 'batch', 'op', 'kind', 'key', 'before', 'after', 'erased'],
  note: ['key', 'value'],
  memory_use: ['memory', 'at', 'session'],
  retrieval: ['at', 'project', 'session', 'query', 'relevant', 'rejected'],
  injection: ['at', 'project', 'session', 'turn', 'memory', 'tokens', 'used_at', 'how'],
  transcript: ['path', 'host', 'cursor', 'read_at'],
  forgotten: ['host', 'id', 'read_at'],
} as const satisfies Record<string, readonly string[]>

export type RemainKind = keyof typeof REMAINS
export const REMAIN_KINDS = Object.keys(REMAINS) as readonly RemainKind[]

/** A row with its place in the order of its kind. */
export interface Remain {
  readonly place: string | number
  readonly fields: Readonly<Record<string, string | number | boolean | null>>
}

export type Insert = { [Kind in RecordKind]: Extract<ChangeOf<Kind>, { op: 'insert' }> }[RecordKind]

/** Each sentence here is a test in test/store/moving.test.ts. */
export interface Moving {
  /** In order, beginning after that place. */
  read(kind: RemainKind, after: string | number | null, limit: number): Promise<Remain[]>
  /** Existing rows stay as they are, so that a write can be repeated. */
  write(kind: RemainKind, rows: readonly Remain[]): Promise<void>
  /** The kinds of documents there are. */
  documentKinds(): Promise<string[]>
  /** Stores records without journaling; existing ones are skipped. */
  adopt(records: readonly Insert[]): Promise<void>
}
