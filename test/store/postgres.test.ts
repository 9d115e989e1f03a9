/** The shared store keeps every promise of the contract, on a real PostgreSQL. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { PostgresSettings } from '../../src/store/postgres-settings.ts'
import type { Store } from '../../src/store/store.ts'
import { type Cluster, findPostgres, startPostgres } from '../support/postgres.ts'
import { itIsAStore } from './contract.ts'

const found = findPostgres()

describe.skipIf('missing' in found)('PostgreSQL', () => {
  let cluster: Cluster
  let url: string
  let spaces = 0
  beforeAll(async () => {
    cluster = await startPostgres()
    url = await cluster.createDatabase('contract')
  }, 60_000)
  afterAll(async () => cluster?.stop())

  itIsAStore('PostgreSQL', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mneme-test-'))
    const space = `space ${++spaces}`
    const opened: Store[] = []
    return {
      folder,
      async open() {
        const settings = PostgresSettings.parse({ poolSize: 4 })
        const store = openPostgresStore({ url, space, settings })
        opened.push(store)
        return store
      },
      async dispose() {
        for (const store of opened) await store.close()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  })
})

if ('missing' in found) {
  it('K-18 is tested where PostgreSQL is installed', () => {
    console.warn(`PostgreSQL was not tested: ${found.missing}`)
  })
}
