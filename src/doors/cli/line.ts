/** J-02. One line as it was typed: finds the command, runs it, prints what came of it. */
import { asMnemeError, FAILURES, MnemeError } from '../../errors.ts'
import { version } from '../../version.ts'
import { conflictLines } from '../conflict.ts'
import { oneLine, safe } from '../terminal/text.ts'
import { wantsColour, withoutColourFlag } from './colour.ts'
import { COMMAND_GROUPS, COMMANDS } from './commands.ts'
import { say, sayError } from './out.ts'
import { COMMAND_ALIASES, commandForWord } from './synonyms.ts'
import { terminalWidth, useColour } from './terminal.ts'

const PROLOGUE = `mneme: long-term memory for AI coding agents. Usage: mneme <command> [options]
`
const EPILOGUE = `mneme help <topic>: its commands. mneme <command> --help: options and examples.
mneme tour: see it work in a temporary home. Your memories are in ~/.mneme.
`
/** What most people need on the first day; the rest is a topic away. All of it fits 24 lines. */
const EVERYDAY = ['setup', 'status', 'remember', 'search', 'undo', 'ui', 'doctor']

/** So many names say what a topic is about. */
const MAX_NAMES = 6

/** The exit code. */
export async function runLine(typed: readonly string[]): Promise<number> {
  try {
    const { argv, isRefused } = withoutColourFlag(typed)
    useColour(
      wantsColour({ env: process.env, isTerminal: Boolean(process.stdout.isTTY), isRefused }),
    )
    const [first] = argv
    if (first === '--version' || first === '-V') return printAndSucceed(version())
    if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
      return printAndSucceed(await helpOf(argv.slice(1)))
    }
    const { name, rest } = commandOf(argv)
    const load = COMMANDS[name]
    if (!load && /^(?:--help|-h)$/.test(argv[1] ?? '') && commandsUnder(first).length > 0) {
      return printAndSucceed(await helpOf([first]))
    }
    if (!load) throw unknownCommand(argv, await nearestNames(argv))
    const { runCommand } = await import('./run.ts')
    const command = await load()
    if ('run' in command) return await command.run(rest, COMMANDS)
    return await runCommand(command, rest)
  } catch (thrown) {
    return complain(asMnemeError(thrown), typed.includes('--json'))
  }
}

/** The longest name that begins the line: `config get` before `config`. */
function commandOf(argv: readonly string[]): { name: string; rest: readonly string[] } {
  for (const words of [2, 1]) {
    const name = argv.slice(0, words).join(' ')
    if (Object.hasOwn(COMMANDS, name)) return { name, rest: argv.slice(words) }
  }
  const [first = '', ...rest] = argv
  if (Object.hasOwn(COMMAND_ALIASES, first)) {
    return { name: COMMAND_ALIASES[first] ?? '', rest }
  }
  return { name: '', rest: argv }
}

/** `review list`, `review accept` … for `review`. */
function commandsUnder(word: string): string[] {
  return Object.keys(COMMANDS).filter((name) => name.startsWith(`${word} `))
}

function unknownCommand(argv: readonly string[], near: readonly string[]) {
  const [first = ''] = argv
  const group = commandsUnder(first)
  if (group.length > 0) {
    const which = group.map((name) => name.slice(first.length + 1)).join(', ')
    return new MnemeError('invalid_input', `"mneme ${first}" needs one of: ${which}`, {
      hint: `For example: mneme ${group[0]}`,
    })
  }
  const word = commandForWord(first)
  const meant = word === null ? near : [word]
  return new MnemeError('invalid_input', `there is no command "${first.slice(0, 60)}"`, {
    hint: meant.length > 0 ? `Did you mean "${meant.join('" or "')}"?` : 'See: mneme --help',
  })
}

async function nearestNames(argv: readonly string[]): Promise<string[]> {
  const { nearest } = await import('../../text/distance.ts')
  const names = Object.keys(COMMANDS)
  const typed = [argv.slice(0, 2).join(' '), argv[0] ?? ''].map((words) => words.slice(0, 40))
  return [...new Set(typed.flatMap((words) => nearest(names, words, 2)))].slice(0, 2)
}

async function helpOf(words: readonly string[]): Promise<string> {
  const { name } = commandOf(words)
  const load = COMMANDS[name]
  const isTopic = Object.keys(COMMAND_GROUPS).some((title) => title.toLowerCase() === words[0])
  // `setup` and `history` are commands too: their own help is behind --help.
  if (load && !(isTopic && words.length === 1)) {
    const command = await load()
    return 'run' in command
      ? command.help
      : (await import('./parse.ts')).helpFor(command, terminalWidth())
  }
  const [topic] = words
  if (topic === undefined) return overview()
  const topics = Object.entries(COMMAND_GROUPS).filter(
    ([title]) => topic === 'all' || title.toLowerCase() === topic.toLowerCase(),
  )
  const under = Object.fromEntries(
    Object.entries(COMMANDS).filter(([each]) => each.startsWith(`${topic} `)),
  )
  const groups =
    topics.length === 0 && Object.keys(under).length > 0
      ? [[`mneme ${topic}`, under] as const]
      : topics
  if (groups.length === 0) {
    throw new MnemeError('invalid_input', `there is no command or topic "${topic.slice(0, 60)}"`, {
      hint: `Topics: ${Object.keys(COMMAND_GROUPS).join(', ').toLowerCase()}, all`,
    })
  }
  const listed = groups.map(async ([title, commands]) => `${title}:\n${await summaries(commands)}`)
  return `${PROLOGUE}\n${(await Promise.all(listed)).join('\n\n')}\n`
}

async function overview(): Promise<string> {
  const everyday = Object.fromEntries(
    EVERYDAY.flatMap((name) => {
      const load = COMMANDS[name]
      return load ? [[name, load] as const] : []
    }),
  )
  const topics = Object.entries(COMMAND_GROUPS).map(([title, commands]) => {
    const names = [...new Set(Object.keys(commands).map((name) => name.split(' ')[0] ?? name))]
    return `  ${title.toLowerCase().padEnd(12)}  ${names.slice(0, MAX_NAMES).join(', ')}${names.length > MAX_NAMES ? ' …' : ''}`
  })
  return `${PROLOGUE}\n${await summaries(everyday)}\nTopics:\n${topics.join('\n')}\n${EPILOGUE}`
}

async function summaries(commands: typeof COMMANDS): Promise<string> {
  const width = Math.max(...Object.keys(commands).map((each) => each.length)) + 2
  const lines = Object.entries(commands).map(async ([name, load]) => {
    const command = await load()
    const summary = 'run' in command ? command.summary : command.op.summary
    const [firstSentence] = summary.split(/(?<=[.:;])\s/)
    return `  ${name.padEnd(width)}${firstSentence?.replace(/[.:;]$/, '')}`
  })
  return (await Promise.all(lines)).join('\n')
}

function printAndSucceed(text: string): number {
  say(text)
  return 0
}

function complain(error: MnemeError, isJson: boolean): number {
  if (isJson) {
    const { code, message, hint } = error
    process.stderr.write(
      `${JSON.stringify({ error: { code, message, ...(hint ? { hint } : {}) } })}\n`,
    )
    return FAILURES[code].exit
  }
  const lines = [...(error.hint ? [oneLine(error.hint)] : []), ...conflictLines(error).map(safe)]
  sayError([`mneme: ${oneLine(error.message)}`, ...lines.map((line) => `  ${line}`)].join('\n'))
  if (error.code === 'internal' && process.env.MNEME_DEBUG) console.error(error.cause ?? error)
  return FAILURES[error.code].exit
}
