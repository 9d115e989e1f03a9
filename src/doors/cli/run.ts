/** One command from argv to its last line. */
import { openMneme } from '../../compose.ts'
import { MnemeError } from '../../errors.ts'
import { call } from '../../operations/operation.ts'
import type { Command } from './command.ts'
import { HelpShown, parse } from './parse.ts'
import { progressBar } from './progress.ts'
import { readText, readTextFile } from './stdin.ts'
import { terminalWidth, useColour } from './terminal.ts'

export async function runCommand(command: Command, argv: readonly string[]): Promise<number> {
  useColour(Boolean(process.stdout.isTTY) && !process.env.NO_COLOR)
  try {
    const { input, json, project, session } = parse(command, argv)
    await fillFromStdin(command, input)
    await fillFromFiles(command, input)
    const mneme = await openMneme({
      door: 'cli',
      actor: 'cli',
      origin: 'user',
      folder: project ?? process.cwd(),
      ...(session ? { session } : {}),
    })
    const bar = progressBar()
    try {
      const output = await call(command.op, mneme.engine, mneme.caller, input, bar.report)
      bar.end()
      const text = json
        ? JSON.stringify(output, null, 2)
        : command.print(output, { input, width: terminalWidth() })
      if (text !== '') process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
      return command.exitCode?.(output) ?? 0
    } finally {
      bar.end()
      await mneme.close()
    }
  } catch (thrown) {
    if (!(thrown instanceof HelpShown)) throw thrown
    process.stdout.write(thrown.text)
    return 0
  }
}

/** The file's text takes the place of its name; `-` is standard input. */
async function fillFromFiles(command: Command, input: Record<string, unknown>): Promise<void> {
  for (const field of Object.values(command.fileFor ?? {})) {
    const path = input[field]
    if (typeof path !== 'string') continue
    input[field] = path === '-' ? await readText(process.stdin) : await readTextFile(path)
  }
}

async function fillFromStdin(command: Command, input: Record<string, unknown>): Promise<void> {
  const field = command.stdin
  if (field === undefined) return
  if (input[field] !== undefined && input[field] !== '-') return
  if (process.stdin.isTTY) {
    throw new MnemeError('invalid_input', `nothing was given to ${command.op.name}`, {
      hint: command.examples[0] ? `For example: ${command.examples[0]}` : '',
    })
  }
  input[field] = await readText(process.stdin)
}
