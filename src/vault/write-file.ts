/** C-06. Files are there whole or not at all: a temporary one beside it, synced, then renamed. */
import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { open, rename, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

const TEMPORARY = /^\..+\.[0-9a-f]{12}\.tmp$/

/** What a writer that was killed leaves behind. */
export function isTemporary(file: string): boolean {
  return TEMPORARY.test(file)
}

/** Returns how the file looked before it was renamed, so that a later edit is never taken for ours. */
export async function writeFileWhole(path: string, text: string): Promise<Stats> {
  const unique = randomBytes(6).toString('hex')
  const temporary = join(dirname(path), `.${basename(path)}.${unique}.tmp`)
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await handle.writeFile(text, 'utf8')
    await handle.sync()
    const stats = await handle.stat()
    await handle.close()
    await rename(temporary, path)
    return stats
  } catch (thrown) {
    await handle.close().catch(() => undefined) // closed already if the rename failed
    await unlink(temporary).catch(() => undefined) // gone already if it was renamed
    throw thrown
  }
}

/** Makes renames and removals in this folder last. Windows has no such call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The same numbers mean the same bytes: editors replace the file or move its time. */
export function stampOf(stats: Pick<Stats, 'size' | 'mtimeMs' | 'ino'>): string {
  return `${stats.size}:${stats.mtimeMs}:${stats.ino}`
}
