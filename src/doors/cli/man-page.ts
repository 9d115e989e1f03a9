/** J-02. `man mneme`, written from the operations like every other reference. */
import type { BareCommand, Command } from './command.ts'
import { type Flag, flagsOf } from './flags.ts'

export type Groups = Readonly<Record<string, Readonly<Record<string, Command | BareCommand>>>>

export function manPage(version: string, groups: Groups): string {
  return `${[
    '.\\" Written by `npm run docs` from the operations themselves.',
    `.TH MNEME 1 "" "mneme ${version}" "User Commands"`,
    '.SH NAME',
    'mneme \\- long\\-term memory for AI coding agents',
    '.SH SYNOPSIS',
    '.B mneme',
    '.I command',
    '.RI [ options ]',
    '.SH DESCRIPTION',
    text(
      'Keeps what matters in the sessions of coding agents and brings it back at the right moment, on your own machine. Every command takes the options below beside its own.',
    ),
    '.SH OPTIONS',
    ...tagged('--help', 'What a command takes, with examples.'),
    ...tagged('--json', 'The result as JSON, in the shape of the operation’s output.'),
    ...tagged('--project <dir>', 'The project to work in; else that of the current folder.'),
    ...tagged('--session <id>', 'The session to work in.'),
    ...tagged('--no-color', 'No colour. Without it colour is used on a terminal only.'),
    ...Object.entries(groups).flatMap(([title, commands]) => [
      `.SH ${text(title.toUpperCase())}`,
      ...Object.entries(commands).flatMap(([name, command]) => section(name, command)),
    ]),
    '.SH ENVIRONMENT',
    ...tagged('MNEME_HOME', 'Where memories live; ~/.mneme when it is not set.'),
    ...tagged('MNEME_NO_DAEMON', 'Set to 1, no daemon is asked or started.'),
    ...tagged('VISUAL, EDITOR', 'What the picker opens memories in.'),
    ...tagged('NO_COLOR, FORCE_COLOR', 'No colour at all; colour in a pipe too.'),
    '.SH FILES',
    ...tagged('~/.mneme/config.toml', 'Settings; mneme config list tells all of them.'),
    ...tagged('~/.mneme/mneme.db', 'The memories.'),
    ...tagged('~/.mneme/memory/', 'The same as files, which may be edited.'),
    '.SH EXIT STATUS',
    text(
      '0 when it was done, 1 when the answer is a no, 2 when the input is not understood, 3 when something is not there. Others follow sysexits.',
    ),
  ].join('\n')}\n`
}

function section(name: string, command: Command | BareCommand): string[] {
  const head = [`.SS ${text(`mneme ${name}`)}`]
  if ('run' in command) return [...head, '.nf', ...lines(command.help), '.fi']
  const positional = (command.positional ?? []).map((each) => each.replace('…', ''))
  const flags = flagsOf(command.op)
  const words = (command.positional ?? []).map((each) => shown(command, flags, each))
  const files = Object.keys(command.fileFor ?? {}).map((each) => `<${each}>`)
  const hidden = new Set([...positional, ...Object.values(command.fileFor ?? {})])
  return [
    ...head,
    `.B ${text(['mneme', name, ...files, ...words, '[options]'].join(' '))}`,
    '.PP',
    text(command.op.summary),
    ...flags
      .filter(({ field }) => hidden.has(field) && positional.includes(field))
      .flatMap((flag) => tagged(flag.name, aboutOf(flag))),
    ...flags
      .filter(({ field }) => !hidden.has(field))
      .flatMap((flag) => tagged(optionOf(command, flag), aboutOf(flag))),
    ...(command.extra ?? []).flatMap(({ flags: given, about }) => tagged(given, about)),
    '.PP',
    'Examples:',
    '.nf',
    ...command.examples.map((example) => `.RS 4\n${text(example)}\n.RE`),
    '.fi',
  ]
}

function shown(command: Command, flags: readonly Flag[], positional: string): string {
  const field = positional.replace('…', '')
  const flag = flags.find((each) => each.field === field)
  const name = `${flag?.name ?? field}${positional.endsWith('…') ? '...' : ''}`
  return flag?.required && field !== command.stdin ? `<${name}>` : `[${name}]`
}

function optionOf(command: Command, { field, name, kind }: Flag): string {
  const short = command.short?.[field]
  const value = { text: ' <text>', number: ' <n>', switch: '', list: ' <a,b>' }[kind]
  return `${short ? `-${short}, ` : ''}--${name}${value}`
}

function aboutOf({ about, choices }: Flag): string {
  return choices && !choices.every((each) => about.includes(each))
    ? `${about} (${choices.join(', ')})`
    : about
}

function tagged(term: string, about: string): string[] {
  return ['.TP', `.B ${text(term)}`, text(about === '' ? '\u00a0' : about)]
}

function lines(help: string): string[] {
  return help.trimEnd().split('\n').map(text)
}

/** A line of text that roff takes for nothing but text. */
function text(line: string): string {
  const escaped = line.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('\n', ' ')
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped
}
