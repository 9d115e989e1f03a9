/** One operation from the command line: by the daemon when it is there, else in this process. */
import { homeFolder, homePaths } from '../../config/home.ts'
import { environmentOf, readEndpoint } from '../../engine/endpoint.ts'
import { MnemeError } from '../../errors.ts'
import type { AnyOperation, Progress } from '../../operations/operation.ts'
import { type CallPlace, callDaemon, DaemonGone } from '../daemon/client.ts'
import { ensureDaemon, isForbidden, isOutdated } from '../daemon/start.ts'
import { oneLine } from '../terminal/text.ts'

export interface Request {
  readonly op: AnyOperation
  readonly input: unknown
  readonly where: CallPlace
  readonly progress: Progress
  /** Asks the person at the terminal; absent in a pipe. */
  readonly confirm?: (question: string) => Promise<boolean>
}

/** Larger inputs are read and worked on here: sending them would only cost. */
const MAX_SENT_CHARACTERS = 8_000_000

export async function performed(request: Request): Promise<unknown> {
  const { env } = process
  const home = homePaths(homeFolder(env))
  if (isForbidden(env)) return inProcess(request, false)
  const endpoint = readEndpoint(home)
  if (endpoint === null || endpoint.environment !== environmentOf(env)) {
    return inProcess(request, endpoint === null)
  }
  if (isOutdated(endpoint)) {
    await ensureDaemon(home, { env, waitMs: 0 })
    return inProcess(request, false)
  }
  if (sizeOf(request.input) > MAX_SENT_CHARACTERS) return inProcess(request, false)
  const { op, input, where, progress, confirm } = request
  try {
    const options = { progress, ...(confirm ? { confirm } : {}) }
    return await callDaemon(endpoint, { operation: op.name, input, where }, options)
  } catch (thrown) {
    if (!(thrown instanceof DaemonGone)) throw thrown
    // Asking twice changes nothing; doing twice might.
    if (!thrown.sent || op.effect === 'reads') return inProcess(request, true)
    throw new MnemeError('unavailable', `the daemon exited while running "${op.name}"`, {
      hint: 'Check with mneme journal whether it was done, then try again.',
    })
  }
}

async function inProcess(request: Request, startsDaemon: boolean): Promise<unknown> {
  const [{ openMneme }, { call }] = await Promise.all([
    import('../../compose.ts'),
    import('../../operations/operation.ts'),
  ])
  const { op, input, where, progress, confirm } = request
  const mneme = await openMneme({ ...where, ...(confirm ? { confirm } : {}) })
  for (const notice of mneme.notices) process.stderr.write(`mneme: ${oneLine(notice)}\n`)
  try {
    return await call(op, mneme.engine, mneme.caller, input, progress)
  } finally {
    const { config, home } = mneme.engine
    await mneme.close()
    // This answer did not wait for it; the next one finds it there.
    if (startsDaemon && config.daemon.startOnDemand) {
      await ensureDaemon(home, { env: process.env, waitMs: 0 })
    }
  }
}

function sizeOf(input: unknown): number {
  if (typeof input !== 'object' || input === null) return 0
  return Object.values(input).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  )
}
