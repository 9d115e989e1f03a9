/** B-07. Queries of the journal and the outbox. */
import type { JournalEntry } from '../change.ts'
import type { BatchInfo, Journal, Outbox, OutboxItem } from '../store.ts'
import {
  allOf,
  inSpace,
  limitClause,
  type Row,
  type Runner,
  raw,
  SPACE_COLUMN,
  SPACE_VALUE,
  type Sql,
  sql,
  wholeNumber,
} from './statement.ts'

const ENTRY = raw(`journal.seq, journal.batch, batch.at, batch.actor, batch.cause, journal.op,
  journal.kind, journal.key, journal.before, journal.after, journal.erased`)

/** `position` never goes back, not even when the last entries are pruned. */
export function journalReads(db: Runner, position: () => Promise<number>): Journal {
  const entries = async (where: Sql, rest: Sql) => {
    const rows = await db.all(
      sql`SELECT ${ENTRY} FROM journal JOIN batch ON ${inSpace('batch')} AND batch.id = journal.batch
          WHERE ${inSpace('journal')} AND ${where} ${rest}`,
    )
    return rows.map(entryOf)
  }
  const batches = async (where: Sql, rest: Sql) => {
    const rows = await db.all(
      sql`SELECT batch.id, batch.at, batch.actor, batch.cause, batch.undoes, batch.undone_by,
            batch.run, (SELECT count(*) FROM journal
              WHERE ${inSpace('journal')} AND journal.batch = batch.id) AS changes
          FROM batch WHERE ${inSpace('batch')} AND ${where} ${rest}`,
    )
    return rows.map(batchOf)
  }
  return {
    entries: (batch) => entries(sql`journal.batch = ${batch}`, raw('ORDER BY journal.seq')),
    list(filter, page) {
      const parts = [raw('true')]
      const add = (column: string, value: string | undefined) => {
        if (value !== undefined) parts.push(sql`${raw(column)} ${value}`)
      }
      add('journal.key =', filter.key)
      add('batch.actor =', filter.actor)
      add('batch.cause =', filter.cause)
      add('batch.at >=', filter.since)
      add('batch.at <=', filter.until)
      const rest = sql`ORDER BY journal.seq DESC ${limitClause(page.limit, page.offset ?? 0)}`
      return entries(allOf(parts), rest)
    },
    batch: async (id) => (await batches(sql`batch.id = ${id}`, raw('')))[0] ?? null,
    ofRun: (run) => batches(sql`batch.run = ${run}`, raw('ORDER BY batch.seq')),
    batches: (page) =>
      batches(
        raw('true'),
        sql`ORDER BY batch.seq DESC ${limitClause(page.limit, page.offset ?? 0)}`,
      ),
    position,
    async last() {
      const row = await db.get(
        sql`SELECT seq, batch FROM journal WHERE ${inSpace('journal')} ORDER BY seq DESC LIMIT 1`,
      )
      return row === undefined ? null : { seq: Number(row.seq), batch: String(row.batch) }
    },
    async changedSince(since, kind) {
      const row = await db.get(
        sql`SELECT 1 AS found FROM journal
            WHERE ${inSpace('journal')} AND seq > ${wholeNumber(since)} AND kind = ${kind} LIMIT 1`,
      )
      return row !== undefined
    },
  }
}

function entryOf(row: Row): JournalEntry {
  return {
    ...(row as unknown as JournalEntry),
    before: row.before === null ? null : JSON.parse(String(row.before)),
    after: row.after === null ? null : JSON.parse(String(row.after)),
    erased: Boolean(row.erased),
  }
}

function batchOf({ undone_by, ...rest }: Row): BatchInfo {
  return { ...rest, undoneBy: undone_by ?? null } as unknown as BatchInfo
}

export function outboxReads(db: Runner): Outbox {
  const unconfirmedItems = (consumer: string) =>
    sql`outbox WHERE ${inSpace('outbox')} AND seq > coalesce((SELECT seq FROM outbox_consumer
        WHERE ${inSpace('outbox_consumer')} AND name = ${consumer}), 0)`
  return {
    async pending(consumer, limit) {
      const rows = await db.all(
        sql`SELECT seq, batch, kind, key, op, at FROM ${unconfirmedItems(consumer)}
            ORDER BY seq ${limitClause(limit)}`,
      )
      return rows as unknown as OutboxItem[]
    },
    async confirm(consumer, seq) {
      await db.runAll([
        sql`INSERT INTO outbox_consumer (${SPACE_COLUMN}name, seq)
            VALUES (${SPACE_VALUE}${consumer}, ${seq}) ON CONFLICT (${SPACE_COLUMN}name)
            DO UPDATE SET seq = excluded.seq WHERE outbox_consumer.seq < excluded.seq`,
        sql`DELETE FROM outbox WHERE ${inSpace('outbox')}
            AND seq <= (SELECT min(seq) FROM outbox_consumer WHERE ${inSpace('outbox_consumer')})`,
      ])
    },
    async backlog(consumer) {
      const row = await db.get(sql`SELECT count(*) AS n FROM ${unconfirmedItems(consumer)}`)
      return Number(row?.n ?? 0)
    },
  }
}
