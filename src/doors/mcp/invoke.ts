/** How the MCP door reaches an operation: in this process, or in the daemon's. */
import type { Opened } from '../../compose.ts'
import type { HomePaths } from '../../config/home.ts'
import { environmentOf, readEndpoint } from '../../engine/endpoint.ts'
import { MnemeError } from '../../errors.ts'
import { type AnyOperation, call, type Progress } from '../../operations/operation.ts'
import { type CallPlace, callDaemon, DaemonGone } from '../daemon/client.ts'
import { ensureDaemon, isOutdated } from '../daemon/start.ts'

export interface InvokeOptions {
  readonly progress?: Progress
  readonly signal?: AbortSignal
  /** J-08. Absent where nobody can be asked. */
  readonly confirm?: (question: string) => Promise<boolean>
}

export type Invoke = (
  op: AnyOperation,
  input: unknown,
  where: CallPlace,
  options?: InvokeOptions,
) => Promise<unknown>

export function invokeHere(mneme: Pick<Opened, 'at'>): Invoke {
  return async (op, input, where, { progress, confirm } = {}) => {
    const { engine, caller } = await mneme.at({ ...where, ...(confirm ? { confirm } : {}) })
    return call(op, engine, caller, input, progress)
  }
}

/** An agent waits for its first tool anyway: better with a daemon than once more without. */
const START_MS = 5000

/**
 * By the daemon, started when it is not there; in this process when it cannot be had. A daemon that
 * ends in the middle is followed by a new one, and the agent sees nothing but an answer.
 */
export function invokeThroughDaemon(home: HomePaths, here: () => Promise<Invoke>): Invoke {
  return async (op, input, where, options = {}) => {
    for (let attempt = 1; ; attempt++) {
      const endpoint = await reachable(home)
      if (endpoint === null) return (await here())(op, input, where, options)
      try {
        return await callDaemon(endpoint, { operation: op.name, input, where }, options)
      } catch (thrown) {
        if (!(thrown instanceof DaemonGone) || options.signal?.aborted) throw thrown
        if (thrown.sent && op.effect !== 'reads') {
          throw new MnemeError('unavailable', `the daemon exited while running "${op.name}"`, {
            hint: 'Look whether it was done before you try again.',
          })
        }
        if (attempt === 3) return (await here())(op, input, where, options)
        await ensureDaemon(home, { env: process.env, waitMs: START_MS })
      }
    }
  }
}

async function reachable(home: HomePaths) {
  const endpoint = readEndpoint(home)
  if (endpoint === null || isOutdated(endpoint)) {
    return ensureDaemon(home, { env: process.env, waitMs: START_MS })
  }
  return endpoint.environment === environmentOf(process.env) ? endpoint : null
}
