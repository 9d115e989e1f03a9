/**
 * One process at a time. The lock is SQLite's own on an empty database: the system takes it away
 * from a process that dies, so no lock file can be left behind.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { MnemeError } from '../../errors.ts'
import { fromSqlite } from './failures.ts'
import { makePrivateFile } from './private-file.ts'

const FIRST_PAUSE_MS = 2
const MAX_PAUSE_MS = 50

/** The end of the last call of this process that waits for a file or holds it. */
const lastOf = new Map<string, Promise<unknown>>()

/** Not to be called inside itself: the inner call would wait for the outer one. */
export async function withProcessLock<T>(
  file: string,
  waitMs: number,
  body: () => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + waitMs
  // Calls of this process come one after the other: asking SQLite again and again keeps it busy.
  const before = lastOf.get(file)
  const mine = (async () => {
    if (before !== undefined) await endedWithin(before, waitMs)
    return holding(file, deadline, body)
  })()
  lastOf.set(file, mine)
  try {
    return await mine
  } finally {
    if (lastOf.get(file) === mine) lastOf.delete(file)
  }
}

/** However it ended; after that time SQLite is asked, which says who holds it. */
async function endedWithin(call: Promise<unknown>, ms: number): Promise<void> {
  const stop = new AbortController()
  const late = sleep(ms, undefined, { signal: stop.signal, ref: false }).catch(() => {})
  await Promise.race([call.catch(() => {}), late])
  stop.abort()
}

async function holding<T>(file: string, deadline: number, body: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Only one that is not there: to open and close it would give back a lock that this process holds on it.
  if (!existsSync(file)) makePrivateFile(file)
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    for (let pauseMs = FIRST_PAUSE_MS; !tryLock(file, db); ) {
      if (performance.now() > deadline) {
        throw new MnemeError('store_busy', `${file} is held by another process`, {
          hint: 'Try again when it is done.',
        })
      }
      await sleep(pauseMs)
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)
    }
    return await body()
  } finally {
    db.close() // Gives the lock back; nothing was written.
  }
}

function tryLock(file: string, db: InstanceType<typeof DatabaseSync>): boolean {
  try {
    db.exec('BEGIN IMMEDIATE')
    return true
  } catch (thrown) {
    const error = fromSqlite(thrown, file)
    if (error.code === 'store_busy') return false
    throw error
  }
}
