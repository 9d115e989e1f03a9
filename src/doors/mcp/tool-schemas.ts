/** The schemas of a tool as the protocol wants them, made once per operation. */
import type { StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { AnyOperation, Effect } from '../../operations/operation.ts'
import { outputSchema } from '../http/openapi.ts'

export interface ToolSchemas {
  readonly input: StandardSchemaWithJSON<unknown, Record<string, unknown>>
  readonly output: StandardSchemaWithJSON
  readonly annotations: ToolAnnotations
}

const made = new WeakMap<AnyOperation, ToolSchemas>()

export function toolSchemas(op: AnyOperation): ToolSchemas {
  const known = made.get(op)
  if (known) return known
  const fresh = {
    input: described<Record<string, unknown>>(inputSchema(op)),
    output: described(outputSchema(op, 'ref') as Record<string, unknown>),
    annotations: ANNOTATIONS[op.effect],
  }
  made.set(op, fresh)
  return fresh
}

/** Where the call stands, unless the operation has fields of these names itself. */
const STANDING = {
  project: {
    type: 'string',
    description: 'Another project than the current one: its folder, id or slug',
  },
  session: { type: 'string', description: 'Id of the session, if it is known' },
}

function inputSchema(op: AnyOperation): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(op.input, {
    io: 'input',
    unrepresentable: 'any',
  })
  return { ...schema, properties: { ...schema.properties, ...missing(STANDING, schema) } }
}

function missing(fields: typeof STANDING, schema: { properties?: object }) {
  const has = (name: string) => Object.hasOwn(schema.properties ?? {}, name)
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !has(name)))
}

/**
 * Shown to the client, and not checked here: `call` checks every input, with words that say what is
 * wrong and what to do, and what we give back is checked by tests.
 */
function described<Output = unknown>(
  schema: Record<string, unknown>,
): StandardSchemaWithJSON<unknown, Output> {
  return {
    '~standard': {
      version: 1,
      vendor: 'mneme',
      validate: (value) => ({ value: value as Output }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  }
}

/** All four said: left out, a client takes a tool for destructive and for reaching the world. */
// biome-ignore format: a table reads best in columns
const ANNOTATIONS: Readonly<Record<Effect, ToolAnnotations>> = {
  reads:    { readOnlyHint: true,  destructiveHint: false, idempotentHint: true,  openWorldHint: false },
  writes:   { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  destroys: { readOnlyHint: false, destructiveHint: true,  idempotentHint: true,  openWorldHint: false },
}
