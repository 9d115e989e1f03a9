/**
 * B-07, B-13. One batch: checked, applied, journaled and put in the outbox in one transaction. What
 * it touches is read once, the changes are worked through in memory in their order, and what came
 * of it is sent together with the commit: two or three round trips for any batch.
 */
import type { Batch, Change } from '../change.ts'
import type { Insert } from '../moving.ts'
import { RECORD_KINDS } from '../records.ts'
import { BatchWork, type JournalLine } from './batch-work.ts'
import type { Connections, Transaction } from './connections.ts'
import { type Counters, placeKey, type Space } from './space.ts'
import type { Table } from './table.ts'
import { TABLES } from './tables.ts'
import { toText } from './texts.ts'

export class BatchWriter {
  readonly #db: Connections
  readonly #space: Space

  constructor(db: Connections, space: Space) {
    this.#db = db
    this.#space = space
  }

  async apply(batch: Batch): Promise<void> {
    await this.#db.ready()
    const places = await this.#space.placesOf(this.#db, placesIn(batch.changes))
    await this.#db.transaction(async (db) => {
      const counters = await this.#space.take(db)
      if (!(await this.begin(db, batch, counters))) return
      const work = new BatchWork(db, this.#space.number, counters)
      await work.read(batch.changes)
      for (const change of batch.changes) work.change(change)
      work.flush()
      const moved = work.keysWithoutPlace(places)
      const more = moved.length > 0 ? await this.#space.placesWithin(db, moved) : []
      work.sendWords(new Map([...places, ...more]))
      this.record(db, batch, work.entries, counters)
      this.#space.give(db, counters)
    })
  }

  /** Records of another store: not journaled, and passed over where they are known. */
  async adopt(records: readonly Insert[]): Promise<void> {
    if (records.length === 0) return
    await this.#db.ready()
    const places = await this.#space.placesOf(this.#db, placesIn(records))
    await this.#db.transaction(async (db) => {
      const counters = await this.#space.take(db)
      const work = new BatchWork(db, this.#space.number, counters)
      const fresh = await unknownOf(db, this.#space.number, records)
      for (const record of fresh) work.change(record)
      work.flush()
      work.keysWithoutPlace(places)
      work.sendWords(places)
      const memories = fresh.flatMap((record) => (record.kind === 'memory' ? [record.row] : []))
      if (memories.length > 0) {
        db.send(
          `INSERT INTO outbox (space, seq, batch, kind, key, op, at)
           SELECT $1, $2 + number, '', 'memory', key, 'insert', at
           FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS given(key, at, number)`,
          this.#space.number,
          counters.outbox,
          memories.map(({ id }) => toText(id)),
          memories.map(({ updatedAt }) => updatedAt),
        )
        counters.outbox += memories.length
      }
      this.#space.give(db, counters)
    })
  }

  /** False when this very batch, or this part of it, was applied before. */
  async begin(
    db: Transaction,
    batch: Omit<Batch, 'changes'>,
    counters: Counters,
  ): Promise<boolean> {
    const space = this.#space.number
    const added = await db.run(
      `INSERT INTO batch (space, id, seq, at, actor, cause, undoes, run, parts)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0) ON CONFLICT (space, id) DO NOTHING`,
      space,
      toText(batch.id),
      counters.batches + 1,
      batch.at,
      toText(batch.actor),
      toText(batch.cause),
      batch.undoes === undefined ? null : toText(batch.undoes),
      batch.run === undefined ? null : toText(batch.run),
    )
    counters.batches += added
    if (batch.part !== undefined) {
      const next = await db.run(
        'UPDATE batch SET parts = parts + 1 WHERE space = $1 AND id = $2 AND parts = $3',
        space,
        toText(batch.id),
        batch.part,
      )
      if (next === 0) return false
    }
    if (added === 0) return batch.part !== undefined
    if (batch.undoes !== undefined) {
      db.send(
        `UPDATE batch SET undone_by = $2 WHERE space = $1 AND (id = $3 OR run = $3) AND id <> $2`,
        space,
        toText(batch.id),
        toText(batch.undoes),
      )
      // Undoing an undo reinstates the first batch.
      db.send(
        'UPDATE batch SET undone_by = NULL WHERE space = $1 AND undone_by = $2',
        space,
        toText(batch.undoes),
      )
    }
    return true
  }

  record(
    db: Transaction,
    batch: Omit<Batch, 'changes'>,
    entries: readonly JournalLine[],
    counters: Counters,
  ) {
    if (entries.length === 0) return
    const space = this.#space.number
    db.send(
      `INSERT INTO journal (space, seq, batch, op, kind, key, before, after, about)
       SELECT $1, $2 + at, $3, op, kind, key, before, after, about::text[]
       FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
         WITH ORDINALITY AS given(op, kind, key, before, after, about, at)`,
      space,
      counters.entries,
      toText(batch.id),
      entries.map(({ op }) => op),
      entries.map(({ kind }) => kind),
      entries.map(({ key }) => toText(key)),
      entries.map(({ before }) => before && toText(JSON.stringify(before))),
      entries.map(({ after }) => after && toText(JSON.stringify(after))),
      entries.map(aboutOf),
    )
    counters.entries += entries.length
    const memories = entries.filter(({ kind }) => kind === 'memory')
    if (memories.length === 0) return
    db.send(
      `INSERT INTO outbox (space, seq, batch, kind, key, op, at)
       SELECT $1, $2 + number, $3, 'memory', key, op, $4
       FROM unnest($5::text[], $6::text[]) WITH ORDINALITY AS given(key, op, number)`,
      space,
      counters.outbox,
      toText(batch.id),
      batch.at,
      memories.map(({ key }) => toText(key)),
      memories.map(({ op }) => op),
    )
    counters.outbox += memories.length
  }
}

async function unknownOf(
  db: Transaction,
  space: number,
  records: readonly Insert[],
): Promise<Insert[]> {
  const known = new Set<string>()
  for (const kind of RECORD_KINDS) {
    const table = TABLES[kind] as unknown as Table<object>
    const keys = records.flatMap((each) => (each.kind === kind ? [table.keyOf(each.row)] : []))
    if (keys.length === 0) continue
    for (const key of (await table.getAll(db, space, keys)).keys()) known.add(`${kind}/${key}`)
  }
  return records.filter(({ kind, row }) => {
    const table = TABLES[kind] as unknown as Table<object>
    return !known.has(`${kind}/${table.keyOf(row)}`)
  })
}

function placesIn(changes: readonly Change[]): string[] {
  const places = changes.flatMap((change) =>
    change.kind === 'memory' && change.op === 'insert' ? [placeKey(change.row)] : [],
  )
  return [...new Set(places)]
}

/** The memories an entry concerns, besides one that is about a memory itself. */
function aboutOf({ kind, before, after }: JournalLine): string | null {
  const row = after ?? before ?? {}
  const ids =
    kind === 'version' || kind === 'fact' ? [row.memory] : kind === 'link' ? [row.from, row.to] : []
  const said = ids.filter((id): id is string => typeof id === 'string')
  return said.length === 0 ? null : `{${said.map((id) => JSON.stringify(toText(id))).join(',')}}`
}
