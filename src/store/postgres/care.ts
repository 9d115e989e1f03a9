/** B-14 to B-16. Erasing, copying, checking and rebuilding what is in one space. */

import type { Timestamp } from '../../clock.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Batch } from '../change.ts'
import { sizesByUse } from '../rules/sizes.ts'
import type { Care, ErasedCounts, Finding, StoreInfo, StoreSizes } from '../store.ts'
import type { BatchWriter } from './apply.ts'
import type { Connections, Transaction } from './connections.ts'
import { readCopy, writeCopy } from './copy.ts'
import { MIGRATIONS } from './migrations/migrations.ts'
import { insertPassages, passageRows } from './passages.ts'
import type { Counters, Space } from './space.ts'
import { TABLES } from './tables.ts'
import { toText } from './texts.ts'

const REBUILD_BATCH = 500
/** Tables whose rows held content: erasing leaves no dead rows of them behind. */
const CLEANED = [
  'memory',
  'passage',
  'version',
  'link',
  'fact',
  'journal',
  'embedding',
  'vector_code',
]

export class PostgresCare implements Care {
  readonly #db: Connections
  readonly #space: Space
  readonly #writer: BatchWriter

  constructor(db: Connections, space: Space, writer: BatchWriter) {
    this.#db = db
    this.#space = space
    this.#writer = writer
  }

