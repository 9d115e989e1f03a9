/** Builds an operation's input from a request's path, query and body. */
import * as z from 'zod'
import { MnemeError } from '../../errors.ts'
import type { AnyOperation } from '../../operations/operation.ts'
import type { StatedPlace } from '../standing.ts'

export interface InputSchema {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly InputSchema[]
  readonly properties?: Readonly<Record<string, InputSchema>>
  readonly required?: readonly string[]
  readonly [other: string]: unknown
}

/** The operation's input as JSON Schema, cached. */
export function inputSchema(op: AnyOperation): InputSchema {
  const known = schemas.get(op)
  if (known) return known
  const made = z.toJSONSchema(op.input, { io: 'input', unrepresentable: 'any' }) as InputSchema
  schemas.set(op, made)
  return made
}
const schemas = new WeakMap<AnyOperation, InputSchema>()

interface Asked {
  readonly path: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Parsed JSON, or undefined when there was no body. */
  readonly body: unknown
}

/**
 * What the path says wins over the body, and the body over the query. `project` and `session` are
 * where the call is, unless the operation has fields of these names.
 */
export function inputOf(op: AnyOperation, asked: Asked): { input: unknown; said: StatedPlace } {
  const fields = inputSchema(op).properties ?? {}
  const { body } = asked
  if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))) {
    throw new MnemeError('invalid_input', 'the body must be a JSON object')
  }
  const input = withOwnNames(fields, { ...fromQuery(fields, asked.query), ...body })
  for (const [name, text] of Object.entries(asked.path)) {
    const kind = kindOf(fields[name])
    input[name] = kind === 'array' ? [text] : coerceText(kind, text)
  }
  const said: Record<string, string> = {}
  for (const name of ['project', 'session'] as const) {
    if (Object.hasOwn(fields, name) || !Object.hasOwn(input, name)) continue
    const value = input[name]
    if (typeof value === 'string') said[name] = value
    else if (value !== null) throw new MnemeError('invalid_input', `${name}: must be a text`)
    delete input[name]
  }
  return { input, said }
}

/** M-52. Field names of other memory systems. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  project_id: 'project',
  session_id: 'session',
  memory_type: 'type',
  memory_types: 'type',
}

/** Another system's name of a field, or ours with underscores. Our own wins when both are present. */
function withOwnNames(
  fields: Readonly<Record<string, InputSchema>>,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const isOurs = (name: string) => Object.hasOwn(fields, name)
  const own = new Map<string, unknown>()
  for (const [name, value] of Object.entries(given)) {
    const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    const other = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined
    const meant = isOurs(name) ? name : isOurs(camel) ? camel : (other ?? name)
    const isTaken = meant !== name && Object.hasOwn(given, meant)
    own.set(isTaken ? name : meant, value)
  }
  return Object.fromEntries(own)
}

function fromQuery(
  fields: Readonly<Record<string, InputSchema>>,
  query: URLSearchParams,
): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const name of new Set(query.keys())) {
    const kind = kindOf(Object.hasOwn(fields, name) ? fields[name] : undefined)
    const values = query.getAll(name)
    const value = kind === 'array' ? values : coerceText(kind, values.at(-1) ?? '')
    // By definition, so that a parameter named __proto__ is a field like any other.
    Object.defineProperty(input, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return input
}

function kindOf(schema: InputSchema | undefined): string {
  if (!schema) return 'string'
  const plain = schema.anyOf?.find((each) => each.type !== 'null') ?? schema
  return typeof plain.type === 'string' ? plain.type : 'string'
}

/** A query contains only text: converted to the field's type, or left for the schema to reject. */
function coerceText(kind: string, text: string): unknown {
  if (kind === 'boolean') {
    if (text === 'true' || text === '1' || text === '') return true
    return text === 'false' || text === '0' ? false : text
  }
  if (kind === 'integer' || kind === 'number') {
    const number = Number(text)
    return text.trim() === '' || Number.isNaN(number) ? text : number
  }
  return text
}
