import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { fromSqlite } from './failures.ts'

const PAUSE_MS = 5

/** Switching to WAL needs exclusive access for a moment and ignores the busy timeout, so it is retried. */
export function useWal(
  db: Pick<DatabaseSyncInstance, 'exec'>,
  file: string,
  busyTimeoutMs: number,
): void {
  const deadline = Date.now() + busyTimeoutMs
  for (;;) {
    try {
      db.exec('PRAGMA journal_mode = WAL')
      return
    } catch (thrown) {
      if (fromSqlite(thrown, file).code !== 'store_busy' || Date.now() > deadline) throw thrown
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
  }
}
