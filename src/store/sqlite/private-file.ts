/** B-14, M-04. Restricts databases and backups to their owner. */
import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

const OPEN_TO_OTHERS = 0o077
/** SQLite gives the files beside a database the permissions it has when they are made. */
const BESIDE = ['-wal', '-shm', '-journal'] as const

/** Makes the file if it is not there; one that others may read is closed to them. */
export function makePrivateFile(path: string): void {
  if (path === ':memory:' || path === '') return
  closeSync(openSync(path, 'a', 0o600))
  if (process.platform === 'win32') return
  for (const each of [path, ...BESIDE.map((ending) => path + ending)]) closeToOthers(each)
}

function closeToOthers(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined || (found.mode & OPEN_TO_OTHERS) === 0) return
  if (found.uid === process.getuid?.() || process.getuid?.() === 0) chmodSync(path, 0o600)
}
