/**
 * C-06. Atomic writes: the file is written beside its target under another name, flushed, and renamed; then the
 * folder is flushed, so that the name is durable too. Several processes may write the same file: the last one
 * wins.
 */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  fsync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const TEMPORARY = /^\..+\.[0-9a-f]{12}\.tmp$/
const PRIVATE_MODE = 0o600

interface AtomicOptions {
  readonly mode?: number
  /** Whether to flush the folder; callers that write many files do it once. */
  readonly syncsFolder?: boolean
  /** Whether it must outlive a power failure. What tells of a running process need not. */
  readonly isDurable?: boolean
}

/** Temporary files left behind by a killed writer. */
export function isTemporary(file: string): boolean {
  return TEMPORARY.test(file)
}

/** Returns the file's state before the rename, so that a later edit is never taken for ours. */
export async function writeAtomic(
  path: string,
  content: string | Uint8Array,
  { mode = PRIVATE_MODE, isDurable = true, syncsFolder = isDurable }: AtomicOptions = {},
): Promise<Stats> {
  const temporary = temporaryFor(path)
  try {
    // Only the flush waits for the disk; a trip through the thread pool costs more than each of the rest.
    const stats = await writeNew(temporary, content, { mode, isDurable })
    await rename(temporary, path)
    if (syncsFolder) await syncFolder(dirname(path))
    return stats
  } catch (thrown) {
    await rm(temporary, { force: true }).catch(() => undefined) // the first failure is the one to report
    throw thrown
  }
}

async function writeNew(
  path: string,
  content: string | Uint8Array,
  { mode, isDurable }: { readonly mode: number; readonly isDurable: boolean },
): Promise<Stats> {
  const file = openSync(path, 'wx', mode)
  try {
    writeFileSync(file, content)
    if (isDurable) await flush(file)
    return fstatSync(file)
  } finally {
    closeSync(file)
  }
}

const flush = promisify(fsync)

/** The synchronous version, for callers that must not be interrupted. */
export function writeAtomicSync(
  path: string,
  content: string,
  { mode = PRIVATE_MODE }: Pick<AtomicOptions, 'mode'> = {},
): void {
  const temporary = temporaryFor(path)
  try {
    const file = openSync(temporary, 'wx', mode)
    try {
      writeFileSync(file, content)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
    syncFolderSync(dirname(path))
  } catch (thrown) {
    rmSync(temporary, { force: true })
    throw thrown
  }
}

/** Makes renames and removals in this folder durable. Windows cannot open a folder. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function syncFolderSync(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function temporaryFor(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)
}
