/** J-05. One definition of the MCP door, for both eras of the protocol and both transports. */
import {
  acceptedContent,
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import { asMnemeError } from '../../errors.ts'
import type { AnyOperation, Progress } from '../../operations/operation.ts'
import { version } from '../../version.ts'
import type { Said } from '../standing.ts'
import { type CallerOptions, type Callers, callersOf, isQuestion } from './caller.ts'
import { INSTRUCTIONS } from './instructions.ts'
import type { Invoke } from './invoke.ts'
import { registerPrompts } from './prompts.ts'
import { registerResources } from './resources.ts'
import { toolSchemas } from './tool-schemas.ts'
import type { Tool } from './tools.ts'

export interface McpDoor {
  readonly tools: readonly Tool[]
  readonly invoke: Invoke
}

/** Lists change with a new version only; what is read may change at any time. */
const LIST_HINT = { ttlMs: 300_000, cacheScope: 'public' } as const

export function mcpServer(door: McpDoor, from: CallerOptions): McpServer {
  const server = new McpServer(
    { name: 'mneme', title: 'Mneme: long-term memory', version: version() },
    {
      instructions: INSTRUCTIONS,
      capabilities: { tools: {}, resources: {}, prompts: {} },
      cacheHints: {
        'tools/list': LIST_HINT,
        'prompts/list': LIST_HINT,
        'server/discover': LIST_HINT,
        'resources/templates/list': LIST_HINT,
      },
    },
  )
  const callers = callersOf(server, from)
  for (const { name, op } of door.tools) {
    const { input, output, annotations } = toolSchemas(op)
    server.registerTool(
      name,
      {
        title: titleOf(op),
        description: op.summary,
        inputSchema: input,
        outputSchema: output,
        annotations,
      },
      (args, ctx) => answered(door.invoke, callers, op, args, ctx),
    )
  }
  registerResources(server, door.invoke, callers)
  registerPrompts(server, door.invoke, callers)
  return server
}

async function answered(
  invoke: Invoke,
  callers: Callers,
  op: AnyOperation,
  args: Record<string, unknown>,
  ctx: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  try {
    const { input, said } = apart(op, args)
    const where = await callers.placeOf(said, ctx)
    if (isQuestion(where)) return where
    const progress = progressTo(ctx)
    const result = (await invoke(op, input, where, {
      signal: ctx.mcpReq.signal,
      ...(progress ? { progress } : {}),
      ...(callers.capabilities(ctx).elicitation ? { confirm: (q) => confirmed(q, ctx) } : {}),
    })) as Record<string, unknown>
    return {
      structuredContent: result,
      content: [{ type: 'text', text: JSON.stringify(result) }],
    }
  } catch (thrown) {
    if (thrown instanceof AskFirst) return thrown.question
    const { message, hint } = asMnemeError(thrown)
    return {
      isError: true,
      content: [{ type: 'text', text: hint ? `${message}\n${hint}` : message }],
    }
  }
}

/** J-08. The person at the client decides: the call comes back with the answer. */
class AskFirst extends Error {
  readonly question: InputRequiredResult
  constructor(question: InputRequiredResult) {
    super('a person has to be asked')
    this.question = question
  }
}

const Answer = z.object({ allow: z.boolean().describe('Whether the agent may do this') })

async function confirmed(message: string, ctx: ServerContext): Promise<boolean> {
  const { inputResponses } = ctx.mcpReq
  if (inputResponse(inputResponses, 'allow').kind === 'elicit') {
    return acceptedContent(inputResponses, 'allow', Answer)?.allow === true
  }
  const allow = inputRequired.elicit({ message, requestedSchema: Answer })
  throw new AskFirst(inputRequired({ inputRequests: { allow } }))
}

/** The operation's own input, and where the call stands. */
function apart(op: AnyOperation, args: Record<string, unknown>): { input: unknown; said: Said } {
  const input = { ...args }
  const said: Record<string, string> = {}
  for (const name of ['project', 'session']) {
    if (Object.hasOwn(op.input.shape, name)) continue
    if (typeof input[name] === 'string') said[name] = input[name]
    if (typeof input[name] === 'string' || input[name] === null) delete input[name]
  }
  return { input, said }
}

function progressTo(ctx: ServerContext): Progress | null {
  const progressToken = ctx.mcpReq._meta?.progressToken
  if (progressToken === undefined) return null
  return ({ done, total, what }) => {
    const params = { progressToken, progress: done, total, message: what }
    // The one who asked may have gone; the work goes on.
    ctx.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}

function titleOf(op: AnyOperation): string {
  const words = op.name.replaceAll('-', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} (memory)`
}
