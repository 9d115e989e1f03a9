/**
 * K-15. Imports agents' own rules and memories on request; their files are never changed. Rules from files wait
 * for a person's approval like all foreign text (K-11).
 */
import { basename, resolve } from 'node:path'
import { capturedRules } from '../../capture/user-rules.ts'
import { MnemeError } from '../../errors.ts'
import { isKnownType } from '../../memory/types.ts'
import type { Caller, Engine } from '../engine.ts'
import { remember } from '../memories/remember.ts'
import {
  findNotes,
  type NoteFile,
  type NoteFileState,
  noteFileState,
  noteImported,
  readNoteFile,
} from './find-notes.ts'
import {
  type OwnMemory,
  readCodexMemory,
  readMemoryFile,
  withoutFrontMatter,
} from './own-memories.ts'

interface ImportedFile {
  readonly path: string
  readonly host: string | null
  readonly notes: number
  /** As it was before this import. */
  readonly state: NoteFileState
}

interface ImportedNotes {
  readonly files: ImportedFile[]
  readonly imported: boolean
  readonly created: number
  readonly known: number
  /** Rules that await approval. */
  readonly held: number
  readonly refused: number
}

/** Shorter lines are headings and markers, longer ones are whole documents. */
const MIN_CHARACTERS = 12
const MAX_CHARACTERS = 4000

interface ImportOptions {
  /** Default: the files found on this machine. */
  readonly paths: readonly string[]
  /** Only list the files. */
  readonly listOnly: boolean
}

export async function importNotes(
  engine: Engine,
  caller: Caller,
  { paths, listOnly }: ImportOptions,
): Promise<ImportedNotes> {
  const found = findNotes(engine, caller)
  const wanted = paths.length > 0 ? paths.map((path) => noteFileAt(found, caller, path)) : found
  const counts = { created: 0, known: 0, held: 0, refused: 0 }
  const files: ImportedFile[] = []
  for (const file of wanted) {
    const text = readNoteFile(file.path)
    if (text === null) throw unreadable(file.path)
    const notes = memoriesIn(file, text, caller)
    const state = await noteFileState(engine, file.path, text)
    files.push({ path: file.path, host: file.host, notes: notes.length, state })
    if (listOnly) continue
    for (const note of notes) {
      const kept = await rememberNote(engine, caller, file, note)
      if (kept.outcome === 'refused') counts.refused += 1
      else if (kept.outcome === 'created') counts.created += 1
      else counts.known += 1
      if (kept.held) counts.held += 1
    }
    await noteImported(engine, file.path, text)
  }
  return { files, imported: !listOnly, ...counts }
}

/** A file named by a person, in the format known for its place. */
function noteFileAt(found: readonly NoteFile[], { project }: Caller, path: string): NoteFile {
  const full = resolve(path)
  const scope = project === null ? 'global' : 'project'
  return (
    found.find((file) => file.path === full) ?? { path: full, host: null, format: 'notes', scope }
  )
}

function memoriesIn({ format }: NoteFile, text: string, { project }: Caller): OwnMemory[] {
  if (format === 'codex-memory') return readCodexMemory(text, project?.paths ?? [])
  const whole = format === 'memory-file' ? readMemoryFile(text) : null
  if (whole !== null) return [whole]
  return notesIn(withoutFrontMatter(text)).map((note) => ({ ...note, type: null }))
}

function rememberNote(engine: Engine, caller: Caller, file: NoteFile, note: OwnMemory) {
  const { heading, text, type } = note
  const [rule] = capturedRules(engine.config.capture.rules, text)
  const own = type !== null && isKnownType(type) ? type : null
  return remember(
    engine,
    caller,
    {
      content: text,
      type: own ?? rule?.type ?? 'reference',
      origin: 'file',
      source: 'imported',
      scope: file.scope,
      files: [file.path],
      tags: [basename(file.path).toLowerCase(), ...(file.host === null ? [] : [file.host])],
      ...(heading === '' ? {} : { subtitle: heading }),
      ...(rule && rule.triggers.length > 0 ? { triggers: [...rule.triggers] } : {}),
    },
    { snippet: text.slice(0, 300) },
  )
}

function unreadable(path: string): MnemeError {
  return new MnemeError('not_found', `${path} cannot be read`, {
    hint: 'Name an existing file: mneme import-notes CLAUDE.md',
  })
}

interface Note {
  readonly heading: string
  readonly text: string
}

/** Each list item and each paragraph is one note, under its heading; code blocks are skipped. */
export function notesIn(markdown: string): Note[] {
  const notes: Note[] = []
  let heading = ''
  let current: string[] = []
  let fenced = false
  const close = () => {
    const text = current.join(' ').replace(/\s+/g, ' ').trim()
    if (text.length >= MIN_CHARACTERS && text.length <= MAX_CHARACTERS)
      notes.push({ heading, text })
    current = []
  }
  for (const line of markdown.split(/\r?\n/)) {
    if (/^\s*(?:```|~~~)/.test(line)) {
      close()
      fenced = !fenced
    } else if (!fenced) {
      const title = /^#{1,6}\s(.*)$/.exec(line)?.[1]
      const point = /^\s*(?:[-*+]|\d+\.)\s(.*)$/.exec(line)?.[1]
      if (title !== undefined || point !== undefined || line.trim() === '') close()
      if (title !== undefined) heading = title.trim()
      else if (line.trim() !== '' && !line.trim().startsWith('@'))
        current.push((point ?? line).trim())
    }
  }
  close()
  return notes
}
