/** The embedded store keeps every promise of the contract. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src/store/store.ts'
import { itIsAStore } from './contract.ts'

itIsAStore('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-test-'))
  const opened: Store[] = []
  return {
    folder,
    async open() {
      const store = openSqliteStore({ file: join(folder, 'mneme.db'), synchronous: 'OFF' })
      opened.push(store)
      return store
    },
    async dispose() {
      for (const store of opened) await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
})
