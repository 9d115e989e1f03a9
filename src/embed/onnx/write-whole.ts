/**
 * C-06. A file that is there is whole: written beside its place under another name, flushed, and
 * only then given its name. Several processes may write the same file; the last one stands.
 */
import { randomBytes } from 'node:crypto'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { MnemeError } from '../../errors.ts'
import type { Pieces } from './protobuf.ts'

const UNFINISHED = '.unfinished'
/** What was left by a process that died is swept after this; nobody writes a model for an hour. */
const ABANDONED_AFTER_MS = 3_600_000

/**
 * Writes `pieces` to `path`. `check` sees the file before it gets its name: if it throws, nothing
 * is left behind.
 */
export async function writeWhole(
  path: string,
  pieces: Pieces,
  check: (written: string) => Promise<void> = async () => {},
): Promise<void> {
  const folder = dirname(path)
  const unique = `${process.pid}-${randomBytes(6).toString('hex')}`
  const unfinished = join(folder, `${basename(path)}.${unique}${UNFINISHED}`)
  try {
    await mkdir(folder, { recursive: true })
    await sweepAbandoned(folder)
    await writeFlushed(unfinished, pieces)
    await check(unfinished)
    await renameOver(unfinished, path)
    await flushFolder(folder)
  } catch (cause) {
    await rm(unfinished, { force: true }).catch(() => {}) // what went wrong first is what counts
    throw cause instanceof MnemeError ? cause : cannotWrite(path, cause)
  }
}

async function writeFlushed(path: string, pieces: Pieces): Promise<void> {
  const file = await open(path, 'wx')
  try {
    // Small pieces are joined first: a model has thousands of them, and each write is a call.
    for (const piece of joinedSmall(pieces)) await file.appendFile(piece)
    await file.sync()
  } finally {
    await file.close()
  }
}

const SMALL_BYTES = 65_536

function joinedSmall(pieces: Pieces): Uint8Array[] {
  const joined: Uint8Array[] = []
  let small: Uint8Array[] = []
  const flush = () => {
    if (small.length > 0) joined.push(Buffer.concat(small))
    small = []
  }
  for (const piece of pieces) {
    if (piece.byteLength < SMALL_BYTES) {
      small.push(piece)
      continue
    }
    flush()
    joined.push(piece)
  }
  flush()
  return joined
}

/** Windows refuses to replace a file that another process has open; then theirs is as good. */
async function renameOver(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (cause) {
    if (!(await exists(to))) throw cause
    await rm(from, { force: true })
  }
}

async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return // a folder cannot be opened there
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function sweepAbandoned(folder: string): Promise<void> {
  const old = Date.now() - ABANDONED_AFTER_MS
  const names = (await readdir(folder)).filter((name) => name.endsWith(UNFINISHED))
  for (const path of names.map((name) => join(folder, name))) {
    const modified = await stat(path).then(
      (found) => found.mtimeMs,
      () => Number.POSITIVE_INFINITY,
    )
    if (modified < old) await rm(path, { force: true })
  }
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

function cannotWrite(path: string, cause: unknown): MnemeError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new MnemeError('disk', `Cannot write ${path}: ${reason}`, {
    hint: 'Check that the folder can be written and has room for the model.',
    cause,
  })
}
