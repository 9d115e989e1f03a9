/**
 * Calls one operation: through the daemon if there is one, otherwise in this process. Command line, picker and
 * `mneme mcp` all use this, so that they agree on which calls may be retried.
 */
import type { Environment, HomePaths } from '../config/home.ts'
import { MnemeError } from '../errors.ts'
import { environmentOf, readEndpoint } from '../machine/endpoint.ts'
import { type CallOptions, type CallPlace, callDaemon, DaemonGone } from './daemon/client.ts'
import { ensureDaemon, isForbidden, isOutdated } from './daemon/start.ts'

interface Invocation {
  readonly operation: string
  readonly input: unknown
  readonly where: CallPlace
  /** Reads can be repeated safely; writes might not. */
  readonly isRepeatable: boolean
}

export type InvokeOptions = Pick<CallOptions, 'progress' | 'confirm' | 'signal'>

export interface InvokePlace {
  readonly home: HomePaths
  readonly env: Environment
  /** How long to wait for a daemon that has to be started; 0: run in this process. */
  readonly startMs: number
  /** Runs the operation in this process. */
  readonly here: (invocation: Invocation, options: InvokeOptions) => Promise<unknown>
}

/** Larger inputs are handled in this process: sending them would only cost. */
const MAX_SENT_CHARACTERS = 8_000_000
const MAX_ATTEMPTS = 3

export async function invoke(
  place: InvokePlace,
  invocation: Invocation,
  options: InvokeOptions = {},
): Promise<unknown> {
  const isSent = sizeOf(invocation.input) <= MAX_SENT_CHARACTERS
  for (let attempt = 1; isSent && attempt <= MAX_ATTEMPTS; attempt++) {
    const endpoint = await findDaemon(place, attempt)
    if (endpoint === null) break
    const { operation, input, where, isRepeatable } = invocation
    try {
      return await callDaemon(endpoint, { operation, input, where }, options)
    } catch (thrown) {
      if (!(thrown instanceof DaemonGone) || options.signal?.aborted) throw thrown
      if (thrown.sent && !isRepeatable) {
        throw new MnemeError('unavailable', `the daemon left while it worked on "${operation}"`, {
          hint: 'Whether it was done is shown by: mneme journal. Then try again.',
        })
      }
    }
  }
  return place.here(invocation, options)
}

/** A daemon with the same settings that is not older than this program; null when there is none. */
async function findDaemon({ home, env, startMs }: InvokePlace, attempt: number) {
  if (isForbidden(env)) return null
  const endpoint = readEndpoint(home)
  if (endpoint && endpoint.environment !== environmentOf(env)) return null
  if (endpoint && !isOutdated(endpoint) && attempt === 1) return endpoint
  return startMs > 0 ? ensureDaemon(home, { env, waitMs: startMs }) : null
}

function sizeOf(input: unknown): number {
  if (typeof input !== 'object' || input === null) return 0
  return Object.values(input).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  )
}
