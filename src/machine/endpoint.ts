/** K-02. The address of a home's daemon, as written by the daemon. Small, since hooks load it. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { HomePaths } from '../config/home.ts'
import { isOwnSocket } from './own-socket.ts'

export interface Endpoint {
  readonly pid: number
  readonly version: string
  readonly socket: string
  /** Null when no port was available. */
  readonly port: number | null
  readonly url: string | null
  readonly startedAt: string
  /** The program it runs and when that was built, so that a rebuilt one can take its place. */
  readonly program: string
  readonly builtMs: number
  /** A hash of its settings from the environment (`environmentOf`). */
  readonly environment: string
}

export function endpointFile(home: Pick<HomePaths, 'run'>): string {
  return join(home.run, 'endpoint.json')
}

/** The last address written; a process need not be listening there. */
export function readEndpoint(home: Pick<HomePaths, 'run'>): Endpoint | null {
  try {
    const found = JSON.parse(readFileSync(endpointFile(home), 'utf8')) as Endpoint
    if (typeof found.socket !== 'string' || typeof found.pid !== 'number') return null
    return isOwnSocket(found.socket) ? found : null
  } catch {
    return null // None was written, or another user wrote it: no daemon is known.
  }
}

const MAX_PROBE_MS = 200

/** Whether a process is listening. The socket file alone proves nothing: its process may be dead. */
export function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket)
    const settle = (there: boolean) => {
      connection.destroy()
      resolve(there)
    }
    connection.setTimeout(MAX_PROBE_MS, () => settle(false))
    connection.once('connect', () => settle(true))
    connection.once('error', () => settle(false))
  })
}

/** Sections that only concern the daemon: a command may differ in them and still use it. */
const DAEMONS_OWN = /^MNEME_(?:HOME|NO_DAEMON|DEBUG|DAEMON_|HTTP_|MCP_)/

/**
 * A hash of the settings in an environment, since some are secrets. A command with another hash than the
 * daemon's runs in its own process, so that both always give the same answer.
 */
export function environmentOf(env: Readonly<Record<string, string | undefined>>): string {
  const said = Object.entries(env)
    .filter(([name, value]) => name.startsWith('MNEME_') && value && !DAEMONS_OWN.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
  return said.length === 0 ? '' : createHash('sha256').update(said.join('\0')).digest('hex')
}
