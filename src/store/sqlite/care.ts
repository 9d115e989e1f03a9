/** B-14 to B-16. Erases, backs up, checks and rebuilds the database. */

import { mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup } from '@photostructure/sqlite'
import type { Timestamp } from '../../clock.ts'
import { MnemeError } from '../../errors.ts'
import type { Batch } from '../change.ts'
import { sizesByUse } from '../rules/sizes.ts'
import type { Care, ErasedCounts, Finding, StoreInfo, StoreSizes } from '../store.ts'
import type { BatchWriter, Tables } from './apply.ts'
import { Database } from './database.ts'
import { refuseForeignParts } from './foreign-parts.ts'
import { MIGRATIONS } from './migrations/migrations.ts'
import { makePrivateFile } from './private-file.ts'
import type { SqliteSessions } from './sessions.ts'
import type { TextIndex } from './text-index.ts'

const REBUILD_BATCH = 500
const RESTORE_WAIT_MS = 10_000

/** True of journaled versions, facts and links of the memories that are wanted. */
const BELONGS = ['memory', 'from', 'to']
  .map((field) => `json_extract(coalesce(after, before), '$.${field}') IN wanted`)
  .join(' OR ')

export class SqliteCare implements Care {
  readonly #db: Database
  readonly #tables: Tables
  readonly #text: TextIndex
  readonly #writer: BatchWriter
  readonly #sessions: SqliteSessions

  constructor(
    db: Database,
    tables: Tables,
    text: TextIndex,
    writer: BatchWriter,
    sessions: SqliteSessions,
  ) {
    this.#db = db
    this.#sessions = sessions
    this.#tables = tables
    this.#text = text
    this.#writer = writer
  }

  async erase(ids: readonly string[], batch: Omit<Batch, 'changes'>): Promise<ErasedCounts> {
    this.#db.exec('PRAGMA secure_delete = ON')
    try {
      const counts = this.#eraseRows(ids, batch)
      this.#writeAnew()
      return counts
    } finally {
      this.#db.exec('PRAGMA secure_delete = FAST')
    }
  }

