/**
 * K-15. What agents' own memory files say, taken in on request and never changed. They are files: their
 * rules wait for a person's yes like all words of foreign origin (K-11).
 */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { capturedRules } from '../../capture/user-rules.ts'
import { MnemeError } from '../../errors.ts'
import type { Caller, Engine } from '../engine.ts'
import { remember } from '../memories/remember.ts'

interface ImportedNotes {
  readonly files: { readonly path: string; readonly notes: number }[]
  readonly created: number
  readonly known: number
  /** Rules that wait for a yes. */
  readonly held: number
  readonly refused: number
}

const IN_PROJECT = ['CLAUDE.md', 'CLAUDE.local.md', '.claude/CLAUDE.md', 'AGENTS.md', 'GEMINI.md']
const IN_HOME = [
  '.claude/CLAUDE.md',
  '.codex/AGENTS.md',
  '.gemini/GEMINI.md',
  '.config/opencode/AGENTS.md',
]
/** Shorter lines are headings and marks, longer ones are whole documents. */
const MIN_CHARACTERS = 12
const MAX_CHARACTERS = 4000

export async function importNotes(
  engine: Engine,
  caller: Caller,
  paths: readonly string[],
): Promise<ImportedNotes> {
  const found = paths.length > 0 ? paths.map((path) => resolve(path)) : known(engine, caller)
  const counts = { created: 0, known: 0, held: 0, refused: 0 }
  const files: { path: string; notes: number }[] = []
  for (const path of found) {
    const notes = notesIn(read(path))
    files.push({ path, notes: notes.length })
    for (const { heading, text } of notes) {
      const [rule] = capturedRules(engine.config.capture.rules, text)
      const kept = await remember(
        engine,
        caller,
        {
          content: text,
          type: rule?.type ?? 'reference',
          origin: 'file',
          source: 'imported',
          files: [path],
          tags: [basename(path).toLowerCase()],
          ...(heading === '' ? {} : { subtitle: heading }),
          ...(rule && rule.triggers.length > 0 ? { triggers: [...rule.triggers] } : {}),
        },
        { snippet: text.slice(0, 300) },
      )
      if (kept.outcome === 'refused') counts.refused += 1
      else if (kept.outcome === 'created') counts.created += 1
      else counts.known += 1
      if (kept.held) counts.held += 1
    }
  }
  return { files, ...counts }
}

function known({ machine }: Engine, { project }: Caller): string[] {
  const root = project?.paths.at(-1)
  const places = [
    ...(root ? IN_PROJECT.map((name) => join(root, name)) : []),
    ...IN_HOME.map((name) => join(machine.home, name)),
  ]
  return places.filter((path) => existsSync(path))
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new MnemeError('not_found', `${path} cannot be read`, {
      hint: 'Name a file that is there: mneme import-notes CLAUDE.md',
      cause,
    })
  }
}

interface Note {
  readonly heading: string
  readonly text: string
}

/** Each point of a list and each paragraph is one note, under its heading; code blocks are not. */
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
