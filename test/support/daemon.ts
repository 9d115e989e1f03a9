/** Daemons for tests: one inside the test's own process, or a real one that is ended by its id. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { homePaths } from '../../src/config/home.ts'
import { type Daemon, serveDaemon } from '../../src/doors/daemon/serve.ts'
import type { Guards } from '../../src/doors/http/guards.ts'
import { type Endpoint, readEndpoint } from '../../src/machine/endpoint.ts'
import { inTerminal } from './cli.ts'

export const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

export interface TestDaemon {
  readonly home: string
  readonly url: string
  readonly socket: string
  readonly token: string
  readonly daemon: Daemon
  /** With the token, unless the headers say otherwise. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** POST with JSON, parsed. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  close(): Promise<void>
}

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of many routes, looked into by tests
  readonly body: any
}

export interface TestDaemonOptions {
  readonly guards?: Guards
  readonly env?: Readonly<Record<string, string>>
  readonly lookMs?: number
  /** Puts things into the user's folder before the daemon starts. */
  readonly prepare?: (folder: string) => void
}

export async function openTestDaemon(options: TestDaemonOptions = {}): Promise<TestDaemon> {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-test-'))
  const home = join(folder, 'home')
  options.prepare?.(folder)
  const env = {
    HOME: folder,
    MNEME_HOME: home,
    MNEME_HTTP_PORT: '0',
    // The model is run by a program of the build, which sources do not have beside them.
    MNEME_EMBED_PROVIDER: 'none',
    ...options.env,
  }
  let serving: Promise<string> = Promise.resolve('')
  const daemon = await new Promise<Daemon>((resolve, reject) => {
    const { guards, lookMs } = options
    serving = serveDaemon(
      { env, stays: true, ...(guards ? { guards } : {}), ...(lookMs ? { lookMs } : {}) },
      resolve,
    )
    serving.catch(reject)
  })
  const { url, socket } = daemon.endpoint
  const token = readFileSync(homePaths(home).token, 'utf8').trim()
  const request = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...(init.headers as object) },
    })
  const answer = async (response: Response): Promise<Answer> => ({
    status: response.status,
    body: await response.json(),
  })
  return {
    home,
    url: url ?? '',
    socket,
    token,
    daemon,
    fetch: request,
    post: async (path, body, headers = {}) =>
      answer(
        await request(path, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...headers },
        }),
      ),
    get: async (path, headers = {}) => answer(await request(path, { headers })),
    async close() {
      daemon.leave('the test is over')
      await serving
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The environment of a person on a machine of their own, with a daemon allowed. */
export function personEnv(folder: string, more: Readonly<Record<string, string>> = {}) {
  return {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    MNEME_HOME: join(folder, 'home'),
    MNEME_HTTP_PORT: '0',
    NO_COLOR: '1',
    ...more,
  }
}

/** A folder whose daemons are ended, by their ids, when the test is. */
export function daemonFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-test-'))
  onTestFinished(async () => {
    await endDaemonsOf(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

export async function endDaemonsOf(folder: string): Promise<void> {
  for (let round = 0; round < 40; round++) {
    const pids = daemonsOf(folder)
    if (pids.length === 0) return
    for (const pid of pids) end(pid)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has gone by itself.
  }
}

/** Processes that run our daemon for this home and nothing else. */
export function daemonsOf(folder: string): number[] {
  const known = readEndpoint(homePaths(join(folder, 'home')))
  if (!existsSync('/proc')) return known ? [known.pid] : []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        const env = readFileSync(`/proc/${pid}/environ`, 'utf8')
        return line.includes('daemon.js') && env.includes(`MNEME_HOME=${join(folder, 'home')}\0`)
      } catch {
        return false
      }
    })
}

/** M-01. As a person runs it: in a terminal of its own. */
export function mnemeAtTerminal(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const [program = '', ...rest] = inTerminal([process.execPath, CLI, ...args])
  const { status, stdout } = spawnSync(program, rest, {
    cwd: folder,
    input: '',
    env: personEnv(folder, env),
    encoding: 'utf8',
  })
  return { code: status, out: stdout }
}

export function mneme(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd: folder,
    input: '',
    env: personEnv(folder, env),
    encoding: 'utf8',
  })
  return { code: status, out: stdout, err: stderr }
}

/** Without waiting for others: many at once. */
export function mnemeAsync(folder: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd: folder,
      env: personEnv(folder),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let out = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.on('close', (code) => (code === 0 ? resolve(out) : reject(new Error(`code ${code}`))))
  })
}

export function startDaemon(folder: string, env: Readonly<Record<string, string>> = {}): Endpoint {
  const ran = mneme(folder, ['serve', '--detach', '--json'], env)
  if (ran.code !== 0) throw new Error(ran.err)
  return JSON.parse(ran.out) as Endpoint
}
