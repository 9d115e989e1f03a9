/** argv into the input of an operation, by commander, with help made from the schema. */
import { Command as Commander, CommanderError, Option } from 'commander'
import { MnemeError } from '../../errors.ts'
import type { Command } from './command.ts'
import { type Flag, flagsOf, valueFor } from './flags.ts'
import { flagForWord } from './synonyms.ts'
import { terminalWidth } from './terminal.ts'

interface Parsed {
  readonly input: Record<string, unknown>
  readonly json: boolean
  readonly project: string | null
  readonly session: string | null
}

/** Throws `HelpShown` after --help. */
export class HelpShown extends Error {
  readonly text: string
  constructor(text: string) {
    super('help')
    this.text = text
  }
}

export function parse(command: Command, argv: readonly string[]): Parsed {
  const flags = flagsOf(command.op)
  const program = programFor(command, flags)
  let printed = ''
  program.configureOutput({
    writeOut: (text) => {
      printed += text
    },
    writeErr: () => {},
  })
  try {
    program.parse(argv, { from: 'user' })
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown
    if (thrown.code === 'commander.helpDisplayed') throw new HelpShown(printed)
    throw usageError(thrown, command)
  }
  return collectArguments(command, flags, program)
}

/** Help is easier to read in lines that are not too long. */
const MAX_HELP_COLUMNS = 100

export function helpFor(command: Command, columns = MAX_HELP_COLUMNS): string {
  const program = programFor(command, flagsOf(command.op))
  program.configureHelp({ helpWidth: Math.min(columns, MAX_HELP_COLUMNS) })
  return program.helpInformation() + examplesOf(command)
}

function programFor(command: Command, flags: readonly Flag[]): Commander {
  const program = new Commander(`mneme ${command.op.name}`)
  program.description(command.op.summary).exitOverride().showSuggestionAfterError(true)
  program.configureHelp({ helpWidth: Math.min(terminalWidth(), MAX_HELP_COLUMNS) })
  for (const name of Object.keys(command.fileFor ?? {})) {
    program.argument(`<${name}>`, 'a file, or - for standard input')
  }
  for (const positional of command.positional ?? []) {
    const many = positional.endsWith('…')
    const flag = flags.find((each) => each.field === positional.replace('…', ''))
    const shown = many ? `${flag?.name}...` : (flag?.name ?? positional)
    const mayMiss = !flag?.required || flag.field === command.stdin
    program.argument(mayMiss ? `[${shown}]` : `<${shown}>`, flag?.about)
  }
  const positionals = givenWithoutFlag(command)
  const shown = flags.filter(({ field }) => !positionals.has(field))
  const names = new Set(shown.map(({ name }) => name))
  for (const flag of shown) {
    program.addOption(optionFor(command, flag))
    for (const also of flag.also.filter((name) => !names.has(name))) {
      program.addOption(optionFor(command, { ...flag, name: also }).hideHelp())
    }
  }
  for (const extra of command.extra ?? []) program.option(extra.flags, extra.about)
  const taken = new Set(flags.map((flag) => flag.name))
  if (!taken.has('json')) program.option('--json', 'print the result as JSON')
  if (!taken.has('project')) {
    program.option('--project <dir>', 'the project to work in (default: the current folder’s)')
  }
  if (!taken.has('session')) program.option('--session <id>', 'the session to work in')
  program.addHelpText('after', examplesOf(command))
  return program
}

function optionFor(command: Command, flag: Flag): Option {
  const short = flag.also.includes(flag.name) ? undefined : command.short?.[flag.field]
  const value = { text: ' <text>', number: ' <n>', switch: '', list: ' <a,b>' }[flag.kind]
  const option = new Option(`${short ? `-${short}, ` : ''}--${flag.name}${value}`, flag.about)
  if (flag.choices && flag.kind === 'text') option.choices([...flag.choices])
  if (flag.kind === 'list') {
    option.argParser((typed: string, before: string[] | undefined) => [...(before ?? []), typed])
  }
  return option
}

function examplesOf(command: Command): string {
  if (command.examples.length === 0) return ''
  return `\nExamples:\n${command.examples.map((example) => `  ${example}`).join('\n')}\n`
}

