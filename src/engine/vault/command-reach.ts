/**
 * M-01. Whether a command may write into Mneme's home: it names the home, or a glob, a link or a script in it
 * leads there. A command that hides the name is not detected (docs/security.md).
 */
import { readFileSync, statSync } from 'node:fs'
import { basename, join, relative, resolve, sep } from 'node:path'
import { isGlob, matchGlob } from '../../text/glob.ts'
import { withoutShellQuotes } from '../../text/shell-quotes.ts'
import { placeInHome } from './own-places.ts'

interface CommandPlace {
  readonly home: string
  /** The home folder of the user, `~` in a shell. */
  readonly personFolder: string
  readonly folder: string | null
}

/** Maximum number of words that are resolved as paths. */
const MAX_WORD_CHARACTERS = 10_000
const MAX_WORDS = 100
const BETWEEN_WORDS = /[\s;|&<>()=,{}]+/

/** The text that runs: the command without quotes, then the scripts that it names. */
export function textsOfCommand({ folder }: CommandPlace, command: string): readonly string[] {
  const said = withoutShellQuotes(command)
  return [said, ...scriptsOf(folder, wordsOf(said))]
}

export function reachesHome(place: CommandPlace, [said = '', ...scripts]: readonly string[]) {
  return (
    [said, ...scripts].some((text) => namesHome(place, text)) ||
    wordsOf(said).some((word) => leadsHome(place, word))
  )
}

/** By its path, or in the forms in which a shell or program may build it. */
function namesHome({ home, personFolder }: CommandPlace, said: string): boolean {
  const name = basename(home)
  const names = [home, join('~', relative(personFolder, home)), 'MNEME_HOME', `${name}/`]
  if (names.some((each) => said.includes(each))) return true
  return name.startsWith('.') && hasWord(said, name)
}

/** `.mneme` of `join(home, '.mneme')`, not of `notes.mneme` or `.mnemerc`. */
function hasWord(said: string, name: string): boolean {
  for (let at = said.indexOf(name); at !== -1; at = said.indexOf(name, at + 1)) {
    const around = `${said.charAt(at - 1)} ${said.charAt(at + name.length)}`
    if (!/[\w.-]/.test(around)) return true
  }
  return false
}

function wordsOf(said: string): string[] {
  return said.slice(0, MAX_WORD_CHARACTERS).split(BETWEEN_WORDS, MAX_WORDS).filter(Boolean)
}

function leadsHome({ home, personFolder, folder }: CommandPlace, word: string): boolean {
  const path = word.replace(/^(?:~|\$HOME)(?=\/|$)/, personFolder)
  return (
    placeInHome(home, folder, path) !== null || (isGlob(path) && globsFolder(home, folder, path))
  )
}

/** As in a shell's glob: a star does not match the leading dot. */
export function globsFolder(home: string, folder: string | null, pattern: string): boolean {
  const given = resolve(folder ?? sep, pattern).split(sep)
  return home.split(sep).every((name, at) => {
    const segment = given[at]
    if (segment === undefined) return false
    if (name.startsWith('.') && !segment.startsWith('.')) return false
    return segment === name || (segment !== '' && name !== '' && matchGlob(segment, name))
  })
}

const MAX_SCRIPTS = 8
const MAX_SCRIPT_BYTES = 256 * 1024
/** These run code from files that the command does not name. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  make: ['Makefile', 'makefile', 'GNUmakefile'],
  just: ['justfile', 'Justfile'],
  npm: ['package.json'],
  pnpm: ['package.json'],
  yarn: ['package.json'],
  bun: ['package.json'],
}

/** The texts of the files that the words name, and of those that these name. */
function scriptsOf(folder: string | null, words: readonly string[]): string[] {
  const read = new Map<string, string>()
  let named = words
  for (let depth = 0; depth < 2; depth += 1) {
    const texts: string[] = []
    for (const path of pathsOf(folder, named)) {
      if (read.size >= MAX_SCRIPTS) break
      const text = read.has(path) ? null : scriptAt(path)
      if (text === null) continue
      read.set(path, text)
      texts.push(text)
    }
    named = texts.flatMap((text) => wordsOf(withoutShellQuotes(text)))
  }
  return [...read.values()]
}

function pathsOf(folder: string | null, words: readonly string[]): string[] {
  const names = words.flatMap((word) => [word, ...(RUNNERS[word] ?? [])])
  return names.map((name) => resolve(folder ?? sep, name))
}

function scriptAt(path: string): string | null {
  try {
    const file = statSync(path)
    return file.isFile() && file.size <= MAX_SCRIPT_BYTES ? readFileSync(path, 'utf8') : null
  } catch {
    return null // No such file, or unreadable: not a script.
  }
}
