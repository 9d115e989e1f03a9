/** J-05. MCP over Streamable HTTP: one endpoint of the daemon, stateless between requests. */
import {
  createMcpHandler,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  ProtocolError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Opened } from '../../compose.ts'
import type { Progress } from '../../operations/operation.ts'
import { confirmByReturn, NeedsPerson } from '../needs-person.ts'
import { readPlaceHeaders, readPlaceOfRoots } from '../standing.ts'
import { answerMcp, type McpCaller } from './answer.ts'
import type { Arguments } from './coerce.ts'
import { type McpLists, mcpLists } from './lists.ts'
import { ALLOW_SCHEMA, actorOf, CAPABILITIES_KEY, CLIENT_INFO_KEY, LIST_HINT } from './protocol.ts'

export interface McpOverHttp {
  fetch(request: Request): Promise<Response>
  close(): Promise<void>
}

const ASKED_OF_MEMORY = ['tools/call', 'prompts/get', 'resources/list', 'resources/read'] as const

export async function mcpOverHttp(
  mneme: Opened,
  maxRequestBodySize: number,
  report: (thrown: unknown, what: string) => void,
): Promise<McpOverHttp> {
  const lists = await mcpLists(mneme.engine.config.mcp.profile)
  const { fetch, close } = createMcpHandler(
    ({ requestInfo }) => openServer(mneme, lists, (name) => requestInfo?.headers.get(name) ?? null),
    { maxRequestBodySize, onerror: (error) => report(error, 'mcp') },
  )
  return { fetch, close }
}

function openServer(
  mneme: Opened,
  { serverInfo, capabilities, instructions, lists }: McpLists,
  header: (name: string) => string | null,
): Server {
  const hints = [...Object.keys(lists), 'server/discover'].map((method) => [method, LIST_HINT])
  const server = new Server(serverInfo, {
    instructions,
    capabilities,
    cacheHints: Object.fromEntries(hints),
  })
  // The SDK types results by method; ours come from one place for every transport.
  const handle = server.setRequestHandler.bind(server) as unknown as Handle
  for (const [method, result] of Object.entries(lists)) handle(method, () => result)
  for (const method of ASKED_OF_MEMORY) {
    handle(method, async ({ params = {} }, ctx) => {
      const caller = callerOf(server, ctx, params, header)
      if ('resultType' in caller) return caller
      try {
        const answer = await answerMcp(mneme, { method, params }, caller)
        if ('result' in answer) return answer.result
        throw new ProtocolError(answer.error.code, answer.error.message, answer.error.data)
      } catch (thrown) {
        if (thrown instanceof NeedsPerson) return allowQuestion(thrown.question)
        throw thrown
      }
    })
  }
  return server
}

type Handle = (
  method: string,
  handler: (request: { params?: Arguments }, ctx: ServerContext) => unknown,
) => void

/** The caller and its place, or the question the client must answer first. */
function callerOf(
  server: Server,
  ctx: ServerContext,
  params: Arguments,
  header: (name: string) => string | null,
): McpCaller | InputRequiredResult {
  const { inputResponses } = ctx.mcpReq
  const envelope = (ctx.mcpReq.envelope ?? {}) as Arguments
  const capabilities = (envelope[CAPABILITIES_KEY] ?? server.getClientCapabilities() ?? {}) as {
    readonly roots?: object
    readonly elicitation?: object
  }
  const carried = readPlaceHeaders(header)
  const named = (params.arguments as Arguments | undefined)?.project ?? carried.project
  // Without a lasting connection, older revisions have no way to ask the client.
  const mayAsk = CAPABILITIES_KEY in envelope && inputResponses === undefined
  if (!named && mayAsk && capabilities.roots) {
    return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } })
  }
  const roots = inputResponse(inputResponses, 'roots')
  return {
    door: 'mcp',
    speaker: 'agent',
    actor: actorOf(envelope[CLIENT_INFO_KEY] ?? server.getClientVersion()),
    from: [carried, roots.kind === 'roots' ? readPlaceOfRoots(roots.roots) : {}],
    progress: progressTo(ctx),
    ...(capabilities.elicitation ? { confirm: confirmByReturn(() => allowedBy(ctx)) } : {}),
  }
}

/** J-08. Null when the person has not been asked yet. */
function allowedBy(ctx: ServerContext): boolean | null {
  const answer = inputResponse(ctx.mcpReq.inputResponses, 'allow')
  if (answer.kind !== 'elicit') return null
  return answer.action === 'accept' && answer.content?.allow === true
}

function allowQuestion(message: string): InputRequiredResult {
  const allow = inputRequired.elicit({ message, requestedSchema: ALLOW_SCHEMA as never })
  return inputRequired({ inputRequests: { allow } })
}

function progressTo(ctx: ServerContext): Progress | undefined {
  const progressToken = ctx.mcpReq._meta?.progressToken
  if (progressToken === undefined) return undefined
  return ({ done, total, what }) => {
    const params = { progressToken, progress: done, total, message: what }
    // The client may have disconnected; the work continues.
    ctx.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}
