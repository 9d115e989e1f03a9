/** Reading the small text files of a git folder, which may be anything on a hostile disk. */
import { readFileSync, statSync } from 'node:fs'

/** A packed-refs file of a very large repository has some ten megabytes. */
const MAX_BYTES = 64 * 1024 * 1024

/** The text, or null: not there, not readable, too large, or a pipe that would never answer. */
export async function smallFile(path: string): Promise<string | null> {
  try {
    // On the way of every call, for a dozen names that are mostly not there or hold a line: reading in place
    // costs a tenth of a trip through the thread pool.
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found?.isFile() || found.size > MAX_BYTES) return null
    return readFileSync(path, 'utf8')
  } catch {
    return null // Whatever the reason, git state degrades to what else can be read (G-02).
  }
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch {
    return false // A folder we may not look at is as good as none.
  }
}
