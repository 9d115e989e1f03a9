/**
 * J-05. What `mneme mcp` needs for calls: the connection to the daemon, and the engine where there is none. A
 * separate bundle, loaded with the first call.
 */
import { readFileSync } from 'node:fs'
import { homeFolder, homePaths } from '../../config/home.ts'
import { asMnemeError } from '../../errors.ts'
import { MCP_REQUEST } from '../daemon/client.ts'
import { type InvokeOptions, invoke } from '../invoke.ts'
import type { McpAnswer, McpRequest } from './answer.ts'
import type { Here } from './here.ts'
import { INTERNAL_ERROR } from './protocol.ts'

export interface Forwarding {
  readonly request: McpRequest
  readonly actor: string
  /** The client's root, or the folder it was started in. */
  readonly folder: string
  readonly isRepeatable: boolean
}

/** An agent waits for its first call anyway: better to start a daemon than to run once without. */
const START_MS = 5000

let here: Promise<Here> | null = null

export async function forward(
  { request, actor, folder, isRepeatable }: Forwarding,
  options: InvokeOptions,
): Promise<McpAnswer> {
  const { env } = process
  const home = homePaths(homeFolder(env))
  const place = {
    home,
    env,
    startMs: mayStart(env, home.config) ? START_MS : 0,
    here: () => answerHere(request, actor, folder, options),
  }
  const where = { door: 'mcp', speaker: 'agent', actor, folder, session: null } as const
  const invocation = { operation: MCP_REQUEST, input: request, where, isRepeatable }
  try {
    const isOpen = here !== null
    return (await (isOpen ? place.here() : invoke(place, invocation, options))) as McpAnswer
  } catch (thrown) {
    if (!(thrown instanceof Error) || options.signal?.aborted) throw thrown
    return refusal(request, asMnemeError(thrown))
  }
}

async function answerHere(
  request: McpRequest,
  actor: string,
  folder: string,
  { progress, confirm }: InvokeOptions,
): Promise<McpAnswer> {
  here ??= import('./here.ts').then(({ openHere }) => openHere({ env: process.env, folder }))
  return (await here).answer(request, {
    door: 'mcp',
    speaker: 'agent',
    actor,
    from: [{ project: folder }],
    progress,
    ...(confirm ? { confirm } : {}),
  })
}

export async function closeHere(): Promise<void> {
  const opened = await here?.catch(() => null) // already reported to the caller
  await opened?.close()
}

/** Read as text: parsing the file would load more than the rest of this. */
function mayStart(env: NodeJS.ProcessEnv, configFile: string): boolean {
  const said = env.MNEME_DAEMON_START_ON_DEMAND
  if (said !== undefined && said !== '') return said !== 'false' && said !== '0'
  try {
    return !/^[ \t]{0,40}(?:daemon\.)?start_on_demand[ \t]{0,40}=[ \t]{0,40}false/m.test(
      readFileSync(configFile, 'utf8'),
    )
  } catch {
    return true // No file, no such setting.
  }
}

/** A failed tool is a result for the model; anything else is an error of the request. */
function refusal({ method }: McpRequest, { message }: Error): McpAnswer {
  if (method !== 'tools/call') return { error: { code: INTERNAL_ERROR, message } }
  return { result: { isError: true, content: [{ type: 'text', text: message }] } }
}
