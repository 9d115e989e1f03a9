/**
 * J-05. `mneme mcp`: MCP over standard input and output, for protocol revisions with and without a handshake.
 * Agents start it in every session, so it answers the handshake from a prebuilt file and loads nothing else
 * before the first call, which goes to the daemon.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { homeFolder } from '../hooks/home-folder.ts'
import { readPlaceOfRoots } from '../standing.ts'
import type { McpAnswer } from './answer.ts'
import type { Arguments } from './coerce.ts'
import type { McpLists } from './lists.ts'
import * as protocol from './protocol.ts'

type Id = string | number
interface Message {
  readonly id?: Id | null
  readonly method?: string
  readonly params?: Arguments
  readonly result?: Arguments
  readonly error?: unknown
}

/** The client's description of itself, from its handshake or the request. */
interface Client {
  readonly era: 'legacy' | 'modern'
  readonly info?: unknown
  readonly capabilities: { readonly roots?: object; readonly elicitation?: object }
}

const FORWARDED: ReadonlySet<string> = new Set([
  'tools/call',
  'prompts/get',
  'resources/list',
  'resources/read',
])
const ROOTS_MS = 2000
/** How long to wait for pending answers after the client has disconnected. */
const LAST_MS = 2000

let handshake: Client = { era: 'legacy', capabilities: {} }
let known: McpLists | undefined
let root: Promise<string> | null = null
let questions = 0
const asked = new Map<Id, (answer: Arguments | null) => void>()
const underWay = new Map<Id, AbortController>()

main()

function main(): void {
  let rest = ''
  process.stdin.setEncoding('utf8')
  process.stdin.on('data', (part: string) => {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') receive(line)
  })
  process.stdin.once('end', () => void leave())
  process.once('SIGTERM', () => void leave()).once('SIGINT', () => void leave())
  process.stdout.on('error', () => process.exit(0)) // the client has gone
}

