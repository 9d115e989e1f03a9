/** One connection: pragmas, statements kept prepared, transactions, migrations. */
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type backup,
  DatabaseSync,
  type DatabaseSyncInstance,
  type StatementSyncInstance,
} from '@photostructure/sqlite'
import { BoundedMap } from '../../bounded-map.ts'
import { MnemeError } from '../../errors.ts'
import { fromSqlite } from './failures.ts'
import { MIGRATIONS } from './migrations/migrations.ts'
import { makePrivateFile } from './private-file.ts'
import { useWal } from './use-wal.ts'

type Connection = DatabaseSyncInstance
type Statement = StatementSyncInstance

export type Bindable = string | number | bigint | null | Uint8Array
export type Row = Record<string, unknown>

const TRY_AGAIN_MS = 10
/** About three times as many as the code has; pages and filters make more. */
export const MAX_STATEMENTS = 400

interface DatabaseOptions {
  readonly file: string
  /** FULL: an acknowledged write survives power loss (B-13). */
  readonly synchronous: 'FULL' | 'NORMAL' | 'OFF'
  readonly busyTimeoutMs: number
  /** Writers here retry between turns of the event loop instead of blocking it. */
  readonly neverBlocks?: boolean
  /** B-15. Called with the file's schema before it is migrated. */
  readonly beforeMigration?: (database: Database, from: number) => void
}

const MAX_INT32 = 2 ** 31 - 1

/**
 * The driver binds whole numbers beyond 32 bits as reals, and FTS5 does not use a real as the end of
 * a range of row ids: it would read the postings of every project.
 */
function asBound(value: Bindable): Bindable {
  return typeof value === 'number' && Math.abs(value) > MAX_INT32 && Number.isSafeInteger(value)
    ? BigInt(value)
    : value
}

export class Database {
  readonly file: string
  readonly #db: Connection
  readonly #statements = new BoundedMap<string, Statement>(MAX_STATEMENTS)
  readonly #listings = new BoundedMap<string, Statement>(MAX_STATEMENTS)
  readonly #busyTimeoutMs: number
  #open = true

  constructor(options: DatabaseOptions) {
    this.file = options.file
    this.#busyTimeoutMs = options.busyTimeoutMs
    try {
      mkdirSync(dirname(options.file), { recursive: true, mode: 0o700 })
      makePrivateFile(options.file)
      this.#db = new DatabaseSync(options.file, { timeout: options.busyTimeoutMs })
    } catch (thrown) {
      throw fromSqlite(asDiskError(thrown, options.file), options.file)
    }
    try {
      useWal(this.#db, options.file, options.busyTimeoutMs)
      this.#db.exec(`PRAGMA synchronous = ${options.synchronous}`)
      this.#db.exec('PRAGMA foreign_keys = OFF; PRAGMA secure_delete = FAST')
      // What one search reads fits: the pages that every search begins with stay. The system keeps the
      // file's pages too, so a cache larger than this showed in memory and hardly in time.
      this.#db.exec('PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8000')
      this.#migrate(options)
      if (options.neverBlocks) this.#db.exec('PRAGMA busy_timeout = 0')
    } catch (thrown) {
      this.#db.close()
      throw fromSqlite(thrown, options.file)
    }
  }

  all(sql: string, ...values: Bindable[]): Row[] {
    return this.#withStoreErrors(() => this.#statement(sql).all(...values.map(asBound)) as Row[])
  }

  /** Rows as lists in the order of the columns: a third faster where many are read. */
  lists(sql: string, ...values: Bindable[]): unknown[][] {
    return this.#withStoreErrors(
      () => this.#listing(sql).all(...values.map(asBound)) as unknown as unknown[][],
    )
  }

