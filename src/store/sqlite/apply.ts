/** B-07, B-13. One batch: checked, applied, journaled and put in the outbox in one transaction. */
import { MnemeError } from '../../errors.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Batch, Change } from '../change.ts'
import { changedFields, expectUnchanged, type Image, keyOf } from '../present.ts'
import type { RecordKind, RecordTypes } from '../records.ts'
import type { Database } from './database.ts'
import type { Table } from './table.ts'
import { TextIndex } from './text-index.ts'

export type Tables = { readonly [Kind in RecordKind]: Table<RecordTypes[Kind]> }

export class BatchWriter {
  readonly #db: Database
  readonly #tables: Tables
  readonly #text: TextIndex

  constructor(db: Database, tables: Tables, text: TextIndex) {
    this.#db = db
    this.#tables = tables
    this.#text = text
  }

  apply(batch: Batch): void {
    this.#db.transaction(() => {
      if (!this.begin(batch)) return
      for (const change of batch.changes) this.#applyOne(batch, change)
      this.#expectNoOrphans(batch)
    })
  }

  /** False when this very batch, or this part of it, was applied before. */
  begin(batch: Omit<Batch, 'changes'>): boolean {
    const { changes } = this.#db.run(
      `INSERT INTO batch (id, seq, at, actor, cause, undoes, run)
       VALUES (?, (SELECT coalesce(max(seq), 0) + 1 FROM batch), ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
      batch.id,
      batch.at,
      batch.actor,
      batch.cause,
      batch.undoes ?? null,
      batch.run ?? null,
    )
    if (batch.part !== undefined) {
      const next = 'UPDATE batch SET parts = parts + 1 WHERE id = ? AND parts = ?'
      if (this.#db.run(next, batch.id, batch.part).changes === 0) return false
    }
    if (changes === 0) return batch.part !== undefined
    if (batch.undoes !== undefined) {
      this.#db.run(
        'UPDATE batch SET undone_by = ? WHERE (id = ? OR run = ?) AND id <> ?',
        batch.id,
        batch.undoes,
        batch.undoes,
        batch.id,
      )
      // Undoing an undo reinstates the first batch.
      this.#db.run('UPDATE batch SET undone_by = NULL WHERE undone_by = ?', batch.undoes)
    }
    return true
  }

  #applyOne(batch: Batch, change: Change): void {
    const table = this.#tables[change.kind] as Table<object>
    if (change.op === 'insert') {
      const key = keyOf(change)
      const row = table.insert(change.row)
      if (change.kind === 'memory') this.#text.add(change.row, row)
      this.#record(batch, change, key, null, change.row as unknown as Image)
      return
    }
    const present = table.get(change.key) as Image | null
    if (present === null) {
      throw new MnemeError('conflict', `${change.kind} ${change.key} is not there any more`)
    }
    expectUnchanged(change, present)
    if (change.op === 'delete') {
      if (change.kind === 'memory') this.#text.remove(this.#rowOf(change.key))
      table.delete(change.key)
      this.#record(batch, change, change.key, present, null)
      return
    }
    const { before, after } = changedFields(change.kind, present, change.set as Image)
    table.update(change.key, change.set)
    if (change.kind === 'memory') {
      const known = present as unknown as Memory
      if (TextIndex.concerns(known, change.set)) {
        this.#text.replace({ ...known, ...change.set }, this.#rowOf(change.key))
      }
    }
    if (Object.keys(after).length > 0) this.#record(batch, change, change.key, before, after)
  }

  /** What links, facts and successors point at must not go away under them. */
  #expectNoOrphans(batch: Batch): void {
    const gone = batch.changes.flatMap((change) =>
      change.op === 'delete' && change.kind === 'memory' ? change.key : [],
    )
    for (const id of gone) {
      const row = this.#db.get(
        `SELECT EXISTS (SELECT 1 FROM memory WHERE id = ?1) AS present,
                EXISTS (SELECT 1 FROM link WHERE "from" = ?1 OR "to" = ?1)
                OR EXISTS (SELECT 1 FROM fact WHERE memory = ?1)
                OR EXISTS (SELECT 1 FROM memory WHERE superseded_by = ?1) AS wanted`,
        id,
      )
      if (row?.present === 1 || row?.wanted !== 1) continue
      throw new MnemeError('conflict', `other records still point at memory ${id}`)
    }
  }

  #record(batch: Batch, change: Change, key: string, before: Image | null, after: Image | null) {
    this.#db.run(
      'INSERT INTO journal (batch, op, kind, key, before, after) VALUES (?, ?, ?, ?, ?, ?)',
      batch.id,
      change.op,
      change.kind,
      key,
      before && JSON.stringify(before),
      after && JSON.stringify(after),
    )
    if (change.kind !== 'memory') return
    this.#db.run(
      'INSERT INTO outbox (batch, kind, key, op, at) VALUES (?, ?, ?, ?, ?)',
      batch.id,
      change.kind,
      key,
      change.op,
      batch.at,
    )
  }

  #rowOf(id: string): number {
    return Number(this.#db.get('SELECT row FROM memory WHERE id = ?', id)?.row)
  }
}
