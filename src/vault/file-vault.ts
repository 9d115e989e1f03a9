/** C-01 to C-06. The vault on a disk. */
import { constants, existsSync, lstatSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isTemporary, syncFolder, writeAtomic } from '../files/write-atomic.ts'
import { lookAt, reasonOf } from './look.ts'
import { ARCHIVE_FOLDER, folderOf, GLOBAL_FOLDER, parseArchiveFile } from './paths.ts'
import { sha256 } from './sha256.ts'
import { stampOf } from './stamp.ts'
import type { FileState, VaultStates } from './states.ts'
import type { ArchivedFile, FileRead, Vault, Written } from './vault.ts'
import { watchFolders } from './watch-folders.ts'

interface FileVaultOptions {
  readonly home: string
  readonly states: VaultStates
  readonly maxFileBytes: number
  readonly watchDelayMs: number
  readonly lock: <T>(body: () => Promise<T>) => Promise<T>
}

export function openFileVault(options: FileVaultOptions): Vault {
  const { home, states } = options
  const full = (path: string) => join(home, path)

  async function write(path: string, text: string): Promise<Written> {
    const folder = full(folderOf(path))
    if (!existsSync(folder)) await mkdir(folder, { recursive: true, mode: 0o700 })
    const checkedMs = Date.now()
    const stats = await writeAtomic(full(path), text, { syncsFolder: false })
    return { hash: sha256(text), stamp: stampOf(stats), checkedMs }
  }

  return {
    states,
    full,
    exclusively: options.lock,
    look: () =>
      lookAt(home, {
        files: states.glances(),
        problems: new Map(states.problems().map((problem) => [problem.path, problem])),
      }),
    read: (path) => readText(full(path), options.maxFileBytes),
    write,
    async remove(path) {
      await unlink(full(path)).catch((thrown: unknown) => {
        if (!isGone(thrown)) throw thrown
      })
    },
    async settle(folder) {
      if (existsSync(full(folder))) await syncFolder(full(folder))
    },
    exists: (path) => existsSync(full(path)),
    async archive(folder, file, text) {
      const path = `${folder}/${ARCHIVE_FOLDER}/${file}`
      if (existsSync(full(path))) return
      await write(path, text)
      await syncFolder(full(folderOf(path)))
    },
    listArchived: () => archivedFiles(home),
    watch: (changed) => watchFiles(options, changed),
    close: () => states.close(),
  }
}

/** C-03. Never through a link, never a pipe that would block, and only text. */
async function readText(path: string, maxBytes: number): Promise<FileRead> {
  let handle: FileHandle
  try {
    // The page of a new memory: asked first, since an error costs more than a look.
    if (!lstatSync(path, { throwIfNoEntry: false })) return { kind: 'gone' }
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
    handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (thrown) {
    return isGone(thrown) ? { kind: 'gone' } : unreadable('', reasonOf(thrown))
  }
  try {
    const checkedMs = Date.now()
    const stats = await handle.stat()
    const stamp = stampOf(stats)
    if (!stats.isFile()) return unreadable(stamp, 'it is no ordinary file')
    if (stats.size > maxBytes) {
      return unreadable(stamp, `it has ${stats.size} bytes; at most ${maxBytes} are read`)
    }
    const bytes = await handle.readFile()
    const text = decodeUtf8(bytes)
    if (text === null) return unreadable(stamp, 'it is not UTF-8 text')
    return { kind: 'text', text, hash: sha256(bytes), stamp, checkedMs }
  } catch (thrown) {
    return unreadable('', reasonOf(thrown))
  } finally {
    await handle.close()
  }
}

function unreadable(stamp: string, what: string): FileRead {
  return { kind: 'unreadable', stamp, what }
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null // The decoder's only failure: bytes that are no UTF-8.
  }
}

async function archivedFiles(home: string): Promise<ArchivedFile[]> {
  const projects = await namesIn(join(home, 'projects'))
  const folders = [GLOBAL_FOLDER, ...projects.map((slug) => `projects/${slug}/memory`)]
  const found: ArchivedFile[] = []
  for (const folder of folders.map((each) => `${each}/${ARCHIVE_FOLDER}`)) {
    for (const file of await namesIn(join(home, folder))) {
      const parsed = isTemporary(file) ? null : parseArchiveFile(file)
      if (!parsed) continue
      const path = `${folder}/${file}`
      const { size } = await stat(join(home, path))
      found.push({ path, ...parsed, bytes: size })
    }
  }
  return found
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch {
    return [] // A folder that is not there, or not ours to read, has nothing archived in it.
  }
}

/** An intent this old was left by a writer that was killed. */
const MAX_WAITS = 50

/**
 * Calls back once files have come to rest that are not as we left them. Our own writes are known by
 * path and stamp, so they do not call back.
 */
async function watchFiles(
  { home, states, watchDelayMs }: FileVaultOptions,
  changed: () => void,
): Promise<{ close(): Promise<void> }> {
  /** Paths that changed, and how often each was found waiting for a write of ours. */
  const paths = new Map<string, number>()
  let isFolderGone = false
  let timer: NodeJS.Timeout | undefined
  const check = () => {
    let isForeign = isFolderGone
    isFolderGone = false
    for (const [path, waits] of paths) {
      if (isAsKnown(join(home, path), states.get(path))) {
        paths.delete(path)
      } else if (waits < MAX_WAITS && states.intents(path).length > 0) {
        paths.set(path, waits + 1) // We are writing it: whether it is ours is known when that is done.
      } else {
        paths.delete(path)
        isForeign = true
      }
    }
    timer = paths.size > 0 ? setTimeout(check, watchDelayMs) : undefined
    if (isForeign) changed()
  }
  const watching = await watchFolders(home, (path) => {
    if (path === null) isFolderGone = true
    else paths.set(path, 0)
    clearTimeout(timer)
    timer = setTimeout(check, watchDelayMs)
  })
  return {
    async close() {
      clearTimeout(timer)
      watching.close()
    },
  }
}

function isAsKnown(file: string, known: FileState | null): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (!stats || !known) return !stats && !known
  return stampOf(stats) === known.stamp && !known.missing
}

function isGone(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
}
