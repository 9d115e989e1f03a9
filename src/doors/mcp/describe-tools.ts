/** J-05, M-52. Tool descriptions for models: what each does, and its few fields. */
import type { AnyOperation, Effect } from '../../operations/operation.ts'
import { inputSchema } from '../http/input.ts'
import type { JsonSchema } from './coerce.ts'
import { ACTIONS, ONE_FOR_ALL, type Profile, type Tool, toolsOf } from './tools.ts'

interface ToolDescription {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema & { readonly type: 'object' }
  readonly outputSchema: { readonly type: 'object' }
  readonly annotations: Annotations
}

interface Annotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

export async function describeTools(profile: Profile): Promise<readonly ToolDescription[]> {
  const tools = (await toolsOf(profile)).map(describeTool)
  return profile === 'aliases' ? [...tools, oneForAll] : tools
}

function describeTool({ name, op, fields }: Tool): ToolDescription {
  const { properties = {}, required = [] } = argumentsSchema(op)
  const shown = fields.filter((field) => Object.hasOwn(properties, field))
  return {
    name,
    description: op.summary,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(shown.map((field) => [field, plain(properties[field] ?? {})])),
      ...(required.length > 0 ? { required } : {}),
    },
    // Additional output fields are allowed: a newer version may return more.
    outputSchema: { type: 'object' },
    annotations: ANNOTATIONS[op.effect],
  }
}

/** `project` and `session`, unless the operation has fields of these names itself. */
const STANDING: Readonly<Record<string, JsonSchema>> = {
  project: { type: 'string', description: 'Another project: its folder, id or slug' },
  session: { type: 'string', description: 'Id of the session' },
}

/** All fields of a call, as JSON Schema. */
export function argumentsSchema(op: AnyOperation): JsonSchema {
  const { properties, required } = inputSchema(op) as JsonSchema
  return { type: 'object', properties: { ...STANDING, ...properties }, required: required ?? [] }
}

/** Without keywords that only validators read: every word is paid for in every session. */
function plain({ type, description, items, enum: choices, anyOf }: JsonSchema): JsonSchema {
  const [only, ...more] = anyOf?.filter((option) => option.type !== 'null') ?? []
  if (only && more.length === 0) return plain({ ...only, ...(description ? { description } : {}) })
  return {
    ...(type === undefined ? {} : { type }),
    ...(choices ? { enum: choices } : {}),
    ...(items ? { items: plain(items) } : {}),
    ...(description ? { description } : {}),
  }
}

const oneForAll: ToolDescription = {
  name: ONE_FOR_ALL,
  description: 'Every memory operation in one tool, by its action.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', enum: Object.keys(ACTIONS) },
      content: { type: 'string' },
      query: { type: 'string' },
      id: { type: 'string' },
      category: { type: 'string' },
      scope: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
      from: { type: 'string' },
      to: { type: 'string' },
      relation: { type: 'string' },
    },
    required: ['action'],
  },
  outputSchema: { type: 'object' },
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: false,
  },
}

/** All four are set: by default, a client assumes a tool is destructive and reaches the network. */
// biome-ignore format: a table reads best in columns
const ANNOTATIONS: Readonly<Record<Effect, Annotations>> = {
  reads:    { readOnlyHint: true,  destructiveHint: false, idempotentHint: true,  openWorldHint: false },
  writes:   { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  destroys: { readOnlyHint: false, destructiveHint: true,  idempotentHint: true,  openWorldHint: false },
}
