/** C-01 to C-06. The vault on a disk. */
import { constants, existsSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { lookAt, reasonOf } from './look.ts'
import { ARCHIVE_FOLDER, folderOf, GLOBAL_FOLDER, parseArchiveFile } from './paths.ts'
import { sha256 } from './sha256.ts'
import type { VaultStates } from './states.ts'
import type { ArchivedFile, FileRead, Vault, Written } from './vault.ts'
import { isTemporary, stampOf, syncFolder, writeFileWhole } from './write-file.ts'

export interface FileVaultOptions {
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
    await mkdir(full(folderOf(path)), { recursive: true, mode: 0o700 })
    const checkedMs = Date.now()
    const stats = await writeFileWhole(full(path), text)
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
    },
    archived: () => archivedFiles(home),
    watch: (changed) => watchFiles(home, options.watchDelayMs, changed),
    close: () => states.close(),
  }
}

/** C-03. Never through a link, never a pipe that would block, and only text. */
async function readText(path: string, maxBytes: number): Promise<FileRead> {
  let handle: FileHandle
  try {
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
    const text = decoded(bytes)
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

function decoded(bytes: Uint8Array): string | null {
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

/** Loaded only where something runs long enough to watch. */
async function watchFiles(home: string, delayMs: number, changed: () => void) {
  const { watch } = await import('chokidar')
  const folders = [join(home, GLOBAL_FOLDER), join(home, 'projects')]
  // What is not there yet cannot be watched.
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 })
  const watcher = watch(folders, {
    ignoreInitial: true,
    followSymlinks: false,
    depth: 3,
    ignored: (path) => /[\\/]\.[^\\/]+$|[\\/]MEMORY\.md$/.test(path.slice(home.length)),
  })
  let timer: NodeJS.Timeout | undefined
  watcher.on('all', () => {
    clearTimeout(timer)
    timer = setTimeout(changed, delayMs)
  })
  await new Promise<void>((resolve) => {
    watcher.on('ready', resolve)
  })
  return {
    async close() {
      clearTimeout(timer)
      await watcher.close()
    },
  }
}

function isGone(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
}
