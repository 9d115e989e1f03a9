/** The built command line, run as a person would, on a home of its own. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  readonly home: string
  readonly cwd?: string
  readonly stdin?: string | Buffer
  readonly env?: Readonly<Record<string, string>>
  /** A person sits there: a terminal instead of pipes. What goes to standard error is in `out` then. */
  readonly atTerminal?: boolean
}

export function runCli(args: readonly string[], options: RunOptions): Ran {
  if (!existsSync(CLI)) throw new Error('dist/cli.js is missing: run `npm run build` first')
  const line = [process.execPath, CLI, ...args]
  const [program = '', ...rest] = options.atTerminal ? inTerminal(line) : line
  const { status, stdout, stderr } = spawnSync(program, rest, {
    cwd: options.cwd ?? options.home,
    input: options.stdin ?? '',
    env: {
      PATH: process.env.PATH ?? '',
      HOME: options.home,
      MNEME_HOME: `${options.home}/mneme`,
      MNEME_NO_DAEMON: '1',
      NO_COLOR: '1',
      ...options.env,
    },
    maxBuffer: 256 * 1024 * 1024,
    encoding: 'utf8',
  })
  return { code: status, out: stdout, err: stderr }
}

/** A command line that runs another one in a terminal of its own. */
export function inTerminal(line: readonly string[]): string[] {
  const quoted = line.map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
  return ['script', '-qec', quoted.join(' '), '/dev/null']
}

/** The same with --json, parsed. */
export function runJson<Output>(args: readonly string[], options: RunOptions): Output {
  const ran = runCli([...args, '--json'], options)
  if (ran.code !== 0) throw new Error(`mneme ${args.join(' ')}: ${ran.code} ${ran.err}`)
  return JSON.parse(ran.out) as Output
}
