/** K-02. Finds the daemon of a home and starts one when there is none. */
import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, statSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Environment, HomePaths } from '../../config/home.ts'
import { answers, type Endpoint, readEndpoint } from '../../machine/endpoint.ts'
import { isAlive } from '../../machine/is-alive.ts'
import { version } from '../../version.ts'
import { askToLeave } from './client.ts'

/**
 * K-02. The daemon runs all day. By default V8 keeps 32 megabytes of young generation and fragmented old space.
 * A smaller one costs memory as well as time: what a call needs for a moment is then moved to old space before it
 * is dropped. Compaction has no measurable cost. A start needs some 30 megabytes, so no collection of everything
 * comes before that. Most of what V8 optimizes early is not called often enough to repay it: twice its usual budget,
 * where Node knows the option. One that it does not know ends it at once.
 */
export const DAEMON_FLAGS: readonly string[] = [
  '--max-semi-space-size=4',
  '--initial-heap-size=32',
  '--compact-on-every-full-gc',
  ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=270336'] : []),
]

/** `daemon.js` lies beside the bundle; a caller that runs from the sources passes its path. */
export function daemonProgram(): string {
  const here = import.meta.url
  const beside = here.includes('/chunks/') ? '../daemon.js' : './daemon.js'
  return fileURLToPath(new URL(beside, here))
}

export function isForbidden(env: Environment): boolean {
  const said = env.MNEME_NO_DAEMON
  return said !== undefined && said !== '' && said !== '0'
}

/** The running daemon, or null within milliseconds. */
export async function runningDaemon(home: HomePaths): Promise<Endpoint | null> {
  const endpoint = readEndpoint(home)
  if (endpoint === null) return null
  return (await answers(endpoint.socket)) ? endpoint : null
}

/** Whether the running daemon is older than this program and should be replaced. */
export function isOutdated(running: Endpoint, program = daemonProgram()): boolean {
  const order = compareVersions(version(), running.version)
  if (order !== 0) return order > 0
  return running.program === program && builtMs(program) > running.builtMs
}

/** When the program was built; 0 when it is missing. */
export function builtMs(program: string): number {
  try {
    return Math.floor(statSync(program).mtimeMs)
  } catch {
    return 0
  }
}

export interface StartOptions {
  readonly env: Environment
  /** How long to wait until it answers; 0: not at all. */
  readonly waitMs: number
  readonly program?: string
  readonly args?: readonly string[]
}

/** The daemon, started if necessary; null when it did not answer in time. */
export async function ensureDaemon(
  home: HomePaths,
  options: StartOptions,
): Promise<Endpoint | null> {
  const program = options.program ?? daemonProgram()
  const running = await runningDaemon(home)
  if (running && !isOutdated(running, program)) return running
  if (running) await makeRoom(running)
  startDetached(home, { ...options, program })
  return waitForDaemon(home, options.waitMs)
}

const LEAVE_MS = 10_000
const POLL_MS = 25

/** The older one finishes its work and still answers meanwhile. */
async function makeRoom(running: Endpoint): Promise<void> {
  try {
    await askToLeave(running, `mneme ${version()} takes over`)
  } catch {
    // It has exited already.
  }
  await goneWithin(running, LEAVE_MS)
}

export async function goneWithin(running: Endpoint, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  while (performance.now() < deadline) {
    if (!isAlive(running.pid)) return true
    await sleep(POLL_MS)
  }
  return !isAlive(running.pid)
}

export async function waitForDaemon(home: HomePaths, waitMs: number): Promise<Endpoint | null> {
  const deadline = performance.now() + waitMs
  while (performance.now() < deadline) {
    const found = await runningDaemon(home)
    if (found) return found
    await sleep(POLL_MS)
  }
  return null
}

/**
 * Starts it in a session of its own, so that it survives the caller and a signal to the caller's
 * group. Many callers may do this at once: the first to mark the start spawns, and should two
 * processes come to be, the daemon's own lock lets one of them serve.
 */
function startDetached(home: HomePaths, options: StartOptions & { program: string }): void {
  mkdirSync(home.run, { recursive: true, mode: 0o700 })
  mkdirSync(home.logs, { recursive: true, mode: 0o700 })
  if (!marksStart(join(home.run, 'starting'))) return
  const log = openSync(join(home.logs, 'daemon.stderr.log'), 'w', 0o600)
  try {
    const child = spawn(
      process.execPath,
      [...DAEMON_FLAGS, options.program, ...(options.args ?? [])],
      {
        detached: true,
        stdio: ['ignore', log, log],
        cwd: home.home,
        env: { ...options.env, ...NOT_PASSED_ON, MNEME_HOME: home.home },
        windowsHide: true,
      },
    )
    child.on('error', () => {}) // The caller sees that nothing answers.
    child.unref()
  } finally {
    closeSync(log)
  }
}

/** Options of the caller's process alone: an inspector's port, an IPC channel. */
const NOT_PASSED_ON = { NODE_OPTIONS: undefined, NODE_CHANNEL_FD: undefined }

const START_MS = 3000

/** True for one caller at a time; a mark older than a start takes is stale. */
function marksStart(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', 0o600))
    return true
  } catch {
    try {
      if (Date.now() - statSync(file).mtimeMs < START_MS) return false
      unlinkSync(file)
      closeSync(openSync(file, 'wx', 0o600))
      return true
    } catch {
      return false // Another caller was faster.
    }
  }
}

function compareVersions(a: string, b: string): number {
  const parts = (text: string) => text.split(/[.+-]/).map((part) => Number.parseInt(part, 10) || 0)
  const [left, right] = [parts(a), parts(b)]
  for (let at = 0; at < 3; at++) {
    const order = (left[at] ?? 0) - (right[at] ?? 0)
    if (order !== 0) return order
  }
  return 0
}
