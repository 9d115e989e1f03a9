/** argv into the input of an operation, by commander, with help made from the schema. */
import { Command as Commander, CommanderError, Option } from 'commander'
import { MnemeError } from '../../errors.ts'
import type { Command } from './command.ts'
import { type Flag, flagsOf, valueFor } from './flags.ts'

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
  return collected(command, flags, program)
}

export function helpFor(command: Command): string {
  return programFor(command, flagsOf(command.op)).helpInformation() + examplesOf(command)
}

function programFor(command: Command, flags: readonly Flag[]): Commander {
  const program = new Commander(`mneme ${command.op.name}`)
  program.description(command.op.summary).exitOverride().showSuggestionAfterError(true)
  program.configureHelp({ helpWidth: 100 })
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
  for (const flag of flags) {
    if (!positionals.has(flag.field)) program.addOption(optionFor(command, flag))
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
  const short = command.short?.[flag.field]
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

function collected(command: Command, flags: readonly Flag[], program: Commander): Parsed {
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
    if (!positionals.has(flag.field)) take(flag, typed[camel(flag.name)])
  }
  for (const extra of command.extra ?? []) {
    const name = /--(?:no-)?([a-z-]+)/.exec(extra.flags)?.[1] ?? ''
    if (typed[camel(name)] !== undefined) extra.apply(input, typed[camel(name)])
  }
  const has = (field: string) => flags.some((flag) => flag.field === field)
  return {
    input,
    json: !has('json') && typed.json === true,
    project: !has('project') && typeof typed.project === 'string' ? typed.project : null,
    session: !has('session') && typeof typed.session === 'string' ? typed.session : null,
  }
}

function givenWithoutFlag(command: Command): ReadonlySet<string> {
  const positional = (command.positional ?? []).map((name) => name.replace('…', ''))
  return new Set([...positional, ...Object.values(command.fileFor ?? {})])
}

function camel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function usageError(thrown: CommanderError, command: Command): MnemeError {
  const [message = '', suggestion] = thrown.message.replace(/^error: /, '').split('\n')
  const near = suggestion?.trim().replace(/^\(|\)$/g, '')
  return new MnemeError('invalid_input', message, {
    hint: near ? near : `See: mneme ${command.op.name} --help`,
  })
}
