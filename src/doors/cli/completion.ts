/** J-02. Completions at the cursor: commands, their flags, and the values that flags take. */
import { MEMORY_TYPES } from '../../memory/types.ts'
import type { BareCommand, Command, Loaders } from './command.ts'
import { type Flag, flagsOf } from './flags.ts'
import { COMMAND_ALIASES } from './synonyms.ts'

export interface Completion {
  readonly text: string
  readonly about: string
}

export type StoredKind = 'memory' | 'tag' | 'project'

/** What is stored, when a word of its kind is under way. */
type FindStored = (kind: StoredKind, current: string) => Promise<readonly Completion[]>

/** Commands whose words are names or ids of memories, or names of projects. */
// biome-ignore format: a table reads best in columns
const STORED_WORDS: Readonly<Record<string, StoredKind>> = {
  get: 'memory', update: 'memory', edit: 'memory', forget: 'memory', erase: 'memory',
  why: 'memory', history: 'memory', journal: 'memory', undo: 'memory', feedback: 'memory',
  validate: 'memory', move: 'memory', tag: 'memory', link: 'memory', related: 'memory',
  path: 'memory', share: 'memory', 'task done': 'memory', 'procedure outcome': 'memory',
  project: 'project', 'projects merge': 'project',
}

/** Flags of the door itself. */
const COMMON: readonly Completion[] = [
  { text: '--json', about: 'print the result as JSON' },
  { text: '--project', about: 'the project to work in' },
  { text: '--session', about: 'the session to work in' },
  { text: '--no-color', about: 'no colour' },
  { text: '--help', about: 'what it takes, with examples' },
]
/** Suggested values for flags that accept any text. */
const KNOWN_VALUES: Readonly<Record<string, readonly string[]>> = {
  type: Object.keys(MEMORY_TYPES),
}

/** `words` is the line behind `mneme`, its last word being the one under way, perhaps empty. */
export async function candidatesFor(
  commands: Loaders,
  words: readonly string[],
  findStored: FindStored = async () => [],
): Promise<Completion[]> {
  const [first = '', ...others] = withEqualsJoined(words)
  const isAlias = others.length > 0 && Object.hasOwn(COMMAND_ALIASES, first)
  const joined = [isAlias ? (COMMAND_ALIASES[first] ?? first) : first, ...others]
  const current = joined.at(-1) ?? ''
  const before = joined.slice(0, -1)
  const name = nameIn(commands, before)
  const load = name === null ? undefined : commands[name]
  const found = load
    ? await ofCommand(await load(), before.slice(name?.split(' ').length), current)
    : await names(commands, before)
  const groups = name === null ? [] : await names(commands, before)
  const kind = found.length > 0 || name === null ? null : storedKind(name, before, current)
  const stored = kind === null ? [] : await findStored(kind, current)
  return [...groups, ...found, ...stored].filter(
    ({ text }) => text.startsWith(current) && PLAIN_WORD.test(text),
  )
}

/** A shell would take anything else apart. */
const PLAIN_WORD = /^[^\s"'`$\\]+$/

function storedKind(name: string, before: readonly string[], current: string): StoredKind | null {
  const flag = before.at(-1)
  if (flag === '--tag' || flag === '--tags') return 'tag'
  if (flag === '--project') return 'project'
  if (current.startsWith('-') || flag?.startsWith('-')) return null
  return Object.hasOwn(STORED_WORDS, name) ? (STORED_WORDS[name] ?? null) : null
}

/** Shells cut `--type=fact` at its sign; here it is one word again. */
function withEqualsJoined(words: readonly string[]): string[] {
  const joined: string[] = []
  for (const [at, word] of words.entries()) {
    const isBehind = words[at - 1] === '=' && at > 1
    if ((word === '=' || isBehind) && joined.length > 0 && joined.at(-1)?.startsWith('--')) {
      joined[joined.length - 1] += word
    } else joined.push(word)
  }
  return joined
}

/** The longest name that begins the line. */
function nameIn(commands: Loaders, words: readonly string[]): string | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    if (words.length >= length && Object.hasOwn(commands, name)) return name
  }
  return null
}

/** The next word of every command that begins with what was typed. */
async function names(commands: Loaders, before: readonly string[]): Promise<Completion[]> {
  const found = new Map<string, string>()
  for (const [name, load] of Object.entries(commands)) {
    const words = name.split(' ')
    const word = words[before.length]
    if (word === undefined || !before.every((each, at) => each === words[at])) continue
    const isWhole = words.length === before.length + 1
    if (isWhole || !found.has(word)) found.set(word, isWhole ? summaryOf(await load()) : '')
  }
  return [...found].map(([text, about]) => ({ text, about }))
}

function summaryOf(command: Command | BareCommand): string {
  const summary = 'run' in command ? command.summary : command.op.summary
  return summary.split(/(?<=[.:;])\s/)[0]?.replace(/[.:;]$/, '') ?? ''
}

async function ofCommand(
  command: Command | BareCommand,
  before: readonly string[],
  current: string,
): Promise<Completion[]> {
  if ('run' in command) return current.startsWith('-') ? flagsIn(command.help) : wordsIn(command)
  const flags = flagsOf(command.op)
  const positional = (command.positional ?? []).map((each) => each.replace('…', ''))
  const joined = /^(--[a-z-]+)=(.*)$/s.exec(current)
  if (joined) {
    // A shell that cut at the sign wants what is behind it.
    return valuesOf(flags.find(({ name }) => `--${name}` === joined[1])).map(({ text, about }) => ({
      text: `${joined[1]}=${text}`,
      about,
    }))
  }
  const asked = flags.find((flag) => isFlag(command, flag, before.at(-1)) && flag.kind !== 'switch')
  if (asked) return valuesOf(asked)
  if (current.startsWith('-')) {
    const own = flags
      .filter(({ field }) => !positional.includes(field))
      .map(({ name, about }) => ({ text: `--${name}`, about }))
    const taken = new Set(own.map(({ text }) => text))
    return [...own, ...COMMON.filter(({ text }) => !taken.has(text))]
  }
  const place = before.filter((word) => !word.startsWith('-')).length
  const field = positional[Math.min(place, positional.length - 1)]
  return valuesOf(flags.find((flag) => flag.field === field))
}

function isFlag(command: Command, { name, field }: Flag, word: string | undefined): boolean {
  return word === `--${name}` || (command.short?.[field] ?? '') === word?.slice(1)
}

function valuesOf(flag: Flag | undefined): Completion[] {
  if (!flag) return []
  const values = flag.choices ?? KNOWN_VALUES[flag.field] ?? []
  return values.map((text) => ({ text, about: '' }))
}

/** A command without a schema tells its flags in its help. */
function flagsIn(help: string): Completion[] {
  return [...help.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)(?: <[^>]*>)? +(\S.*)$/gm)].map(
    ([, text = '', about = '']) => ({ text, about }),
  )
}

function wordsIn({ words }: BareCommand): Completion[] {
  return (words ?? []).map((text) => ({ text, about: '' }))
}
