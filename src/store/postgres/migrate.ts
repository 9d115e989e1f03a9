/** Creates or updates the schema; the first process does it, the others wait. */
import { MnemeError } from '../../errors.ts'
import type { RawConnection } from './connections.ts'
import { MIGRATIONS } from './migrations/migrations.ts'

/** The oldest PostgreSQL that has what is used here: `bit_count` came with 14, 15 is what we test. */
const OLDEST_VERSION = 150_000
/** Any number of our own: who migrates holds the lock of this name. */
const MIGRATION_LOCK = 7_161_031_205

export async function migrate(bare: RawConnection, location: string): Promise<void> {
  await expectVersion(bare, location)
  if ((await schemaOf(bare, location)) === MIGRATIONS.length) return
  await bare.query('BEGIN')
  try {
    // Migrating takes longer than any other wait that is worth waiting for.
    await bare.query('SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0')
    await bare.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    // Another server may have migrated while this one waited for the lock.
    for (let next = await schemaOf(bare, location); next < MIGRATIONS.length; next++) {
      if (next === 0) await bare.query('CREATE TABLE mneme_schema (version integer NOT NULL)')
      await bare.query(MIGRATIONS[next] ?? '')
      await bare.query('DELETE FROM mneme_schema')
      await bare.query('INSERT INTO mneme_schema (version) VALUES ($1)', [next + 1])
    }
    await bare.query('COMMIT')
  } catch (thrown) {
    await bare.query('ROLLBACK').catch(() => undefined) // the connection may be what failed
    throw thrown
  }
}

async function expectVersion(bare: RawConnection, location: string): Promise<void> {
  const { rows } = await bare.query(`SELECT current_setting('server_version_num')::int AS number,
    current_setting('server_version') AS name, current_setting('server_encoding') AS encoding`)
  const { number, name, encoding } = rows[0] as { number: number; name: string; encoding: string }
  if (number < OLDEST_VERSION) {
    throw new MnemeError('unavailable', `PostgreSQL at ${location} is ${name}, too old for mneme`, {
      hint: 'PostgreSQL 15 or newer is needed. Nothing was changed.',
    })
  }
  if (encoding !== 'UTF8') {
    throw new MnemeError('unavailable', `the database at ${location} is in ${encoding}`, {
      hint: 'Memories are UTF-8: create the database with ENCODING UTF8 TEMPLATE template0.',
    })
  }
}

async function schemaOf(bare: RawConnection, location: string): Promise<number> {
  const { rows } = await bare.query(`SELECT to_regclass('mneme_schema') AS found`)
  if (rows[0]?.found === null) return 0
  const found = await bare.query('SELECT version FROM mneme_schema')
  const version = Number(found.rows[0]?.version ?? 0)
  if (version > MIGRATIONS.length) {
    throw new MnemeError(
      'store_newer',
      `${location} was written by a newer mneme (schema ${version}, this one knows ${MIGRATIONS.length})`,
      { hint: 'Update mneme, or name another database in store.url. Nothing was changed.' },
    )
  }
  return version
}
