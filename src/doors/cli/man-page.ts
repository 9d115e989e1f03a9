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
    ...taggedParagraph('--help', 'What a command takes, with examples.'),
    ...taggedParagraph('--json', 'The result as JSON, in the shape of the operation’s output.'),
    ...taggedParagraph(
      '--project <dir>',
      'The project to work in; else that of the current folder.',
    ),
    ...taggedParagraph('--session <id>', 'The session to work in.'),
    ...taggedParagraph('--no-color', 'No colour. Without it colour is used on a terminal only.'),
    ...Object.entries(groups).flatMap(([title, commands]) => [
      `.SH ${text(title.toUpperCase())}`,
      ...Object.entries(commands).flatMap(([name, command]) => section(name, command)),
    ]),
    '.SH ENVIRONMENT',
    ...taggedParagraph('MNEME_HOME', 'Where memories live; ~/.mneme when it is not set.'),
    ...taggedParagraph('MNEME_NO_DAEMON', 'Set to 1, no daemon is asked or started.'),
    ...taggedParagraph('VISUAL, EDITOR', 'What the picker opens memories in.'),
    ...taggedParagraph('NO_COLOR, FORCE_COLOR', 'No colour at all; colour in a pipe too.'),
    '.SH FILES',
    ...taggedParagraph('~/.mneme/config.toml', 'Settings; mneme config list shows all of them.'),
    ...taggedParagraph('~/.mneme/mneme.db', 'The memories.'),
    ...taggedParagraph('~/.mneme/memory/', 'The same as files, which may be edited.'),
    '.SH EXIT STATUS',
    text(
      '0 on success, 1 when the answer is no, 2 for invalid input, 3 when something is not found. Others follow sysexits.',
    ),
  ].join('\n')}\n`
}

function section(name: string, command: Command | BareCommand): string[] {
  const head = [`.SS ${text(`mneme ${name}`)}`]
  if ('run' in command) return [...head, '.nf', ...lines(command.help), '.fi']
  const positional = (command.positional ?? []).map((each) => each.replace('…', ''))
  const flags = flagsOf(command.op)
  const words = (command.positional ?? []).map((each) => flagUsage(command, flags, each))
  const files = Object.keys(command.fileFor ?? {}).map((each) => `<${each}>`)
  const hidden = new Set([...positional, ...Object.values(command.fileFor ?? {})])
  return [
    ...head,
    `.B ${text(['mneme', name, ...files, ...words, '[options]'].join(' '))}`,
    '.PP',
    text(command.op.summary),
    ...flags
      .filter(({ field }) => hidden.has(field) && positional.includes(field))
      .flatMap((flag) => taggedParagraph(flag.name, aboutOf(flag))),
    ...flags
      .filter(({ field }) => !hidden.has(field))
      .flatMap((flag) => taggedParagraph(optionOf(command, flag), aboutOf(flag))),
    ...(command.extra ?? []).flatMap(({ flags: given, about }) => taggedParagraph(given, about)),
    '.PP',
    'Examples:',
    '.nf',
    ...command.examples.map((example) => `.RS 4\n${text(example)}\n.RE`),
    '.fi',
  ]
}

function flagUsage(command: Command, flags: readonly Flag[], positional: string): string {
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

function taggedParagraph(term: string, about: string): string[] {
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
