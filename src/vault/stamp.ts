/** Whether a file was changed since it was looked at. */
import type { Stats } from 'node:fs'

/** The same numbers mean the same bytes: editors replace the file or move its time. */
export function stampOf(stats: Pick<Stats, 'size' | 'mtimeMs' | 'ino'>): string {
  return `${stats.size}:${stats.mtimeMs}:${stats.ino}`
}
