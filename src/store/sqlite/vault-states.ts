/** C-02. The vault's own database of file states, beside the store. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite'
import {
  CLOCK_GRAIN_MS,
  type FileGlance,
  type FileState,
  type Intent,
  type VaultProblem,
  type VaultStates,
} from '../../vault/states.ts'
import { fromSqlite } from './failures.ts'
import { makePrivateFile } from './private-file.ts'
import { useWal } from './use-wal.ts'

/** Derived from files and rows: a database with another schema is deleted and rebuilt. */
const SHAPE = 1
const TABLES = `
CREATE TABLE file (
  path TEXT PRIMARY KEY, folder TEXT NOT NULL, memory TEXT NOT NULL, stamp TEXT NOT NULL,
  hash TEXT NOT NULL, row_hash TEXT NOT NULL, checked_ms REAL NOT NULL, missing INTEGER NOT NULL,
  type TEXT, line TEXT, expires_at TEXT
) WITHOUT ROWID;
CREATE INDEX file_folder ON file (folder);
CREATE INDEX file_memory ON file (memory);
CREATE INDEX file_expiry ON file (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX file_glance ON file (path, stamp, checked_ms, missing);
CREATE TABLE intent (
  path TEXT NOT NULL, memory TEXT NOT NULL, hash TEXT NOT NULL, row_hash TEXT NOT NULL,
  PRIMARY KEY (path, hash)
) WITHOUT ROWID;
CREATE TABLE dirty (folder TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE unwritten (memory TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE problem (
  path TEXT PRIMARY KEY, stamp TEXT NOT NULL, line INTEGER, what TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE position (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL);
`
const BUSY_TIMEOUT_MS = 10_000

type Value = string | number | null
type Row = Record<string, unknown>

/** A file that was there, and was last read well after it was written: a stamp is size, time and number. */
const SETTLED = `missing = 0 AND
  CAST(substr(stamp, instr(stamp, ':') + 1) AS REAL) <= checked_ms - ${CLOCK_GRAIN_MS}`