async function leave(): Promise<void> {
  for (const end = Date.now() + LAST_MS; underWay.size > 0 && Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  // Loaded by the first call: otherwise there is nothing to close.
  if (hasCalled) await calls().closeHere()
  process.exit(0)
}

function receive(line: string): void {
  let message: Message
  try {
    message = JSON.parse(line) as Message
  } catch {
    process.stderr.write('mneme mcp: a line that is no JSON was ignored\n')
    return
  }
  if (typeof message !== 'object' || message === null) return
  const { id, method, params = {} } = message
  if (typeof method !== 'string') {
    if (id !== undefined && id !== null) asked.get(id)?.(message.result ?? null)
  } else if (id === undefined || id === null) handleNotification(method, params)
  else void answer(id, method, params)
}

function handleNotification(method: string, params: Arguments): void {
  if (method === 'notifications/cancelled') underWay.get(params.requestId as Id)?.abort()
  if (method === 'notifications/roots/list_changed') root = null
}

async function answer(id: Id, method: string, params: Arguments): Promise<void> {
  try {
    const client = clientOf(params)
    const found =
      localResult(client, method, params) ?? (await forwardRequest(id, client, method, params))
    if (found === null) return // cancelled
    send({ id, ...inEra(client, method, found) })
  } catch (thrown) {
    const { code, message, data } =
      thrown instanceof protocol.ProtocolRefusal
        ? thrown
        : { code: protocol.INTERNAL_ERROR, message: String(thrown), data: undefined }
    send({ id, error: { code, message, ...(data === undefined ? {} : { data }) } })
  }
}

/** In the newest revision every request names the client; before, the handshake did. */
function clientOf(params: Arguments): Client {
  const meta = params._meta as Arguments | undefined
  const version = meta?.[protocol.PROTOCOL_VERSION_KEY]
  if (meta === undefined || version === undefined) return handshake
  if (version !== protocol.MODERN_VERSION) {
    const data = { supported: [protocol.MODERN_VERSION], requested: version }
    throw new protocol.ProtocolRefusal(
      protocol.UNSUPPORTED_VERSION,
      `Unsupported protocol version: ${version}`,
      data,
    )
  }
  return {
    era: 'modern',
    info: meta[protocol.CLIENT_INFO_KEY],
    capabilities: (meta[protocol.CAPABILITIES_KEY] ?? {}) as Client['capabilities'],
  }
}

/** Answers that need neither the daemon nor the engine. */
function localResult(client: Client, method: string, params: Arguments): McpAnswer | null {
  if (method === 'initialize') return { result: initialized(params) }
  if (method === 'ping' && client.era === 'legacy') return { result: {} }
  if (method === 'server/discover' && client.era === 'modern') {
    const { capabilities, instructions } = lists()
    return { result: { supportedVersions: [protocol.MODERN_VERSION], capabilities, instructions } }
  }
  if (method === 'tools/list' && profile() === null) return null
  const list = method.endsWith('/list') ? lists().lists[method] : undefined
  if (list) return { result: list }
  if (FORWARDED.has(method)) return null
  throw new protocol.ProtocolRefusal(protocol.METHOD_NOT_FOUND, 'initialize')
}

function initialized(params: Arguments): object {
  const { serverInfo, capabilities, instructions } = lists()
  handshake = {
    era: 'legacy',
    info: params.clientInfo,
    capabilities: (params.capabilities ?? {}) as Client['capabilities'],
  }
  const wanted = String(params.protocolVersion)
  const [newest] = protocol.LEGACY_VERSIONS
  const protocolVersion = protocol.LEGACY_VERSIONS.includes(wanted) ? wanted : newest
  return { protocolVersion, capabilities, serverInfo, instructions }
}

function lists(): McpLists {
  known ??= JSON.parse(
    readFileSync(join(__dirname, 'mcp', `${profile() ?? 'default'}.json`), 'utf8'),
  )
  return known as McpLists
}

/** Null when it depends on the settings: then the list is requested like any call. */
function profile(): string | null {
  const said = process.env.MNEME_MCP_PROFILE
  if (said) return said
  try {
    const text = readFileSync(join(homeFolder(), 'config.toml'), 'utf8')
    return /\bprofile\b/.test(text) ? null : 'default'
  } catch {
    return 'default' // No such file or setting.
  }
}

/** Null when the client cancelled its request. */
async function forwardRequest(
  id: Id,
  client: Client,
  method: string,
  params: Arguments,
): Promise<McpAnswer | null> {
  const controller = new AbortController()
  underWay.set(id, controller)
  try {
    const folder = await folderOf(client, params)
    if (folder === null) return { result: { resultType: 'input_required', ...ROOTS_QUESTION } }
    const { _meta: meta, inputResponses: _, ...own } = params
    return await calls().forward(
      {
        request: { method, params: own },
        actor: protocol.actorOf(client.info),
        folder,
        isRepeatable: method !== 'tools/call' || isRepeatable(String(params.name)),
      },
      {
        signal: controller.signal,
        ...progressTo((meta as Arguments | undefined)?.progressToken),
        ...(client.capabilities.elicitation ? { confirm: confirmBy(client, params) } : {}),
      },
    )
  } catch (thrown) {
    if (thrown instanceof AskFirst) {
      return { result: { resultType: 'input_required', inputRequests: { allow: thrown.request } } }
    }
    if (controller.signal.aborted) return null
    throw thrown
  } finally {
    underWay.delete(id)
  }
}

let hasCalled = false

function calls(): typeof import('./forward.ts') {
  hasCalled = true
  return require('./mcp-forward.cjs') as typeof import('./forward.ts')
}

/** A repeatable call is retried when its daemon exited. */
function isRepeatable(tool: string): boolean {
  const { tools } = (lists().lists['tools/list'] ?? {}) as {
    tools?: { name: string; annotations: { idempotentHint: boolean } }[]
  }
  return tools?.find(({ name }) => name === tool)?.annotations.idempotentHint ?? false
}

const ROOTS_QUESTION = { inputRequests: { roots: { method: 'roots/list' } } }

/** The client's root, else the folder it was started in; null: it has to be asked first. */
async function folderOf(client: Client, params: Arguments): Promise<string | null> {
  const given = params.arguments as Arguments | undefined
  if (root !== null) return root
  if (!client.capabilities.roots || given?.project) return process.cwd()
  const responses = params.inputResponses as Arguments | undefined
  if (client.era === 'modern' && responses === undefined) return null
  const answer =
    client.era === 'modern'
      ? Promise.resolve((responses?.roots ?? null) as Arguments | null)
      : ask('roots/list', undefined, ROOTS_MS)
  root = answer.then((found) => {
    const roots = Array.isArray(found?.roots) ? found.roots : []
    return readPlaceOfRoots(roots).project ?? process.cwd()
  })
  return root
}

/** J-08. The person at the client confirms: at once, or by repeating the call with the answer. */
class AskFirst extends Error {
  readonly request: object
  constructor(request: object) {
    super('a person has to be asked')
    this.request = request
  }
}

function confirmBy(client: Client, params: Arguments) {
  return async (message: string): Promise<boolean> => {
    const question = { mode: 'form', message, requestedSchema: protocol.ALLOW_SCHEMA }
    const responses = params.inputResponses as Arguments | undefined
    if (client.era === 'modern' && responses?.allow === undefined) {
      throw new AskFirst({ method: 'elicitation/create', params: question })
    }
    const answer =
      client.era === 'modern' ? responses?.allow : await ask('elicitation/create', question)
    const { action, content } = (answer ?? {}) as { action?: string; content?: Arguments }
    return action === 'accept' && content?.allow === true
  }
}

/** Asks the client; null when it does not answer in time. */
function ask(method: string, params?: object, withinMs?: number): Promise<Arguments | null> {
  const id = `mneme-${++questions}`
  return new Promise((resolve) => {
    const timer = withinMs === undefined ? undefined : setTimeout(() => settle(null), withinMs)
    const settle = (answer: Arguments | null) => {
      clearTimeout(timer)
      asked.delete(id)
      resolve(answer)
    }
    asked.set(id, settle)
    send({ id, method, ...(params ? { params } : {}) })
  })
}

function progressTo(progressToken: unknown) {
  if (progressToken === undefined) return {}
  return {
    progress: (step: { done: number; total: number; what: string }) => {
      const { done: progress, total, what: message } = step
      const params = { progressToken, progress, total, message }
      send({ method: 'notifications/progress', params })
    },
  }
}

/** The newest revision requires each result to state that it is complete, and how long it is valid. */
function inEra(client: Client, method: string, found: McpAnswer): object {
  if ('error' in found || client.era === 'legacy') return found
  const isList = method === 'server/discover' || Object.hasOwn(lists().lists, method)
  const hint = isList
    ? protocol.LIST_HINT
    : method.startsWith('resources/')
      ? protocol.READ_HINT
      : {}
  const serverInfo = lists().serverInfo
  return {
    result: {
      resultType: 'complete',
      ...hint,
      _meta: { [protocol.SERVER_INFO_KEY]: serverInfo },
      ...found.result,
    },
  }
}

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}
