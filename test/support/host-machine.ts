/** A person's machine for one test: an empty home, a project, our daemon, and a host in it. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { runCli } from './cli.ts'
import { temporaryFolder } from './folder.ts'

export interface Machine {
  readonly home: string
  readonly project: string
  readonly env: Readonly<Record<string, string>>
  /** Runs a program to its end. */
  run(
    program: string,
    args: readonly string[],
    env?: Record<string, string>,
  ): Promise<{ code: number | null; out: string; err: string }>
  /** Says one line after the other, each when the one before was answered, and runs to the end. */
  converse(
    program: string,
    args: readonly string[],
    conversation: { readonly lines: readonly string[]; readonly answered: RegExp },
    env?: Record<string, string>,
  ): Promise<{ code: number | null; out: string; err: string }>
  mneme(...args: string[]): { code: number | null; out: string; err: string }
  /** Waits until the command's JSON satisfies the condition. */
  until<Output>(args: readonly string[], holds: (output: Output) => boolean): Promise<Output>
}

const MAX_MS = 240_000
const PATIENCE_MS = 60_000

export function hostMachine({ maxMs = MAX_MS } = {}): Machine {
  const home = temporaryFolder()
  const project = join(home, 'work', 'shop')
  mkdirSync(project, { recursive: true })
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    MNEME_HOME: join(home, '.mneme'),
    MNEME_HTTP_PORT: '0',
    TERM: 'dumb',
    NO_COLOR: '1',
  }
  const mneme = (...args: string[]) =>
    runCli(args, { home, cwd: project, env: { ...env, MNEME_NO_DAEMON: '' } })
  onTestFinished(() => {
    endDaemon(home, mneme)
    endLeftBehind(home)
  })
  return {
    home,
    project,
    env,
    mneme,
    run: (program, args, more = {}) => running(program, args, project, { ...env, ...more }, maxMs),
    converse: (program, args, conversation, more = {}) =>
      running(program, args, project, { ...env, ...more }, maxMs, conversation),
    async until(args, holds) {
      for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(250)) {
        const { code, out, err } = mneme(...args, '--json')
        const output = code === 0 ? JSON.parse(out) : null
        if (output !== null && holds(output)) return output
        if (Date.now() > deadline)
          throw new Error(`mneme ${args.join(' ')} never held: ${out}${err}`)
      }
    },
  }
}

/** By the id it wrote down itself, should it not leave when asked. */
function endDaemon(home: string, mneme: Machine['mneme']): void {
  const endpoint = join(home, '.mneme', 'run', 'endpoint.json')
  let pid: number | null = null
  try {
    pid = (JSON.parse(readFileSync(endpoint, 'utf8')) as { pid: number }).pid
  } catch {
    return
  }
  mneme('stop')
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has left, as it was asked to.
  }
}

/** Hosts leave helpers running: those that were started in this home are ended with it. */
function endLeftBehind(home: string): void {
  if (!existsSync('/proc/self/environ')) return
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
      if (environment.includes(`HOME=${home}`)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended, or is not ours to look at.
    }
  }
}

function running(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
  maxMs: number,
  conversation?: { readonly lines: readonly string[]; readonly answered: RegExp },
) {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
    const patience = setTimeout(() => child.kill('SIGKILL'), maxMs)
    const lines = [...(conversation?.lines ?? [])]
    const sayNext = () => {
      const line = lines.shift()
      if (line === undefined) child.stdin.end()
      else child.stdin.write(`${line}\n`)
    }
    child.stdin.on('error', () => {}) // it has left; its code tells why
    sayNext()
    let out = ''
    let err = ''
    let read = 0
    child.stdout.on('data', (part) => {
      out += part
      for (let end = out.indexOf('\n', read); end >= 0; end = out.indexOf('\n', read)) {
        if (conversation?.answered.test(out.slice(read, end))) sayNext()
        read = end + 1
      }
    })
    child.stderr.on('data', (part) => {
      err += part
    })
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(patience)
      resolve({ code, out, err })
    })
  })
}
