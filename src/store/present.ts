/** B-07, B-13. Compares a change with the present row, the same in every store. */
import { isDeepStrictEqual } from 'node:util'
import { MnemeError } from '../errors.ts'
import type { Change } from './change.ts'
import { RECORDS, type RecordKind } from './records.ts'

/** A row, or some of its fields, as the journal writes it. */
export type Image = Record<string, unknown>

/** A record's kind and its row always belong together in a change; the union just cannot say so here. */
export function keyOf(change: Extract<Change, { op: 'insert' }>): string {
  return (RECORDS[change.kind].key as (row: unknown) => string)(change.row)
}

/** Rejects with `conflict` when a field no longer holds what the change expects of it. */
export function expectUnchanged(
  change: Extract<Change, { expect?: unknown }>,
  present: Image,
): void {
  const expected = (change.expect ?? {}) as Image
  for (const [field, value] of Object.entries(expected)) {
    if (isUnjournaled(change.kind, field) || isDeepStrictEqual(present[field], value)) continue
    throw new MnemeError(
      'conflict',
      `${change.kind} ${change.key} has changed meanwhile (${field})`,
      { hint: 'Look at it again and repeat the call.' },
    )
  }
}

/** The changed fields alone, as they were and as they are. */
export function changedFields(kind: RecordKind, present: Image, set: Image) {
  const before: Image = {}
  const after: Image = {}
  for (const [field, value] of Object.entries(set)) {
    if (value === undefined || isUnjournaled(kind, field)) continue
    if (isDeepStrictEqual(present[field], value)) continue
    before[field] = present[field]
    after[field] = value
  }
  return { before, after }
}

function isUnjournaled(kind: RecordKind, field: string): boolean {
  return (RECORDS[kind].unjournaled as readonly string[]).includes(field)
}
