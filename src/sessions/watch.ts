/** F-01. Tells which transcripts change, as they do. Folders that are not there yet are waited for. */
import { existsSync } from 'node:fs'
import * as z from 'zod'

export const WatchSettings = z.object({
  quietMs: z
    .int()
    .min(0)
    .default(400)
    .describe('A transcript is read when it has not changed for this long'),
  longestMs: z
    .int()
    .positive()
    .default(5_000)
    .describe('One that changes all the time is read after this long'),
  sweepMs: z
    .int()
    .positive()
    .default(300_000)
    .describe('Every so often all transcripts are looked at, in case a change went unnoticed'),
})
export type WatchSettings = z.infer<typeof WatchSettings>

export interface FolderWatch {
  close(): Promise<void>
}

/** Calls back with the path of each file below these folders that appears or changes. */
export async function watchFolders(
  folders: readonly string[],
  changed: (path: string) => void,
): Promise<FolderWatch> {
  const { watch } = await import('chokidar')
  const there = folders.filter((folder) => existsSync(folder))
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
  // Of nothing to watch it would never say that it is ready.
  if (there.length > 0) await new Promise<void>((ready) => watcher.once('ready', () => ready()))
  return { close: () => watcher.close() }
}
