/** Who calls over MCP and from where, in either era of the protocol. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { CallPlace } from '../daemon/client.ts'
import { placeOf, type Said, saidInHeaders, saidInRoots } from '../standing.ts'

export interface CallerOptions {
  /** The folder that the client was started in, for stdio. */
  readonly folder?: string
  /** Headers of the request, for HTTP. */
  readonly header?: (name: string) => string | null
  readonly era: 'legacy' | 'modern'
}

export interface Callers {
  /** Where the call stands, or what the client has to be asked first. */
  placeOf(said: Said, ctx: ServerContext): Promise<CallPlace | InputRequiredResult>
  capabilities(ctx: ServerContext): ClientCapabilities
}

const ROOTS_MS = 2000

export function callersOf(mcp: McpServer, options: CallerOptions): Callers {
  const { server } = mcp
  const carried = options.header ? saidInHeaders(options.header) : {}
  let roots: Said | null = null
  server.setNotificationHandler('notifications/roots/list_changed', () => {
    roots = null
  })
  const capabilities = (ctx: ServerContext) =>
    (envelope(ctx)[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined) ??
    server.getClientCapabilities() ??
    {}

  /** Null: the client has to be asked, and will call again with the answer. */
  const saidByRoots = async (ctx: ServerContext): Promise<Said | null> => {
    if (roots) return roots
    if (!capabilities(ctx).roots) return {}
    if (options.era === 'legacy') {
      roots = await listed(server)
      return roots
    }
    const answer = inputResponse(ctx.mcpReq.inputResponses, 'roots')
    if (answer.kind === 'roots') roots = saidInRoots(answer.roots)
    // A client that answered something else has no roots to show: once is enough.
    else if (ctx.mcpReq.inputResponses !== undefined) roots = {}
    return roots
  }

  return {
    capabilities,
    async placeOf(said, ctx) {
      const isKnown = Boolean(said.project || carried.project)
      const shown = isKnown ? {} : await saidByRoots(ctx)
      if (shown === null) {
        return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } })
      }
      const {
        folder = null,
        session = null,
        project,
      } = placeOf(said, carried, shown, {
        project: options.folder,
      })
      return {
        door: 'mcp',
        actor: `mcp:${clientName(server.getClientVersion(), ctx)}`,
        speaker: 'agent',
        folder,
        session,
        ...(project === undefined ? {} : { project }),
      }
    },
  }
}

/** A client that does not answer is one without roots. */
async function listed(server: McpServer['server']): Promise<Said> {
  try {
    return saidInRoots((await server.listRoots(undefined, { timeout: ROOTS_MS })).roots)
  } catch {
    return {}
  }
}

function clientName(known: Implementation | undefined, ctx: ServerContext): string {
  const info = (envelope(ctx)[CLIENT_INFO_META_KEY] as Implementation | undefined) ?? known
  const name = typeof info?.name === 'string' ? info.name : ''
  return name.replace(/[^\w.-]+/g, '-').slice(0, 60) || 'unknown'
}

/** What a request of the stateless era says about its client; checked by the SDK. */
function envelope(ctx: ServerContext): Readonly<Record<string, unknown>> {
  return (ctx.mcpReq.envelope ?? {}) as Readonly<Record<string, unknown>>
}

export function isQuestion(found: CallPlace | InputRequiredResult): found is InputRequiredResult {
  return 'resultType' in found
}
