/**
 * M-01. Which of the hosts' transcripts a tool's call may write: it names one, or a folder in which they lie. As
 * with the vault, a command that puts the name together at run time is not detected (docs/security.md).
 */
import { statSync } from 'node:fs'
import { dirname, extname, relative, resolve, sep } from 'node:path'
import { isTranscriptPath } from '../../sessions/find.ts'
import type { ToolCall } from '../../sessions/message.ts'
import { knownPlaces } from '../../sessions/places.ts'
import { isGlob } from '../../text/glob.ts'
import {
  isPlainlyReading,
  redirectTargets,
  withoutHereDocuments,
} from '../../text/reading-command.ts'
import { withoutShellQuotes } from '../../text/shell-quotes.ts'
import type { Engine } from '../engine.ts'
import { globsFolder } from './command-reach.ts'
import { isWithin, realPlace } from './own-places.ts'

type Machine = Pick<Engine['machine'], 'env' | 'home'>

const BETWEEN_WORDS = /[\s;|&<>()=,{}]+/
const MAX_TEXT_CHARACTERS = 200_000
/** Of so many words links are followed. */
const MAX_LINKS = 100
const READING_TOOL = /read|get|list|search|grep|stat|view|find|fetch/i

/** Absolute paths of files and folders; empty where the call plainly only reads, or names none. */
export function transcriptsWritten(
  machine: Machine,
  folder: string | null,
  { name, kind, command, filesModified }: ToolCall,
  text: string,
): readonly string[] {
  const edited = filesModified
    .map((path) => realPlace(folder, path))
    .filter((path) => isTranscriptPath(machine, path))
  const isCommand = command !== null
  if (!isCommand && (kind !== 'other' || READING_TOOL.test(name))) return edited
  const whole = withoutHereDocuments(text.slice(0, MAX_TEXT_CHARACTERS))
  const said = withoutShellQuotes(whole)
  const words = wordsIn(machine, said)
  const isReading = isCommand && isPlainlyReading(whole)
  const meant = isReading ? redirectTargets(said).map((word) => expanded(machine, word)) : words
  if (meant.length === 0) return edited
  const bases = basesOf(machine, folder, words)
  const inside = isReading ? [] : bases.filter((base) => isPlaceOfTranscripts(machine, base))
  const parts = isReading ? [] : partsOf(machine, said)
  const linked = meant.slice(0, MAX_LINKS).map((word) => realPlace(folder, word))
  const named = meant.flatMap((word) => bases.map((base) => resolve(base, word)))
  const found = [...inside, ...parts, ...linked, ...named].filter((path) =>
    isPlaceOfTranscripts(machine, path),
  )
  return [...new Set([...edited, ...found, ...globbed(machine, folder, meant)])].map(withoutGlob)
}

/** A transcript, or a folder in which a host keeps transcripts. */
function isPlaceOfTranscripts(machine: Machine, path: string): boolean {
  if (isTranscriptPath(machine, path)) return true
  if (path.endsWith(`${sep}memory`) || (extname(path) !== '' && !isFolder(path))) return false
  return knownPlaces(machine).some(
    ({ folder, depth }) =>
      isWithin(folder, path) && relative(folder, path).split(sep).filter(Boolean).length <= depth,
  )
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function wordsIn(machine: Machine, said: string): string[] {
  const plain = said.replace(/\$\{(\w{1,80})\}/g, '$$$1')
  return plain
    .split(BETWEEN_WORDS)
    .filter(Boolean)
    .map((word) => expanded(machine, word))
}

/** Variables have the values that Mneme's own environment gives them. */
function expanded({ env, home }: Machine, word: string): string {
  return word
    .replace(/^~(?=\/|$)/, home)
    .replace(/^\$\{?(\w{1,80})\}?(?=\/|$)/, (all, name: string) =>
      name === 'HOME' ? home : (env[name] ?? all),
    )
}

/** The folders in which its words may be meant: its own, and those on the way to transcripts that it names. */
function basesOf(machine: Machine, folder: string | null, words: readonly string[]): string[] {
  const own = folder ?? sep
  const places = knownPlaces(machine)
  const isOnTheWay = (path: string) =>
    path !== sep &&
    !isTranscriptPath(machine, path) &&
    places.some((each) => isWithin(path, each.folder) || isWithin(each.folder, path))
  return [...new Set([own, ...words.map((word) => resolve(own, word)).filter(isOnTheWay)])]
}

/** Of `join(home, '.claude', 'projects', …)`, or of a variable without a known value before it. */
function partsOf(machine: Machine, said: string): string[] {
  const joined = said
    .split(/[,+/]+/)
    .map((part) => part.trim())
    .join('/')
    .replace(/\/{2,}/g, '/')
  const words = joined.split(/[\s;|&<>()={}]+/)
  return knownPlaces(machine).flatMap(({ folder }) => {
    const below = relative(machine.home, folder).split(sep).join('/')
    if (below.startsWith('..')) return []
    return words.flatMap((word) => {
      const at = word.indexOf(below)
      const isStart = at !== -1 && /^(?:\/|[$%]?[\w.]{1,80}%?\/)?$/.test(word.slice(0, at))
      return isStart ? [folder + word.slice(at + below.length)] : []
    })
  })
}

function globbed(machine: Machine, folder: string | null, words: readonly string[]): string[] {
  const globs = words.filter(isGlob)
  return knownPlaces(machine)
    .map((place) => place.folder)
    .filter((place) => globs.some((word) => globsFolder(place, folder, word)))
}

function withoutGlob(path: string): string {
  return isGlob(path) ? withoutGlob(dirname(path)) : path
}
