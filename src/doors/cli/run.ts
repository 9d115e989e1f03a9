/** One command from argv to its last line. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { homeFolder, homePaths } from '../../config/home.ts'
import { MnemeError } from '../../errors.ts'
import type { AnyOperation } from '../../operations/operation.ts'
import { invoke } from '../invoke.ts'
import { speakerAtTerminal } from '../speaker.ts'
import { confirmer } from './ask.ts'
import type { Command } from './command.ts'
import { callHere } from './here.ts'
import { say, sayData, sayJson } from './out.ts'
import { HelpShown, parse } from './parse.ts'
import { progressBar } from './progress.ts'
import { renderOutput } from './render-output.ts'
import { readText, readTextFile } from './stdin.ts'
import { terminalWidth } from './terminal.ts'

export async function runCommand(command: Command, argv: readonly string[]): Promise<number> {
  try {
    const { input, json, project, session } = parse(command, argv)
    await fillFromStdin(command, input)
    await fillFromFiles(command, input)
    resolvePaths(command, input)
    const bar = progressBar()
    try {
      const folder = await folderOf(project, bar)
      const output = await callOperation(command.op, input, { folder, session, bar })
      bar.end()
      const shown = { input, width: terminalWidth() }
      if (json) sayJson(output)
      else if (!command.isData) say(renderOutput(command, output, shown))
      else if (process.stdout.isTTY) sayData(renderOutput(command, output, shown))
      else sayData(command.print(output, shown))
      return command.exitCode?.(output) ?? 0
    } finally {
      bar.end()
    }
  } catch (thrown) {
    if (!(thrown instanceof HelpShown)) throw thrown
    say(thrown.text)
    return 0
  }
}

interface CallSettings {
  readonly folder: string
  readonly session: string | null
  readonly bar: ReturnType<typeof progressBar>
}

function callOperation(op: AnyOperation, input: unknown, { folder, session, bar }: CallSettings) {
  const { env } = process
  return invoke(
    { home: homePaths(homeFolder(env)), env, startMs: 0, here: callHere(op) },
    {
      operation: op.name,
      input,
      where: { door: 'cli', ...speakerAtTerminal(), folder, session },
      isRepeatable: op.effect === 'reads',
    },
    { progress: bar.report, ...confirmer(bar.aside) },
  )
}

/** `--project` takes a folder, or the name or id of a project that is known. */
async function folderOf(project: string | null, bar: CallSettings['bar']): Promise<string> {
  const folder = resolve(project ?? '.')
  if (project === null || existsSync(folder)) return folder
  const { projectsList } = await import('../../operations/projects.ts')
  const here = { folder: process.cwd(), session: null, bar }
  const { projects } = projectsList.output.parse(await callOperation(projectsList, {}, here))
  const found = projects.find(({ slug, id }) => slug === project || id === project)?.paths[0]
  if (found !== undefined) return found
  const { nearest } = await import('../../text/distance.ts')
  const near = nearest(
    projects.map(({ slug }) => slug),
    project.slice(0, 60),
  )
  throw new MnemeError('not_found', `there is no folder and no project "${project.slice(0, 60)}"`, {
    hint:
      near.length > 0
        ? `Did you mean "${near.join('" or "')}"?`
        : 'See the known projects: mneme projects list',
  })
}

/** A path is resolved where it was typed, whichever process opens it. */
function resolvePaths(command: Command, input: Record<string, unknown>): void {
  for (const [field, when] of Object.entries(command.paths ?? {})) {
    const typed = input[field]
    if (typeof typed !== 'string') continue
    const isPath =
      when === 'always' || (when === 'if-path' ? /^\.|[\\/]/.test(typed) : existsSync(typed))
    if (isPath) input[field] = resolve(typed)
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