function collectArguments(command: Command, flags: readonly Flag[], program: Commander): Parsed {
  const typed = program.opts<Record<string, unknown>>()
  const input: Record<string, unknown> = {}
  const take = (flag: Flag | undefined, value: unknown) => {
    if (flag && value !== undefined) input[flag.field] = valueFor(flag, value)
  }
  ;(command.positional ?? []).forEach((positional, index) => {
    const field = positional.replace('…', '')
    const flag = flags.find((each) => each.field === field)
    const given: unknown = program.processedArgs[index]
    const empty = given === undefined || (Array.isArray(given) && given.length === 0)
    if (empty) return
    // Words left over after a text are one text: mneme search how do we deploy
    take(flag, Array.isArray(given) && flag?.kind !== 'list' ? given.join(' ') : given)
  })
  Object.values(command.fileFor ?? {}).forEach((field, index) => {
    input[field] = program.processedArgs[index]
  })
  const positionals = givenWithoutFlag(command)
  for (const flag of flags) {
    if (positionals.has(flag.field)) continue
    const given = [flag.name, ...flag.also].map((name) => typed[camel(name)])
    take(
      flag,
      flag.kind === 'list' ? joinSpellings(given) : given.find((each) => each !== undefined),
    )
  }
  for (const extra of command.extra ?? []) {
    const name = /--(?:no-)?([a-z-]+)/.exec(extra.flags)?.[1] ?? ''
    if (typed[camel(name)] !== undefined) extra.apply(input, typed[camel(name)])
  }
  const missing = flags.find(
    ({ field, required }) => required && !positionals.has(field) && !Object.hasOwn(input, field),
  )
  if (missing && missing.field !== command.stdin) throw missingFlag(missing, command)
  const has = (field: string) => flags.some((flag) => flag.field === field)
  return {
    input,
    json: !has('json') && typed.json === true,
    project: !has('project') && typeof typed.project === 'string' ? typed.project : null,
    session: !has('session') && typeof typed.session === 'string' ? typed.session : null,
  }
}

/** What was given under each spelling of one flag. */
function joinSpellings(given: readonly unknown[]): unknown {
  const values = given.flatMap((each) => each ?? [])
  return values.length > 0 ? values : undefined
}

function givenWithoutFlag(command: Command): ReadonlySet<string> {
  const positional = (command.positional ?? []).map((name) => name.replace('…', ''))
  return new Set([...positional, ...Object.values(command.fileFor ?? {})])
}

function camel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Rewords commander's "Expected 1 argument but got 2." for people who do not program. */
function describeArgumentCount(message: string): string {
  const [expected = '', got = ''] = message.match(/\d+/g) ?? []
  return `${got} were given, and it takes ${expected === '0' ? 'none' : expected} without a flag`
}

/** As the person types it, which is not always what the field is called. */
function missingFlag({ name, choices }: Flag, command: Command): MnemeError {
  const which = choices === null ? '' : `: one of ${choices.join(', ')}`
  const example = command.examples.find((each) => each.includes(`--${name} `))
  return new MnemeError('invalid_input', `--${name} is missing${which}`, {
    hint: example ? `For example: ${example}` : `See: mneme ${command.op.name} --help`,
  })
}

function usageError(thrown: CommanderError, command: Command): MnemeError {
  const [message = '', suggestion] = thrown.message.replace(/^error: /, '').split('\n')
  const near = suggestion?.trim().replace(/^\(|\)$/g, '')
  const [example] = command.examples
  const isMissing = thrown.code === 'commander.missingArgument' && example !== undefined
  const meant = thrown.code === 'commander.unknownOption' ? flagForWord(message) : null
  const isExcess = thrown.code === 'commander.excessArguments' && example !== undefined
  const hint = meant ?? (isMissing || isExcess ? `For example: ${example}` : near)
  return new MnemeError(
    'invalid_input',
    isExcess ? `too many words: ${describeArgumentCount(message)}` : message,
    {
      hint: hint || `See: mneme ${command.op.name} --help`,
    },
  )
}
