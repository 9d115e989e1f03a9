/** B-07. The journal as it is kept, and the outbox beside it. */
import type { JournalEntry } from '../change.ts'
import type { Page } from '../filter.ts'
import type { BatchInfo, Journal, JournalFilter, Outbox, OutboxItem } from '../store.ts'
import type { Bindable, Database, Row } from './database.ts'

const ENTRY = `journal.seq, journal.batch, batch.at, batch.actor, batch.cause, journal.op, journal.kind,
  journal.key, journal.before, journal.after, journal.erased`
const BATCH = `batch.id, batch.at, batch.actor, batch.cause, batch.undoes, batch.undone_by, batch.run,
  (SELECT count(*) FROM journal WHERE journal.batch = batch.id) AS changes`

export class SqliteJournal implements Journal {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async entries(batch: string): Promise<JournalEntry[]> {
    return this.#entries('WHERE journal.batch = ? ORDER BY journal.seq', batch)
  }

  async list(filter: JournalFilter, page: Page): Promise<JournalEntry[]> {
    const parts: string[] = ['1']
    const values: Bindable[] = []
    const add = (sql: string, value: string | undefined) => {
      if (value === undefined) return
      parts.push(sql)
      values.push(value)
    }
    add('journal.key = ?', filter.key)
    add('batch.actor = ?', filter.actor)
    add('batch.cause = ?', filter.cause)
    add('batch.at >= ?', filter.since)
    add('batch.at <= ?', filter.until)
    return this.#entries(
      `WHERE ${parts.join(' AND ')} ORDER BY journal.seq DESC LIMIT ? OFFSET ?`,
      ...values,
      page.limit,
      page.offset ?? 0,
    )
  }

  async batch(id: string): Promise<BatchInfo | null> {
    const row = this.#db.get(`SELECT ${BATCH} FROM batch WHERE id = ?`, id)
    return row ? batchOf(row) : null
  }

  async ofRun(run: string): Promise<BatchInfo[]> {
    return this.#db.all(`SELECT ${BATCH} FROM batch WHERE run = ? ORDER BY seq`, run).map(batchOf)
  }

  async batches(page: Page): Promise<BatchInfo[]> {
    return this.#db
      .all(
        `SELECT ${BATCH} FROM batch ORDER BY seq DESC LIMIT ? OFFSET ?`,
        page.limit,
        page.offset ?? 0,
      )
      .map(batchOf)
  }

  async position(): Promise<number> {
    // Not the largest there is: after pruning that would go back.
    const row = this.#db.get(`SELECT seq FROM sqlite_sequence WHERE name = 'journal'`)
    return Number(row?.seq ?? 0)
  }

  async changedSince(position: number, kind: JournalEntry['kind']): Promise<boolean> {
    const sql = 'SELECT 1 FROM journal WHERE seq > ? AND kind = ? LIMIT 1'
    return this.#db.get(sql, position, kind) !== undefined
  }

  #entries(rest: string, ...values: Bindable[]): JournalEntry[] {
    return this.#db
      .all(`SELECT ${ENTRY} FROM journal JOIN batch ON batch.id = journal.batch ${rest}`, ...values)
      .map(entryOf)
  }
}

function entryOf(row: Row): JournalEntry {
  return {
    ...(row as unknown as JournalEntry),
    before: row.before === null ? null : JSON.parse(String(row.before)),
    after: row.after === null ? null : JSON.parse(String(row.after)),
    erased: row.erased === 1,
  }
}

function batchOf(row: Row): BatchInfo {
  const { undone_by, ...rest } = row
  return { ...rest, undoneBy: undone_by ?? null } as unknown as BatchInfo
}

export class SqliteOutbox implements Outbox {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async pending(consumer: string, limit: number): Promise<OutboxItem[]> {
    return this.#db.all(
      `SELECT seq, batch, kind, key, op, at FROM outbox WHERE seq > ? ORDER BY seq LIMIT ?`,
      this.#confirmed(consumer),
      limit,
    ) as unknown as OutboxItem[]
  }

  async confirm(consumer: string, seq: number): Promise<void> {
    this.#db.transaction(() => {
      this.#db.run(
        `INSERT INTO outbox_consumer (name, seq) VALUES (?, ?)
         ON CONFLICT (name) DO UPDATE SET seq = max(seq, excluded.seq)`,
        consumer,
        seq,
      )
      this.#db.run('DELETE FROM outbox WHERE seq <= (SELECT min(seq) FROM outbox_consumer)')
    })
  }

  async backlog(consumer: string): Promise<number> {
    const row = this.#db.get(
      'SELECT count(*) AS n FROM outbox WHERE seq > ?',
      this.#confirmed(consumer),
    )
    return Number(row?.n ?? 0)
  }

  #confirmed(consumer: string): number {
    const row = this.#db.get('SELECT seq FROM outbox_consumer WHERE name = ?', consumer)
    return Number(row?.seq ?? 0)
  }
}
