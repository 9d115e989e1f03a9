/** B-07. The journal as it is kept, and the outbox beside it. */
import type { JournalEntry } from '../change.ts'
import type { Page } from '../filter.ts'
import type { BatchInfo, Journal, JournalFilter, Outbox, OutboxItem } from '../store.ts'
import type { Bindable, Connections, Row } from './connections.ts'
import type { Space } from './space.ts'
import { fromText, toText } from './texts.ts'
import { int } from './where.ts'

const ENTRY = `journal.seq, journal.batch, batch.at, batch.actor, batch.cause, journal.op,
  journal.kind, journal.key, journal.before, journal.after, journal.erased`
const BATCH = `batch.id, batch.at, batch.actor, batch.cause, batch.undoes, batch.undone_by, batch.run,
  (SELECT count(*) FROM journal WHERE journal.space = $1 AND journal.batch = batch.id) AS changes`

export class PostgresJournal implements Journal {
  readonly #db: Connections
  readonly #space: Space

  constructor(db: Connections, space: Space) {
    this.#db = db
    this.#space = space
  }

  async entries(batch: string): Promise<JournalEntry[]> {
    return this.#entries('journal.batch = $2 ORDER BY journal.seq', toText(batch))
  }

  async list(filter: JournalFilter, page: Page): Promise<JournalEntry[]> {
    const parts = ['true']
    const values: Bindable[] = []
    const add = (sql: string, value: string | undefined) => {
      if (value !== undefined) parts.push(`${sql} $${values.push(toText(value)) + 1}`)
    }
    add('journal.key =', filter.key)
    add('batch.actor =', filter.actor)
    add('batch.cause =', filter.cause)
    add('batch.at >=', filter.since)
    add('batch.at <=', filter.until)
    const at = values.length + 1
    return this.#entries(
      `${parts.join(' AND ')} ORDER BY journal.seq DESC LIMIT $${at + 1}::bigint OFFSET $${at + 2}::bigint`,
      ...values,
      int(page.limit),
      int(page.offset ?? 0),
    )
  }

  async batch(id: string): Promise<BatchInfo | null> {
    const [row] = await this.#batches('batch.id = $2', toText(id))
    return row ?? null
  }

  async ofRun(run: string): Promise<BatchInfo[]> {
    return this.#batches('batch.run = $2 ORDER BY batch.seq', toText(run))
  }

  async batches(page: Page): Promise<BatchInfo[]> {
    return this.#batches(
      'true ORDER BY batch.seq DESC LIMIT $2::bigint OFFSET $3::bigint',
      int(page.limit),
      int(page.offset ?? 0),
    )
  }

  /** The counter, and not the last entry: pruning must not take it back. */
  async position(): Promise<number> {
    await this.#db.ready()
    const row = await this.#db.get('SELECT entries FROM space WHERE id = $1', this.#space.number)
    return Number(row?.entries ?? 0)
  }

  async changedSince(position: number, kind: JournalEntry['kind']): Promise<boolean> {
    await this.#db.ready()
    const row = await this.#db.get(
      'SELECT 1 AS found FROM journal WHERE space = $1 AND seq > $2::bigint AND kind = $3 LIMIT 1',
      this.#space.number,
      int(position),
      kind,
    )
    return row !== undefined && row !== null
  }

  async #batches(rest: string, ...values: Bindable[]): Promise<BatchInfo[]> {
    await this.#db.ready()
    const rows = await this.#db.all(
      `SELECT ${BATCH} FROM batch WHERE batch.space = $1 AND ${rest}`,
      this.#space.number,
      ...values,
    )
    return rows.map(batchOf)
  }

  async #entries(rest: string, ...values: Bindable[]): Promise<JournalEntry[]> {
    await this.#db.ready()
    const rows = await this.#db.all(
      `SELECT ${ENTRY} FROM journal JOIN batch ON batch.space = $1 AND batch.id = journal.batch
       WHERE journal.space = $1 AND ${rest}`,
      this.#space.number,
      ...values,
    )
    return rows.map(entryOf)
  }
}

function entryOf(row: Row): JournalEntry {
  return {
    ...(row as unknown as JournalEntry),
    batch: fromText(String(row.batch)),
    actor: fromText(String(row.actor)),
    cause: fromText(String(row.cause)),
    key: fromText(String(row.key)),
    before: row.before === null ? null : JSON.parse(String(row.before)),
    after: row.after === null ? null : JSON.parse(String(row.after)),
  }
}

function batchOf(row: Row): BatchInfo {
  const { undone_by, ...rest } = row
  const info = { ...rest, undoneBy: undone_by ?? null } as unknown as BatchInfo
  return { ...info, actor: fromText(info.actor), cause: fromText(info.cause) }
}

export class PostgresOutbox implements Outbox {
  readonly #db: Connections
  readonly #space: Space

  constructor(db: Connections, space: Space) {
    this.#db = db
    this.#space = space
  }

  async pending(consumer: string, limit: number): Promise<OutboxItem[]> {
    await this.#db.ready()
    return (await this.#db.all(
      `SELECT seq, batch, kind, key, op, at FROM outbox WHERE space = $1 AND seq > ${CONFIRMED}
       ORDER BY seq LIMIT $3::bigint`,
      this.#space.number,
      toText(consumer),
      int(limit),
    )) as unknown as OutboxItem[]
  }

  async confirm(consumer: string, seq: number): Promise<void> {
    await this.#db.ready()
    await this.#db.transaction(async (db) => {
      db.send(
        `INSERT INTO outbox_consumer (space, name, seq) VALUES ($1, $2, $3)
         ON CONFLICT (space, name) DO UPDATE SET seq = greatest(outbox_consumer.seq, excluded.seq)`,
        this.#space.number,
        toText(consumer),
        seq,
      )
      db.send(
        `DELETE FROM outbox WHERE space = $1
           AND seq <= (SELECT min(seq) FROM outbox_consumer WHERE space = $1)`,
        this.#space.number,
      )
    })
  }

  async backlog(consumer: string): Promise<number> {
    await this.#db.ready()
    const row = await this.#db.get(
      `SELECT count(*) AS n FROM outbox WHERE space = $1 AND seq > ${CONFIRMED}`,
      this.#space.number,
      toText(consumer),
    )
    return Number(row?.n ?? 0)
  }
}

const CONFIRMED = `coalesce(
  (SELECT seq FROM outbox_consumer WHERE space = $1 AND name = $2), 0)`
