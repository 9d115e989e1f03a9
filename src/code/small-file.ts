/** Reading the small text files of a git folder, which may be anything on a hostile disk. */
import { readFile, stat } from 'node:fs/promises'

/** A packed-refs file of a very large repository has some ten megabytes. */
const MAX_BYTES = 64 * 1024 * 1024

/** The text, or null: not there, not readable, too large, or a pipe that would never answer. */
export async function smallFile(path: string): Promise<string | null> {
  try {
    const found = await stat(path)
    if (!found.isFile() || found.size > MAX_BYTES) return null
    return await readFile(path, 'utf8')
  } catch {
    return null // Whatever the reason, git state degrades to what else can be read (G-02).
  }
}

export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false // A folder we may not look at is as good as none.
  }
}
