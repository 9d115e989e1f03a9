/**
 * M-06. A backup brings rows, never code: its tables, indexes, triggers and views must be those of our schema,
 * and all of them. An empty file is a database, too, and no backup.
 */
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
    return partsOf(db)
  })
  const isIn = (parts: readonly Part[], { sql }: Part) => parts.some((part) => part.sql === sql)
  const missing = known.find((part) => part.type === 'table' && !isIn(found.parts, part))
  // A file of a later version is refused where it is opened; here only what would run counts.
  const isOurs = found.version <= MIGRATIONS.length
  if (found.version < 1 || (isOurs && missing !== undefined)) {
    throw new MnemeError('store_corrupt', `${path} is no backup of Mneme`, {
      hint: 'Nothing was restored. Choose another backup: mneme restore --list',
    })
  }
  const isCode = ({ type }: Part) => type === 'trigger' || type === 'view'
  const foreign = found.parts.find((part) => (isCode(part) || isOurs) && !isIn(known, part))
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
  // What SQLite makes itself has no text, or a name that it keeps to itself.
  const query = `SELECT type, name, sql FROM sqlite_master
                 WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!'`
  return db.prepare(query).all() as unknown as Part[]
}

function versionOf(db: Connection): number {
  const row = db.prepare('PRAGMA user_version').get() as { user_version: number }
  return Number(row.user_version)
}
