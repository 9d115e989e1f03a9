/** M-06. A backup brings rows, never code: triggers and views in it must be the ones our schema has. */
import { DatabaseSync } from '@photostructure/sqlite'
import { MnemeError } from '../../errors.ts'
import { fromSqlite } from './failures.ts'
import { MIGRATIONS } from './migrations/migrations.ts'

type Connection = InstanceType<typeof DatabaseSync>

/** Throws before anything in the file could run. A file of another version is compared with that one. */
export function refuseForeignParts(path: string): void {
  const found = reading(path, (db) => ({ parts: partsOf(db), version: versionOf(db) }))
  const known = reading(':memory:', (db) => {
    for (const migration of MIGRATIONS.slice(0, found.version)) db.exec(migration)
    return new Set(partsOf(db).map(({ sql }) => sql))
  })
  const foreign = found.parts.find(({ sql }) => !known.has(sql))
  if (foreign === undefined) return
  throw new MnemeError(
    'store_corrupt',
    `${path} holds a ${foreign.type} that Mneme did not make: ${foreign.name}`,
    { hint: 'Nothing was restored. Choose another backup: mneme restore --list' },
  )
}

function reading<T>(path: string, read: (db: Connection) => T): T {
  try {
    const db = new DatabaseSync(path)
    try {
      return read(db)
    } finally {
      db.close()
    }
  } catch (thrown) {
    throw fromSqlite(thrown, path)
  }
}

interface Part {
  readonly type: string
  readonly name: string
  readonly sql: string
}

function partsOf(db: Connection): Part[] {
  const query = `SELECT type, name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')`
  return db.prepare(query).all() as unknown as Part[]
}

function versionOf(db: Connection): number {
  const row = db.prepare('PRAGMA user_version').get() as { user_version: number }
  return Number(row.user_version)
}
