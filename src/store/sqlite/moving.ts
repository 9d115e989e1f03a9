/** Moving in and out of the embedded store. */

import { type Insert, type Moving, REMAINS, type Remain, type RemainKind } from '../moving.ts'
import { RECORDS } from '../records.ts'
import type { Tables } from './apply.ts'
import type { Bindable, Database } from './database.ts'
import type { Table } from './table.ts'
import type { TextIndex } from './text-index.ts'

/** Where each kind is, and the column of its order. */
const TABLES: {
  readonly [Kind in RemainKind]: { readonly table: string; readonly order: string }
} = {
  batch: { table: 'batch', order: 'seq' },
  journal: { table: 'journal', order: 'seq' },
  note: { table: 'note', order: 'key' },
  memory_use: { table: 'memory_use', order: 'row' },
  retrieval: { table: 'retrieval', order: 'number' },
  injection: { table: 'injection', order: 'number' },
  transcript: { table: 'transcript', order: 'row' },
  forgotten: { table: 'session', order: 'row' },
}

export function sqliteMoving(db: Database, tables: Tables, text: TextIndex): Moving {
  return {
    async read(kind, after, limit) {
      const { table, order } = TABLES[kind]
      const only = kind === 'forgotten' ? 'forgotten = 1' : '1'
      const columns = REMAINS[kind].map((column) => `"${column}"`).join(', ')
      const rows = db.all(
        `SELECT "${order}" AS place, ${columns} FROM ${table}
         WHERE ${only} AND (? IS NULL OR "${order}" > ?) ORDER BY "${order}" LIMIT ?`,
        after,
        after,
        limit,
      )
      return rows.map(({ place, ...fields }) => ({ place, fields }) as Remain)
    },
    async write(kind, rows) {
      db.transaction(() => {
        for (const row of rows) writeOne(db, kind, row)
      })
    },
    documentKinds: async () =>
      db.all('SELECT DISTINCT kind FROM document ORDER BY kind').map(({ kind }) => String(kind)),
    async adopt(records) {
      db.transaction(() => {
        for (const record of records) adoptOne(db, tables, text, record)
      })
    },
  }
}

function writeOne(db: Database, kind: RemainKind, { place, fields }: Remain): void {
  const { table, order } = TABLES[kind]
  const columns: string[] = [...REMAINS[kind]]
  const values: Bindable[] = columns.map((column) => bound(fields[column] ?? null))
  const add = (column: string, value: Bindable) => {
    columns.push(column)
    values.push(value)
  }
  if (kind === 'memory_use' || kind === 'retrieval' || kind === 'injection') add(order, place)
  if (kind === 'transcript') add('revision', 1)
  if (kind === 'forgotten') {
    add('place', 0)
    add('forgotten', 1)
  }
  db.run(
    `INSERT OR IGNORE INTO ${table} (${columns.map((column) => `"${column}"`).join(', ')})
     VALUES (${columns.map(() => '?').join(', ')})`,
    ...values,
  )
}

function adoptOne(db: Database, tables: Tables, text: TextIndex, record: Insert): void {
  const table = tables[record.kind] as unknown as Table<object>
  const key = (RECORDS[record.kind].key as (row: unknown) => string)(record.row)
  if (table.get(key) !== null) return
  const row = table.insert(record.row)
  if (record.kind !== 'memory') return
  text.add(record.row, row)
  db.run(
    `INSERT INTO outbox (batch, kind, key, op, at) VALUES ('', 'memory', ?, 'insert', ?)`,
    key,
    record.row.updatedAt,
  )
}

function bound(value: string | number | boolean | null): Bindable {
  return typeof value === 'boolean' ? Number(value) : value
}
