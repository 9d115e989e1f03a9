/** C-02. The cheap scan: names, sizes and times against what we know. Ten thousand in a moment. */
import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { join, sep } from 'node:path'
import { isTemporary } from '../files/write-atomic.ts'
import { nameProblem } from '../memory/names.ts'
import { INDEX_FILE } from './index-page.ts'
import { folderOf, GLOBAL_FOLDER, projectFolder } from './paths.ts'
import { stampOf } from './stamp.ts'
import {
  CLOCK_GRAIN_MS,
  type FileGlance,
  type FileGlances,
  glanceLine,
  NOT_WRITTEN,
  pathOfLine,
  type VaultProblem,
} from './states.ts'
import type { Refused, SeenFile, VaultLook } from './vault.ts'

interface Known {
  readonly files: FileGlances
  readonly problems: ReadonlyMap<string, VaultProblem>
}

interface Findings {
  changed: SeenFile[]
  refused: Refused[]
  recased: string[]
  leftovers: string[]
  folders: string[]
  /** Settled files that were not yet found as they were. */
  unmatched: Set<string>
  /** The others that were found, and those with a problem. */
  seen: Set<string>
  files: number
}

export function lookAt(home: string, known: Known): VaultLook {
  const found: Findings = {
    changed: [],
    refused: [],
    recased: [],
    leftovers: [],
    folders: [],
    unmatched: known.files.settled,
    seen: new Set(),
    files: 0,
  }
  for (const folder of foldersOf(home, found, known)) lookInto(home, folder, found, known)
  const missing: string[] = []
  const stillMissing: string[] = []
  const goneFolders = new Set<string>()
  const present = new Set(found.folders)
  const unseen = [...unmatchedPaths(found), ...known.files.unsettled.keys()]
  const inOtherCase = new Set(found.recased)
  const recased = unseen.filter((path) => inOtherCase.has(path))
  for (const path of unseen) {
    if (found.seen.has(path) || inOtherCase.has(path)) continue
    const folder = folderOf(path)
    if (!present.has(folder)) goneFolders.add(folder)
    else if (known.files.unsettled.get(path)?.missing) stillMissing.push(path)
    else missing.push(path)
  }
  const { changed, refused, leftovers, folders, files } = found
  return {
    changed,
    refused,
    recased,
    leftovers,
    folders,
    files,
    missing,
    stillMissing,
    goneFolders: [...goneFolders],
    stale: [...known.problems.values()]
      .filter(({ path, stamp }) => stamp !== NOT_WRITTEN && !found.seen.has(path))
      .map(({ path }) => path),
  }
}

function foldersOf(home: string, found: Findings, known: Known): string[] {
  const folders = [GLOBAL_FOLDER]
  if (mayEnter(home, 'projects', found, known)) {
    for (const slug of readdirSync(join(home, 'projects')).sort()) {
      const folder = projectFolder(slug)
      if (folder && mayEnter(home, `projects/${slug}`, found, known)) folders.push(folder)
    }
  }
  return folders.filter((folder) => mayEnter(home, folder, found, known))
}

/** C-03. A folder that is a link leads who knows where. */
function mayEnter(home: string, folder: string, found: Findings, known: Known): boolean {
  const stats = statsOf(join(home, folder))
  if (stats === null) return false
  if (!stats.isSymbolicLink()) return stats.isDirectory() || refuse('it is no folder')
  return refuse('it is a symbolic link, and links are not followed')

  function refuse(what: string): false {
    noteRefusal({ path: folder, stamp: 'folder', what }, found, known)
    return false
  }
}

function lookInto(home: string, folder: string, found: Findings, known: Known): void {
  let entries: string[]
  try {
    entries = readdirSync(join(home, folder))
  } catch (thrown) {
    // Nothing can be said about its files, least of all that they are gone.
    noteRefusal({ path: folder, stamp: 'folder', what: reasonOf(thrown) }, found, known)
    for (const path of [...unmatchedPaths(found), ...known.files.unsettled.keys()]) {
      if (folderOf(path) === folder) found.seen.add(path)
    }
    return
  }
  found.folders.push(folder)
  let all: ReadonlySet<string> | undefined
  const isThere = (name: string) => {
    all ??= new Set(entries)
    return all.has(name)
  }
  const root = join(home, folder) + sep
  for (const entry of entries) {
    const path = `${folder}/${entry}`
    if (entry.startsWith('.')) {
      if (isTemporary(entry)) found.leftovers.push(path)
      continue
    }
    if (entry === INDEX_FILE || !ENDS_IN_MD.test(entry)) continue
    const stats = statsOf(root + entry)
    if (stats === null) continue
    found.files += 1
    const stamp = stampOf(stats)
    // Nearly always it is one of ours and as we left it; only the others are looked at more closely.
    if (found.unmatched.delete(glanceLine(path, stamp)) && stats.isFile()) {
      if (known.problems.has(path)) found.seen.add(path)
      continue
    }
    found.seen.add(path)
    const glance = known.files.unsettled.get(path)
    if (glance !== undefined && isSame(glance, stats, stamp)) continue
    const what = refusalOf(entry, stats, isThere)
    if (what === null) {
      if (known.problems.get(path)?.stamp !== stamp) found.changed.push({ path, stamp })
      continue
    }
    const ordinary = `${folder}/${entry.toLowerCase()}`
    if (ordinary !== path) found.recased.push(ordinary)
    noteRefusal({ path, stamp, what }, found, known)
  }
}

function unmatchedPaths({ unmatched }: Findings): string[] {
  return Array.from(unmatched, pathOfLine)
}

const ENDS_IN_MD = /\.md$/i

function isSame(glance: FileGlance, stats: Stats, stamp: string): boolean {
  const isSettled = stats.mtimeMs <= glance.checkedMs - CLOCK_GRAIN_MS
  return glance.stamp === stamp && isSettled && !glance.missing && stats.isFile()
}

/** C-03. What is no file of ours by its name or kind alone; null when it may be read. */
function refusalOf(entry: string, stats: Stats, isThere: (name: string) => boolean): string | null {
  if (stats.isSymbolicLink()) return 'it is a symbolic link, and links are not followed'
  if (!stats.isFile()) return 'it is no ordinary file'
  const ordinary = entry.toLowerCase()
  if (ordinary !== entry) {
    return isThere(ordinary)
      ? `it differs only in case from ${ordinary}, and one name is one memory`
      : `names are lower-case: rename it to ${ordinary}`
  }
  return nameProblem(entry.slice(0, -'.md'.length))
}

/** Known problems are not reported again. */
function noteRefusal(refused: Refused, found: Findings, known: Known): void {
  found.seen.add(refused.path)
  const problem = known.problems.get(refused.path)
  if (problem?.stamp !== refused.stamp || problem.what !== refused.what) found.refused.push(refused)
}

function statsOf(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null
}

export function reasonOf(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  return REASONS[code] ?? (thrown instanceof Error ? thrown.message : String(thrown))
}

/** What the system refused, as opposed to a mistake of ours. */
export function isRefusal(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && 'syscall' in thrown
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a file is in the place of its folder',
  EEXIST: 'a file is in the place of its folder',
  ELOOP: 'it is a symbolic link, and links are not followed',
  EISDIR: 'it is a folder',
}
