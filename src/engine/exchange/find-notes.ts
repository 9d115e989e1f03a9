/** K-15. Finds the files in which agents keep rules and memories of their own, and which of them changed. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { scrubText } from '../../capture/scrub.ts'
import type { HostName } from '../../hosts/hook-event.ts'
import { HOME_NOTES, type NoteFormat, PROJECT_NOTES, projectSlug } from '../../hosts/own-notes.ts'
import type { Caller, Engine } from '../engine.ts'

export interface NoteFile {
  readonly path: string
  readonly host: HostName | null
  readonly format: NoteFormat
  /** Files in the home folder apply everywhere, unless the agent kept them for a project. */
  readonly scope: 'global' | 'project'
}

/** An index of the other files, no memory itself. */
const INDEX = 'MEMORY.md'
/** Larger files are not notes. */
const MAX_BYTES = 1_000_000

export function findNotes({ machine }: Pick<Engine, 'machine'>, { project }: Caller): NoteFile[] {
  const roots = project?.paths ?? []
  const root = roots.at(-1)
  const inProject = PROJECT_NOTES.flatMap(({ host, path, format }) =>
    root === undefined
      ? []
      : filesAt(join(root, path)).map(
          (file): NoteFile => ({ path: file, host, format, scope: 'project' }),
        ),
  )
  const inHome = HOME_NOTES.flatMap(({ host, path, format }) => {
    const isOfProject = path.includes('<slug>')
    const places = isOfProject
      ? roots.map((each) => path.replace('<slug>', projectSlug(each)))
      : [path]
    return places
      .flatMap((place) => filesAt(join(machine.home, place)))
      .filter((file) => format !== 'memory-file' || basename(file) !== INDEX)
      .map(
        (file): NoteFile => ({
          path: file,
          host,
          format,
          scope: isOfProject ? 'project' : 'global',
        }),
      )
  })
  return [...inProject, ...inHome]
}

/** The text of a notes file; null when it cannot be read. */
export function readNoteFile(path: string): string | null {
  try {
    const text = readFileSync(path, 'utf8')
    return text.length > MAX_BYTES ? null : text
  } catch {
    return null
  }
}

export type NoteFileState = 'new' | 'changed' | 'imported'

export async function noteFileState(
  { store }: Pick<Engine, 'store'>,
  path: string,
  text: string,
): Promise<NoteFileState> {
  const imported = await store.notes.get(keyOf(path))
  if (imported === null) return 'new'
  return imported === hashOf(text) ? 'imported' : 'changed'
}

export async function noteImported(
  { store }: Pick<Engine, 'store'>,
  path: string,
  text: string,
): Promise<void> {
  await store.notes.set(keyOf(path), hashOf(text))
}

/** Imported files whose content has changed. */
export async function changedNotes(engine: Engine, caller: Caller): Promise<string[]> {
  const changed: string[] = []
  for (const { path } of findNotes(engine, caller)) {
    const text = readNoteFile(path)
    if (text !== null && (await noteFileState(engine, path, text)) === 'changed') changed.push(path)
  }
  return changed
}

function filesAt(pattern: string): string[] {
  const name = basename(pattern)
  if (!name.startsWith('*')) return readNoteFile(pattern) === null ? [] : [pattern]
  const folder = dirname(pattern)
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && extname(entry.name) === extname(name))
      .map((entry) => join(folder, entry.name))
      .sort()
  } catch {
    return [] // no such folder
  }
}

function keyOf(path: string): string {
  return `imported-notes:${scrubText(path).text}`
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
