/**
 * C-02. Reports which files of the vault change. One watcher per folder and none per file, so that a
 * write costs the same in a vault of ten files and of a hundred thousand.
 */
import { type FSWatcher, lstatSync, readdirSync, watch } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { INDEX_FILE } from './index-page.ts'
import { GLOBAL_FOLDER, projectFolder } from './paths.ts'

const PROJECTS = 'projects'
/** Folders come and go in bursts, as when a repository is checked out. */
const REARM_MS = 50

interface Watched {
  readonly watcher: FSWatcher
  /** A folder that was deleted and made again has another one, and its watcher is deaf. */
  readonly inode: number
}

/** `changed` gets the path of a file, or null when a whole folder has gone. */
export async function watchFolders(
  home: string,
  changed: (path: string | null) => void,
): Promise<{ close(): void }> {
  // What is not there yet cannot be watched.
  for (const folder of [GLOBAL_FOLDER, PROJECTS]) {
    await mkdir(join(home, folder), { recursive: true, mode: 0o700 })
  }
  const watched = new Map<string, Watched>()
  let timer: NodeJS.Timeout | undefined
  const rearmSoon = () => {
    timer ??= setTimeout(() => rearm(reportFiles), REARM_MS)
  }
  const stop = (folder: string) => {
    watched.get(folder)?.watcher.close()
    watched.delete(folder)
  }
  const reportFiles = (folder: string) => {
    for (const name of namesIn(join(home, folder))) if (isPage(name)) changed(`${folder}/${name}`)
  }

  /** Watches the folders that are there now. `appeared` gets the page folders not watched before. */
  function rearm(appeared: (folder: string) => void): void {
    timer = undefined
    const present = new Map(foldersOf(home).map((folder) => [folder, inodeOf(join(home, folder))]))
    for (const [folder, { inode }] of watched) {
      if (present.get(folder) === inode) continue
      stop(folder)
      if (isPageFolder(folder)) changed(null)
    }
    for (const [folder, inode] of present) {
      if (inode === null || watched.has(folder)) continue
      const watcher = watch(join(home, folder), (_, name) => {
        if (name !== null && isPageFolder(folder) && isPage(name)) changed(`${folder}/${name}`)
        else if (name === null || leadsToPages(folder, name)) rearmSoon()
      })
      watcher.on('error', () => {
        stop(folder)
        rearmSoon()
      })
      watched.set(folder, { watcher, inode })
      if (isPageFolder(folder)) appeared(folder)
    }
  }

  rearm(() => undefined)
  return {
    close() {
      clearTimeout(timer)
      for (const folder of [...watched.keys()]) stop(folder)
    },
  }
}

/** The page folders and those above them, below the home; '' is the home itself. */
function foldersOf(home: string): string[] {
  const slugs = namesIn(join(home, PROJECTS)).filter((slug) => projectFolder(slug) !== null)
  const ofProjects = slugs.flatMap((slug) => [`${PROJECTS}/${slug}`, `${PROJECTS}/${slug}/memory`])
  return ['', GLOBAL_FOLDER, PROJECTS, ...ofProjects]
}

function isPageFolder(folder: string): boolean {
  return folder === GLOBAL_FOLDER || folder.endsWith('/memory')
}

/** The database in the home changes with every save: that says nothing about folders. */
function leadsToPages(folder: string, name: string): boolean {
  if (folder === '') return name === GLOBAL_FOLDER || name === PROJECTS
  return folder === PROJECTS || name === 'memory'
}

function isPage(name: string): boolean {
  return name.toLowerCase().endsWith('.md') && !name.startsWith('.') && name !== INDEX_FILE
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // Gone, or not ours to read: nothing to watch in it.
  }
}

/** C-03. Null for what is no folder: a link leads who knows where. */
function inodeOf(path: string): number | null {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats?.isDirectory() ? stats.ino : null
}
