/**
 * J-05. Answers an MCP request from any transport: HTTP, the daemon's private socket, or `mneme mcp` in its own
 * process.
 */
import type { CallSource, Opened } from '../../compose.ts'
import { asMnemeError } from '../../errors.ts'
import { type AnyOperation, call, type Progress } from '../../operations/operation.ts'
import { loadOperation } from '../../operations/table.ts'
import { conflictLines } from '../conflict.ts'
import { NeedsPerson } from '../needs-person.ts'
import { placeOf, type StatedPlace } from '../standing.ts'
import { type Arguments, coerceArguments } from './coerce.ts'
import { argumentsSchema, describeTools } from './describe-tools.ts'
import { leanResult } from './lean.ts'
import { getPrompt } from './prompts.ts'
import { INVALID_PARAMS, METHOD_NOT_FOUND, ProtocolRefusal } from './protocol.ts'
import { explainRefusal } from './refusal.ts'
import { listResources, readResource } from './resources.ts'
import { fieldsOf, resolveCall } from './tools.ts'

export interface McpRequest {
  readonly method: string
  readonly params: Arguments
}

/** Protocol errors are answers too and are passed on unchanged. */
export type McpAnswer =
  | { readonly result: object }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

export interface McpCaller extends Pick<CallSource, 'door' | 'actor' | 'speaker' | 'confirm'> {
  /** Where the request comes from, unless its arguments say otherwise: the first source with a value wins. */
  readonly from: readonly StatedPlace[]
  readonly progress?: Progress | undefined
}

/** Calls an operation in the request's project and session. */
export type Invoke = (operation: string, input: unknown, said?: StatedPlace) => Promise<unknown>

export async function answerMcp(
  mneme: Pick<Opened, 'at' | 'engine'>,
  { method, params }: McpRequest,
  { from, progress, ...who }: McpCaller,
): Promise<McpAnswer> {
  const invoke: Invoke = async (operation, input, said = {}) => {
    const { engine, caller } = await mneme.at({ ...who, ...placeOf(said, ...from) })
    return call(await loadOperation(operation), engine, caller, input, progress)
  }
  try {
    return { result: await resultOf() }
  } catch (thrown) {
    if (!(thrown instanceof ProtocolRefusal)) throw thrown
    const { code, message, data } = thrown
    return { error: { code, message, ...(data === undefined ? {} : { data }) } }
  }

  async function resultOf(): Promise<object> {
    switch (method) {
      case 'tools/list':
        return { tools: await describeTools(mneme.engine.config.mcp.profile) }
      case 'tools/call':
        return callTool(invoke, String(params.name), params.arguments)
      case 'prompts/get':
        return getPrompt(invoke, params)
      case 'resources/list':
        return listResources(invoke)
      case 'resources/read':
        return readResource(invoke, String(params.uri))
      default:
        throw new ProtocolRefusal(METHOD_NOT_FOUND, 'initialize')
    }
  }
}

async function callTool(invoke: Invoke, tool: string, given: unknown): Promise<object> {
  const meant = resolveCall(tool, given)
  if (meant === null) throw new ProtocolRefusal(INVALID_PARAMS, `Tool ${tool} not found`)
  const op = await loadOperation(meant.operation)
  const schema = argumentsSchema(op)
  const { input, ignored } = coerceArguments(schema, meant.args)
  try {
    const { own, said } = apart(op, input)
    const result = leanResult(op.name, await invoke(op.name, own, said))
    const note = ignored.length > 0 ? [textItem(ignoredNote(tool, ignored))] : []
    return { structuredContent: result, content: [textItem(JSON.stringify(result)), ...note] }
  } catch (thrown) {
    if (thrown instanceof NeedsPerson) throw thrown
    const text = explainRefusal(tool, schema, fieldsOf(op.name), asMnemeError(thrown))
    const both = conflictLines(asMnemeError(thrown))
    return { isError: true, content: [textItem([text, ...both].join('\n'))] }
  }
}

/** The operation's input, and the place given in the arguments. */
function apart(op: AnyOperation, input: Arguments): { own: Arguments; said: StatedPlace } {
  const own: Record<string, unknown> = { ...input }
  const said: Record<string, string> = {}
  for (const field of ['project', 'session']) {
    if (Object.hasOwn(op.input.shape, field)) continue
    if (typeof own[field] === 'string') said[field] = own[field]
    delete own[field]
  }
  return { own, said }
}

function ignoredNote(tool: string, fields: readonly string[]): string {
  return `Ignored, since ${tool} has no such field: ${fields.join(', ')}`
}

function textItem(text: string) {
  return { type: 'text', text }
}
