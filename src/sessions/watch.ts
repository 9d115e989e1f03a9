/** F-01. Reports changed transcripts. Folders that do not exist yet are polled for. */
import { existsSync } from 'node:fs'
import * as z from 'zod'
import { count, wholeNumber } from '../setting.ts'

export const WatchSettings = z.object({
  quietMs: count(400, 'A transcript is read when it has not changed for this long'),
  longestMs: wholeNumber(5_000, 'A transcript that keeps changing is read after this long'),
  sweepMs: wholeNumber(300_000, 'Interval at which all transcripts are checked for missed changes'),
})
export type WatchSettings = z.infer<typeof WatchSettings>

interface FolderWatch {
  close(): Promise<void>
}

/** How often those that are not there yet are looked for: a host is installed once. */
const LOOK_AGAIN_MS = 5_000

interface FolderNews {
  /** A file below one of the folders has appeared or changed. */
  readonly changed: (path: string) => void
  /** A folder has appeared; its existing files are not reported one by one. */
  readonly appeared: (folder: string) => void
}

export async function watchFolders(
  folders: readonly string[],
  { changed, appeared }: FolderNews,
  lookAgainMs = LOOK_AGAIN_MS,
): Promise<FolderWatch> {
  const { watch } = await import('chokidar')
  const there = folders.filter((folder) => existsSync(folder))
  const missing = new Set(folders.filter((folder) => !there.includes(folder)))
  const watcher = watch(there, {
    ignoreInitial: true,
    followSymlinks: false,
    ignorePermissionErrors: true,
    depth: 6,
  })
  watcher.on('add', changed)
  watcher.on('change', changed)
  // What cannot be watched is still swept; a watcher without a listener would end the process.
  watcher.on('error', () => {})
  const looking = setInterval(() => {
    for (const folder of [...missing].filter((each) => existsSync(each))) {
      missing.delete(folder)
      watcher.add(folder)
      appeared(folder)
    }
    if (missing.size === 0) clearInterval(looking)
  }, lookAgainMs)
  looking.unref()
  // Of nothing to watch it would never say that it is ready.
  if (there.length > 0) await new Promise<void>((ready) => watcher.once('ready', () => ready()))
  return {
    async close() {
      clearInterval(looking)
      await watcher.close()
    },
  }
}