  async erase(ids: readonly string[], batch: Omit<Batch, 'changes'>): Promise<ErasedCounts> {
    await this.#db.ready()
    const counts = await this.#db.transaction(async (db) => {
      const counters = await this.#space.take(db)
      await this.#writer.begin(db, batch, counters)
      const erased = await this.#eraseRows(db, ids.map(toText), counters)
      const entries = ids.map((key) => ({ key, kind: 'memory', op: 'delete' }) as const)
      this.#writer.record(
        db,
        batch,
        entries.map((entry) => ({ ...entry, before: null, after: null })),
        counters,
      )
      db.send(
        'UPDATE journal SET erased = true WHERE space = $1 AND batch = $2',
        this.#space.number,
        toText(batch.id),
      )
      this.#space.give(db, counters)
      return erased
    })
    await this.#clean()
    return counts
  }

  async backup(path: string): Promise<void> {
    await this.#db.ready()
    await writeCopy(this.#db, this.#space, path)
  }

  async restore(path: string): Promise<void> {
    await this.#db.ready()
    await readCopy(this.#db, this.#space, path)
  }

  async check(): Promise<Finding[]> {
    await this.#db.ready()
    const row = await this.#db.get(CHECKS, this.#space.number)
    return FINDINGS.flatMap(({ column, what }) => {
      const count = Number(row?.[column] ?? 0)
      return count === 0 ? [] : [{ what: `${count} ${what}`, repairable: true }]
    })
  }

  async rebuildIndexes(progress?: (done: number, total: number) => void): Promise<void> {
    await this.#db.ready()
    const space = this.#space.number
    await this.#db.transaction(async (db) => {
      const counters = await this.#space.take(db)
      const total = Number((await db.get(COUNT, space))?.n ?? 0)
      await db.run('DELETE FROM passage WHERE space = $1', space)
      counters.passages = 0
      counters.tokens = 0
      db.send(
        `UPDATE memory SET superseded_by = NULL WHERE space = $1 AND superseded_by IS NOT NULL
           AND superseded_by NOT IN (SELECT id FROM memory WHERE space = $1)
           AND (state = 'removed' OR NOT EXISTS (SELECT 1 FROM memory AS other WHERE ${TWIN}))`,
        space,
      )
      for (let done = 0, last = 0; ; ) {
        const rows = await db.all(
          `SELECT memory.unit, ${TABLES.memory.columns} FROM memory
           WHERE memory.space = $1 AND memory.unit > $2 ORDER BY memory.unit LIMIT $3`,
          space,
          last,
          REBUILD_BATCH,
        )
        if (rows.length === 0) break
        await this.#index(
          db,
          rows.map((row) => ({ unit: Number(row.unit), memory: TABLES.memory.fromRow(row) })),
          counters,
        )
        last = Number(rows.at(-1)?.unit)
        done += rows.length
        progress?.(done, total)
      }
      this.#space.give(db, counters)
    })
  }

  async pruneJournal(before: Timestamp): Promise<number> {
    await this.#db.ready()
    const space = this.#space.number
    return this.#db.transaction(async (db) => {
      await this.#space.take(db)
      const pruned = await db.run(
        `DELETE FROM journal USING batch WHERE journal.space = $1 AND batch.space = $1
           AND batch.id = journal.batch AND batch.at < $2`,
        space,
        before,
      )
      await db.run('DELETE FROM batch WHERE space = $1 AND at < $2', space, before)
      return pruned
    })
  }

  async pruneVersions(ids: readonly string[]): Promise<number> {
    await this.#db.ready()
    return this.#db.transaction(async (db) => {
      await this.#space.take(db)
      const among = [this.#space.number, ids.map(toText)] as const
      // The old text is in the journal twice: as the version, and as the memory's previous value.
      db.send(
        `UPDATE journal SET before = NULL, after = NULL, erased = true
         WHERE space = $1 AND kind = 'memory' AND EXISTS (
           SELECT 1 FROM version JOIN journal AS kept
             ON kept.space = version.space AND kept.kind = 'version' AND kept.key = version.id
           WHERE version.space = $1 AND version.id = ANY($2::text[]) AND version.memory = journal.key
             AND (journal.seq <= kept.seq OR journal.batch = kept.batch))`,
        ...among,
      )
      db.send(
        `UPDATE journal SET before = NULL, after = NULL, erased = true
         WHERE space = $1 AND kind = 'version' AND key = ANY($2::text[])`,
        ...among,
      )
      return db.run('DELETE FROM version WHERE space = $1 AND id = ANY($2::text[])', ...among)
    })
  }

  /** Of the whole database: its spaces share their tables. */
  async sizes(): Promise<StoreSizes> {
    await this.#db.ready()
    const rows = await this.#db.all(
      `SELECT coalesce(pg_partition_root(oid)::regclass::text, relname) AS "table",
         pg_total_relation_size(oid) AS bytes FROM pg_class
       WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
    )
    return sizesByUse(rows as { table: string; bytes: number }[])
  }

  async info(): Promise<StoreInfo> {
    await this.#db.ready()
    const row = await this.#db.get('SELECT pg_database_size(current_database()) AS bytes')
    return {
      engine: 'postgres',
      schema: MIGRATIONS.length,
      bytes: Number(row?.bytes ?? 0),
      location: this.#db.location,
    }
  }

  async #eraseRows(
    db: Transaction,
    ids: readonly string[],
    counters: Counters,
  ): Promise<ErasedCounts> {
    const space = this.#space.number
    const remove = (table: string, condition: string) =>
      db.run(`DELETE FROM ${table} WHERE space = $1 AND ${condition}`, space, ids)
    const units = await db.all(
      'DELETE FROM memory WHERE space = $1 AND id = ANY($2::text[]) RETURNING unit',
      space,
      ids,
    )
    await this.#removeUnits(
      db,
      units.map(({ unit }) => Number(unit)),
      counters,
    )
    const versions = await remove('version', 'memory = ANY($2::text[])')
    const facts = await remove('fact', 'memory = ANY($2::text[])')
    const links = await remove('link', `("from" = ANY($2::text[]) OR "to" = ANY($2::text[]))`)
    // Proposals and guards are documents under the memory's id.
    await remove('document', 'key = ANY($2::text[])')
    await remove('memory_use', 'memory = ANY($2::text[])')
    await remove('injection', 'memory = ANY($2::text[])')
    await this.#withoutSuccessor(db, ids, counters)
    // Deleted versions, facts and links are still in the journal with their text.
    const journalEntries = await db.run(
      `UPDATE journal SET before = NULL, after = NULL, erased = true WHERE space = $1
         AND (key = ANY($2::text[]) OR about && $2::text[]
           OR (kind = 'document' AND split_part(key, '/', 2) = ANY($2::text[]))
           OR key IN (SELECT key FROM journal WHERE space = $1 AND about && $2::text[]))`,
      space,
      ids,
    )
    return { memories: units.length, versions, links, facts, journalEntries }
  }

  async #removeUnits(db: Transaction, units: readonly number[], counters: Counters): Promise<void> {
    const space = this.#space.number
    const gone = await db.all(
      'DELETE FROM passage WHERE space = $1 AND memory = ANY($2::bigint[]) RETURNING tokens',
      space,
      units,
    )
    counters.passages -= gone.length
    counters.tokens -= gone.reduce((sum, { tokens }) => sum + Number(tokens), 0)
    db.send(
      `WITH gone AS (DELETE FROM embedding WHERE space = $1 AND corpus = 'memories'
         AND unit = ANY($2::bigint[]) RETURNING id)
       DELETE FROM vector_code WHERE space = $1 AND id IN (SELECT id FROM gone)`,
      space,
      units,
    )
    db.send(
      `DELETE FROM vector_due WHERE space = $1 AND corpus = 'memories' AND unit = ANY($2::bigint[])`,
      space,
      units,
    )
  }

  /** What they superseded is in force again, unless another memory has its name or text now. */
  async #withoutSuccessor(
    db: Transaction,
    ids: readonly string[],
    counters: Counters,
  ): Promise<void> {
    const space = this.#space.number
    const orphans = await db.all(
      `SELECT unit FROM memory WHERE space = $1 AND superseded_by = ANY($2::text[]) ORDER BY unit`,
      space,
      ids,
    )
    for (const { unit } of orphans) {
      const restored = await db.run(
        `UPDATE memory SET superseded_by = NULL WHERE space = $1 AND unit = $2
           AND (state = 'removed' OR NOT EXISTS (SELECT 1 FROM memory AS other WHERE ${TWIN}))`,
        space,
        Number(unit),
      )
      if (restored > 0) continue
      await db.run(
        `UPDATE memory SET superseded_by = NULL, state = 'removed' WHERE space = $1 AND unit = $2`,
        space,
        Number(unit),
      )
      const words = await db.all(
        'DELETE FROM passage WHERE space = $1 AND memory = $2 RETURNING tokens',
        space,
        Number(unit),
      )
      counters.passages -= words.length
      counters.tokens -= words.reduce((sum, { tokens }) => sum + Number(tokens), 0)
    }
  }

  async #index(
    db: Transaction,
    found: readonly { readonly unit: number; readonly memory: Memory }[],
    counters: Counters,
  ): Promise<void> {
    const rows = found.flatMap(({ unit, memory }) => passageRows(this.#space.number, memory, unit))
    if (rows.length === 0) return
    const keys = [...new Set(rows.map(({ place }) => place))]
    insertPassages(db, this.#space.number, rows, await this.#space.placesWithin(db, keys))
    counters.passages += rows.length
    counters.tokens += rows.reduce((sum, { tokens }) => sum + tokens, 0)
  }

  /**
   * Dead rows keep their content until they are cleaned away, and the words in the index wait in a
   * list: both are written anew. Write-ahead logs and backups of the server are the server's.
   */
  async #clean(): Promise<void> {
    for (const table of CLEANED) await this.#db.run(`VACUUM ${table}`)
  }
}

const COUNT = 'SELECT count(*) AS n FROM memory WHERE space = $1'

/** Another living memory of the same place with its name or its content. */
const TWIN = `other.space = memory.space AND other.unit <> memory.unit
  AND other.state <> 'removed' AND other.superseded_by IS NULL AND other.scope = memory.scope
  AND coalesce(other.project, '') = coalesce(memory.project, '')
  AND coalesce(other.session, '') = coalesce(memory.session, '')
  AND (other.name = memory.name OR other.content_hash = memory.content_hash)`

const FINDINGS = [
  { column: 'unfound', what: 'memories are missing from the text index' },
  { column: 'strays', what: 'passages belong to no living memory' },
  { column: 'miscounted', what: 'passages or tokens are counted wrongly' },
  { column: 'orphans', what: 'memories are superseded by one that is gone' },
  { column: 'unbatched', what: 'journal entries belong to no batch' },
] as const

const CHECKS = `SELECT
  (SELECT count(*) FROM memory WHERE space = $1 AND state <> 'removed' AND NOT EXISTS (
    SELECT 1 FROM passage WHERE passage.space = $1 AND passage.memory = memory.unit)) AS unfound,
  (SELECT count(*) FROM passage WHERE space = $1 AND NOT EXISTS (
    SELECT 1 FROM memory WHERE memory.space = $1 AND memory.unit = passage.memory
      AND memory.state <> 'removed')) AS strays,
  (SELECT abs(space.passages - count(passage.number)) + abs(space.tokens - coalesce(sum(passage.tokens), 0))
   FROM space LEFT JOIN passage ON passage.space = space.id WHERE space.id = $1
   GROUP BY space.id) AS miscounted,
  (SELECT count(*) FROM memory WHERE space = $1 AND superseded_by IS NOT NULL
    AND superseded_by NOT IN (SELECT id FROM memory WHERE space = $1)) AS orphans,
  (SELECT count(*) FROM journal WHERE space = $1 AND batch NOT IN (
    SELECT id FROM batch WHERE space = $1)) AS unbatched`