export function openVaultStates(file: string): VaultStates {
  const db = open(file)
  const statements = new Map<string, StatementSyncInstance>()
  const withStoreErrors = <T>(body: () => T): T => {
    try {
      return body()
    } catch (thrown) {
      throw fromSqlite(thrown, file)
    }
  }
  const statement = (sql: string) => {
    const known = statements.get(sql) ?? db.prepare(sql)
    statements.set(sql, known)
    return known
  }
  const all = (sql: string, ...values: Value[]) =>
    withStoreErrors(() => statement(sql).all(...values) as Row[])
  const run = (sql: string, ...values: Value[]) => {
    withStoreErrors(() => statement(sql).run(...values))
  }
  const together = (body: () => void) =>
    withStoreErrors(() => {
      db.exec('BEGIN IMMEDIATE')
      try {
        body()
        db.exec('COMMIT')
      } catch (thrown) {
        if (db.isTransaction) db.exec('ROLLBACK')
        throw thrown
      }
    })
  const forEach = <T>(items: readonly T[], body: (item: T) => void) => {
    if (items.length > 0) together(() => items.forEach(body))
  }
  let isOpen = true

  return {
    glances() {
      // One long text for all of them takes a third of the time of a row for each.
      const [row] = all(`SELECT group_concat(path || char(9) || stamp, char(10)) AS lines
                         FROM file WHERE ${SETTLED}`)
      const unsettled = all(
        `SELECT path, stamp, checked_ms, missing FROM file WHERE NOT (${SETTLED})`,
      ).map((each) => [String(each.path), glanceOf(each)] as const)
      return {
        settled: new Set(typeof row?.lines === 'string' ? row.lines.split('\n') : []),
        unsettled: new Map(unsettled),
      }
    },
    get: (path) => all('SELECT * FROM file WHERE path = ?', path).map(stateOf)[0] ?? null,
    all: () => all('SELECT * FROM file').map(stateOf),
    inFolder: (folder) =>
      all('SELECT * FROM file WHERE folder = ? ORDER BY path', folder).map(stateOf),
    indexLines: (folder) =>
      new Map(
        all(
          `SELECT type, group_concat(line, char(10) ORDER BY line) AS lines
           FROM file WHERE folder = ? AND missing = 0 AND type IS NOT NULL GROUP BY type`,
          folder,
        ).map(({ type, lines }) => [String(type), String(lines)]),
      ),
    ofMemories: (ids) =>
      all(
        'SELECT * FROM file WHERE memory IN (SELECT value FROM json_each(?)) ORDER BY path',
        JSON.stringify(ids),
      ).map(stateOf),
    expiredAt: (now) =>
      all('SELECT memory FROM file WHERE expires_at <= ?', now).map((row) => String(row.memory)),
    put: (states) =>
      forEach(states, (state) =>
        run(
          'INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
          state.path,
          dirname(state.path),
          state.memory,
          state.stamp,
          state.hash,
          state.rowHash,
          state.checkedMs,
          state.missing ? 1 : 0,
          state.entry?.type ?? null,
          state.entry?.line ?? null,
          state.expiresAt,
        ),
      ),
    remove: (paths) => forEach(paths, (path) => run('DELETE FROM file WHERE path = ?', path)),

    intend: (intents) =>
      forEach(intents, ({ path, memory, hash, rowHash }) =>
        run('INSERT OR REPLACE INTO intent VALUES (?, ?, ?, ?)', path, memory, hash, rowHash),
      ),
    intents: (path) => all('SELECT * FROM intent WHERE path = ?', path).map(intentOf),
    settle: (paths) => forEach(paths, (path) => run('DELETE FROM intent WHERE path = ?', path)),

    dirty: () => all('SELECT folder FROM dirty ORDER BY folder').map((row) => String(row.folder)),
    markDirty: (folders) =>
      forEach(folders, (folder) => run('INSERT OR IGNORE INTO dirty VALUES (?)', folder)),
    markClean: (folder) => run('DELETE FROM dirty WHERE folder = ?', folder),

    unwritten: () => all('SELECT memory FROM unwritten').map((row) => String(row.memory)),
    markUnwritten: (ids) =>
      forEach(ids, (id) => run('INSERT OR IGNORE INTO unwritten VALUES (?)', id)),
    markWritten: (ids) => forEach(ids, (id) => run('DELETE FROM unwritten WHERE memory = ?', id)),

    problems: () => all('SELECT * FROM problem ORDER BY path').map(problemOf),
    putProblem: ({ path, stamp, line, what }) =>
      run('INSERT OR REPLACE INTO problem VALUES (?, ?, ?, ?)', path, stamp, line, what),
    clearProblems: (paths) =>
      forEach(paths, (path) => run('DELETE FROM problem WHERE path = ?', path)),

    position: () => Number(all('SELECT seq FROM position')[0]?.seq ?? -1),
    setPosition: (seq) => run('INSERT OR REPLACE INTO position VALUES (1, ?)', seq),
    flush: () => withStoreErrors(() => db.exec('PRAGMA wal_checkpoint(TRUNCATE)')),
    close() {
      if (!isOpen) return
      isOpen = false
      statements.clear()
      db.close()
    },
  }
}

function open(file: string) {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    makePrivateFile(file)
    const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
    useWal(db, file, BUSY_TIMEOUT_MS)
    db.exec('PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON')
    const shape = () =>
      Number((db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version)
    if (shape() !== SHAPE) {
      db.exec('BEGIN IMMEDIATE')
      // Another process may have made them while this one waited.
      if (shape() !== SHAPE) {
        for (const table of ['file', 'intent', 'dirty', 'unwritten', 'problem', 'position']) {
          db.exec(`DROP TABLE IF EXISTS ${table}`)
        }
        db.exec(`${TABLES} PRAGMA user_version = ${SHAPE};`)
      }
      db.exec('COMMIT')
    }
    return db
  } catch (thrown) {
    throw fromSqlite(thrown, file)
  }
}

/** Rows were written by the statements above, so they have these shapes. */
function glanceOf(row: Row): FileGlance {
  return {
    stamp: String(row.stamp),
    checkedMs: Number(row.checked_ms),
    missing: row.missing === 1,
  }
}

function stateOf(row: Row): FileState {
  return {
    ...glanceOf(row),
    path: String(row.path),
    memory: String(row.memory),
    hash: String(row.hash),
    rowHash: String(row.row_hash),
    entry: row.type === null ? null : { type: String(row.type), line: String(row.line) },
    expiresAt: row.expires_at === null ? null : String(row.expires_at),
  }
}

function intentOf(row: Row): Intent {
  const { path, memory, hash, row_hash } = row
  return {
    path: String(path),
    memory: String(memory),
    hash: String(hash),
    rowHash: String(row_hash),
  }
}

function problemOf({ path, stamp, line, what }: Row): VaultProblem {
  return {
    path: String(path),
    stamp: String(stamp),
    line: line === null ? null : Number(line),
    what: String(what),
  }
}