  #eraseRows(ids: readonly string[], batch: Omit<Batch, 'changes'>): ErasedCounts {
    const list = JSON.stringify(ids)
    const among = (column: string) => `${column} IN (SELECT value FROM json_each(?))`
    return this.#db.transaction(() => {
      this.#writer.begin(batch)
      const rows = this.#db.all(`SELECT row, id FROM memory WHERE ${among('id')}`, list)
      const versions = this.#db.all(`SELECT id FROM version WHERE ${among('memory')}`, list)
      const facts = this.#db.all(`SELECT id FROM fact WHERE ${among('memory')}`, list)
      const links = this.#db.all(
        `SELECT key FROM link WHERE ${among('"from"')} OR ${among('"to"')}`,
        list,
        list,
      )
      for (const { row } of rows) this.#text.remove(Number(row))
      this.#db.run(`DELETE FROM memory WHERE ${among('id')}`, list)
      this.#db.run(`DELETE FROM version WHERE ${among('memory')}`, list)
      this.#db.run(`DELETE FROM fact WHERE ${among('memory')}`, list)
      this.#db.run(`DELETE FROM link WHERE ${among('"from"')} OR ${among('"to"')}`, list, list)
      // Proposals and guards are documents under the memory's id.
      this.#db.run(`DELETE FROM document WHERE ${among('key')}`, list)
      this.#withoutSuccessor(list)
      // Deleted versions, facts and links are still in the journal with their text.
      const { changes: journalEntries } = this.#db.run(
        `WITH wanted AS (SELECT value FROM json_each(?)),
              belonging AS (SELECT key FROM journal WHERE kind <> 'memory' AND (${BELONGS}))
         UPDATE journal SET before = NULL, after = NULL, erased = 1
         WHERE key IN wanted OR key IN belonging
           OR (kind = 'document' AND substr(key, instr(key, '/') + 1) IN wanted)`,
        list,
      )
      for (const id of ids) {
        this.#db.run(
          `INSERT INTO journal (batch, op, kind, key, erased) VALUES (?, 'delete', 'memory', ?, 1)`,
          batch.id,
          id,
        )
        this.#db.run(
          `INSERT INTO outbox (batch, kind, key, op, at) VALUES (?, 'memory', ?, 'delete', ?)`,
          batch.id,
          id,
          batch.at,
        )
      }
      return {
        memories: rows.length,
        versions: versions.length,
        links: links.length,
        facts: facts.length,
        journalEntries,
      }
    })
  }

  /** What they superseded is in force again, unless another memory has its name or text now. */
  #withoutSuccessor(list: string): void {
    const orphans = 'superseded_by IN (SELECT value FROM json_each(?))'
    this.#db.run(`UPDATE OR IGNORE memory SET superseded_by = NULL WHERE ${orphans}`, list)
    for (const { row } of this.#db.all(`SELECT row FROM memory WHERE ${orphans}`, list)) {
      this.#text.remove(Number(row))
      this.#db.run(
        `UPDATE memory SET superseded_by = NULL, state = 'removed' WHERE row = ?`,
        Number(row),
      )
    }
  }

  /** Words linger in merged index segments, in freed pages and in the log: write all of it anew. */
  #writeAnew(): void {
    this.#db.exec(`INSERT INTO memory_text (memory_text) VALUES ('optimize')`)
    this.#db.exec('VACUUM')
    const log = this.#db.get('PRAGMA wal_checkpoint(TRUNCATE)')
    if (log?.busy !== 0) {
      throw new MnemeError('store_busy', 'erased, but another process still reads the old state', {
        hint: 'Erase it again once the other process has ended: traces may be left in the log.',
      })
    }
  }

  async backup(path: string): Promise<void> {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const half = `${path}.part`
    makePrivateFile(half)
    await this.#db.backupTo(half, backup)
    renameSync(half, path)
  }

  async restore(path: string): Promise<void> {
    refuseForeignParts(path)
    const copy = new Database({ file: path, synchronous: 'FULL', busyTimeoutMs: RESTORE_WAIT_MS })
    try {
      await copy.backupTo(this.#db.file, backup)
    } finally {
      copy.close()
    }
  }

  async check(): Promise<Finding[]> {
    const findings: Finding[] = []
    for (const row of this.#db.all('PRAGMA integrity_check(20)')) {
      const what = String(row.integrity_check)
      if (what !== 'ok') findings.push({ what: `database: ${what}`, repairable: false })
    }
    const count = (sql: string) => Number(this.#db.get(sql)?.n ?? 0)
    const report = (n: number, what: string) => {
      if (n > 0) findings.push({ what: `${n} ${what}`, repairable: true })
    }
    report(
      count(`SELECT count(*) AS n FROM memory WHERE state <> 'removed'
             AND NOT EXISTS (SELECT 1 FROM passage WHERE passage.memory = memory.row)`),
      'memories are missing from the text index',
    )
    report(
      count(`SELECT count(*) AS n FROM passage
             WHERE NOT EXISTS (SELECT 1 FROM memory WHERE memory.row = passage.memory
                               AND memory.state <> 'removed')`),
      'passages belong to no living memory',
    )
    report(
      Math.abs(
        count('SELECT count(*) AS n FROM passage') -
          count('SELECT count(*) AS n FROM memory_text_docsize'),
      ),
      'passages differ between the text index and its table',
    )
    report(
      count(`SELECT count(*) AS n FROM memory WHERE superseded_by IS NOT NULL
             AND superseded_by NOT IN (SELECT id FROM memory)`),
      'memories are superseded by one that is gone',
    )
    report(
      count(`SELECT count(*) AS n FROM journal WHERE batch NOT IN (SELECT id FROM batch)`),
      'journal entries belong to no batch',
    )
    report(
      count(`SELECT count(*) AS n FROM message WHERE (text <> '' OR calls IS NOT NULL)
             AND NOT EXISTS (SELECT 1 FROM message_text_docsize WHERE id = message.row * 4096)`),
      'messages are missing from the text index',
    )
    for (const index of ['memory_text', 'message_text', 'stretch_text']) {
      try {
        this.#db.exec(`INSERT INTO ${index} (${index}) VALUES ('integrity-check')`)
      } catch {
        findings.push({ what: `the text index ${index} is damaged`, repairable: true })
      }
    }
    return findings
  }

  async rebuildIndexes(progress?: (done: number, total: number) => void): Promise<void> {
    const total = Number(this.#db.get('SELECT count(*) AS n FROM memory')?.n ?? 0)
    this.#db.transaction(() => {
      for (const table of ['passage', 'memory_tag', 'memory_file'])
        this.#db.exec(`DELETE FROM ${table}`)
      this.#db.exec(`INSERT INTO memory_text (memory_text) VALUES ('delete-all')`)
      const gone = this.#db
        .all(`SELECT DISTINCT superseded_by AS id FROM memory WHERE superseded_by IS NOT NULL
              AND superseded_by NOT IN (SELECT id FROM memory)`)
        .map((row) => row.id)
      this.#withoutSuccessor(JSON.stringify(gone))
      for (let done = 0, last = 0; ; ) {
        const rows = this.#db.all(
          `SELECT memory.row AS row, ${this.#tables.memory.columns} FROM memory
           WHERE memory.row > ? ORDER BY memory.row LIMIT ?`,
          last,
          REBUILD_BATCH,
        )
        if (rows.length === 0) break
        for (const row of rows) this.#text.add(this.#tables.memory.fromRow(row), Number(row.row))
        last = Number(rows.at(-1)?.row)
        done += rows.length
        progress?.(done, total)
      }
    })
    this.#sessions.rebuildIndexes()
  }

  async pruneJournal(before: Timestamp): Promise<number> {
    return this.#db.transaction(() => {
      const { changes } = this.#db.run(
        'DELETE FROM journal WHERE batch IN (SELECT id FROM batch WHERE at < ?)',
        before,
      )
      this.#db.run('DELETE FROM batch WHERE at < ?', before)
      return changes
    })
  }

  async pruneVersions(ids: readonly string[]): Promise<number> {
    const list = JSON.stringify(ids)
    return this.#db.transaction(() => {
      // The old text is in the journal twice: as the version, and as the memory's previous value.
      this.#db.run(
        `UPDATE journal SET before = NULL, after = NULL, erased = 1
         WHERE kind = 'memory' AND EXISTS (
           SELECT 1 FROM version JOIN journal AS kept ON kept.kind = 'version' AND kept.key = version.id
           WHERE version.id IN (SELECT value FROM json_each(?)) AND version.memory = journal.key
             AND (journal.seq <= kept.seq OR journal.batch = kept.batch))`,
        list,
      )
      this.#db.run(
        `UPDATE journal SET before = NULL, after = NULL, erased = 1
         WHERE kind = 'version' AND key IN (SELECT value FROM json_each(?))`,
        list,
      )
      return this.#db.run('DELETE FROM version WHERE id IN (SELECT value FROM json_each(?))', list)
        .changes
    })
  }

  async sizes(): Promise<StoreSizes> {
    const rows = this.#db.all(
      `SELECT coalesce(tbl_name, pages.name) AS "table", pages.pgsize AS bytes
       FROM dbstat AS pages LEFT JOIN sqlite_schema ON sqlite_schema.name = pages.name
       WHERE pages.aggregate = true`,
    )
    return sizesByUse(rows as { table: string; bytes: number }[])
  }

  async info(): Promise<StoreInfo> {
    return {
      engine: 'sqlite',
      schema: MIGRATIONS.length,
      bytes: statSync(this.#db.file).size,
      location: this.#db.file,
    }
  }
}