  get(sql: string, ...values: Bindable[]): Row | undefined {
    return this.#withStoreErrors(
      () => this.#statement(sql).get(...values.map(asBound)) as Row | undefined,
    )
  }

  run(sql: string, ...values: Bindable[]): { changes: number; lastId: number } {
    return this.#withStoreErrors(() => {
      const result = this.#statement(sql).run(...values.map(asBound))
      return { changes: Number(result.changes), lastId: Number(result.lastInsertRowid) }
    })
  }

  /** As `run`, once the current writer is done: this process does other things meanwhile. */
  async runWhenFree(sql: string, ...values: Bindable[]): Promise<void> {
    const deadline = performance.now() + this.#busyTimeoutMs
    for (;;) {
      try {
        this.run(sql, ...values)
        return
      } catch (thrown) {
        const isBusy = thrown instanceof MnemeError && thrown.code === 'store_busy'
        if (!isBusy || performance.now() > deadline) throw thrown
        await sleep(TRY_AGAIN_MS)
      }
    }
  }

  exec(sql: string): void {
    this.#withStoreErrors(() => this.#db.exec(sql))
  }

  /** Takes the write lock first, so that what is read inside stays true until the commit. */
  transaction<T>(body: () => T): T {
    return this.#withStoreErrors(() => {
      this.#statement('BEGIN IMMEDIATE').run()
      try {
        const result = body()
        this.#statement('COMMIT').run()
        return result
      } catch (thrown) {
        if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
        throw thrown
      }
    })
  }

  /** Runs the body against the bare errors of SQLite, for callers that tell them apart. */
  rawAll(sql: string, ...values: Bindable[]): Row[] {
    return this.#statement(sql).all(...values.map(asBound)) as Row[]
  }

  /** Copies while others write; the driver's own call wants the bare connection. */
  async backupTo(path: string, copy: typeof backup): Promise<void> {
    try {
      await copy(this.#db, path)
    } catch (thrown) {
      throw fromSqlite(thrown, path)
    }
  }

  /** The same, at once: for a copy before a migration, while no other process may write. */
  copyTo(path: string): void {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    makePrivateFile(path)
    this.#db.prepare('VACUUM INTO ?').run(path)
  }

  close(): void {
    if (!this.#open) return
    this.#open = false
    this.#statements.clear()
    this.#listings.clear()
    this.#db.close()
  }

  #withStoreErrors<T>(body: () => T): T {
    if (!this.#open) throw new MnemeError('unavailable', 'the store is closed')
    try {
      return body()
    } catch (thrown) {
      throw fromSqlite(thrown, this.file)
    }
  }

  #statement(sql: string): Statement {
    return this.#statements.of(sql, () => this.#db.prepare(sql))
  }

  #listing(sql: string): Statement {
    return this.#listings.of(sql, () => {
      const statement = this.#db.prepare(sql)
      statement.setReturnArrays(true)
      return statement
    })
  }

  #migrate(options: DatabaseOptions): void {
    const found = this.#version()
    if (found > MIGRATIONS.length) {
      throw new MnemeError(
        'store_newer',
        `${this.file} was written by a newer mneme (schema ${found}, this one knows ${MIGRATIONS.length})`,
        { hint: 'Update mneme, or choose another home with MNEME_HOME. Nothing was changed.' },
      )
    }
    if (found === MIGRATIONS.length) return
    if (found > 0) options.beforeMigration?.(this, found)
    this.#db.exec('BEGIN IMMEDIATE')
    try {
      // Another process may have migrated while this one waited for the lock.
      for (let next = this.#version(); next < MIGRATIONS.length; next++) {
        this.#db.exec(MIGRATIONS[next] ?? '')
        this.#db.exec(`PRAGMA user_version = ${next + 1}`)
      }
      this.#db.exec('COMMIT')
    } catch (thrown) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      throw thrown
    }
  }

  #version(): number {
    const row = this.#db.prepare('PRAGMA user_version').get() as { user_version: number }
    return row.user_version
  }
}

/** `mkdir` fails with the system's codes; a file in the folder's place is one of them. */
function asDiskError(thrown: unknown, file: string): unknown {
  if (!(thrown instanceof Error) || !('code' in thrown) || 'errcode' in thrown) return thrown
  const folder = dirname(file)
  return new MnemeError(
    'disk',
    existsSync(folder) ? `${file} cannot be opened: ${thrown.message}` : `${folder} cannot be made`,
    { hint: 'Choose a folder that you can write to with MNEME_HOME.', cause: thrown },
  )
}
