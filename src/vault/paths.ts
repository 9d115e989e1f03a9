/** C-01, C-03, C-05. Where in the home a memory's file is. Paths here have forward slashes. */
import type { Timestamp } from '../clock.ts'
import { nameProblem } from '../memory/names.ts'

export const GLOBAL_FOLDER = 'memory'
export const ARCHIVE_FOLDER = '.archive'
/** K-04. What identifies the project, so that the store can be made again from the files. */
export const PROJECT_FILE = '.project.json'

const SLUG = /^[a-z0-9][a-z0-9-]{0,127}$/

/** Null for a slug that is no folder name: it may have come with an import. */
export function projectFolder(slug: string): string | null {
  return SLUG.test(slug) ? `projects/${slug}/memory` : null
}

/** The slug of a project's folder, or null for the global one. */
export function slugOf(folder: string): string | null {
  return /^projects\/([^/]+)\/memory$/.exec(folder)?.[1] ?? null
}

export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

/** C-03. The filename is the identity. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
}

/** Null for a name that no file may have. */
export function pathOf(folder: string, name: string): string | null {
  return nameProblem(name) === null ? `${folder}/${name}.md` : null
}

const RANDOM_CHARACTERS = 8

/** C-05. The same version gets the same name each time, so that it is archived once. */
export function archiveFile(name: string, at: Timestamp, id: string): string {
  const stamp = at.replace(/[-:.]/g, '')
  return `${name}.${stamp}.${id.slice(-RANDOM_CHARACTERS).toLowerCase()}.md`
}

const ARCHIVED = /^(.+)\.(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.([a-z0-9]+)\.md$/

export function parseArchiveFile(file: string): { name: string; at: Timestamp } | null {
  const found = ARCHIVED.exec(file)
  if (!found) return null
  const [, name = '', year, month, day, hour, minute, second, ms] = found
  return { name, at: `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z` }
}
