/** J-11. Settings in words: what a key takes, what was found instead, and text read as a value. */

import * as z from 'zod'
import { shorten } from '../text/shorten.ts'
import { bare } from './keys.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** "a whole number from 1 to 100", "one of auto, bm25": what the key takes. */
export function describeAccepted(schema: z.ZodType): string {
  return words(jsonSchema(schema))
}

/** "the text \"ten\"": what was found. Cut short, as it may be anything. */
export function describeFound(value: unknown): string {
  if (typeof value === 'string') return `the text ${JSON.stringify(shorten(value, MAX_FOUND))}`
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return `the number ${value}`
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (value instanceof Date) return 'a date'
  return typeof value === 'object' && value !== null ? 'a table' : `a ${typeof value}`
}

/**
 * Text from the environment or the command line as the value the key takes. Text that does not
 * fit stays text, and the check that follows says what was wanted.
 */
export function valueFromText(schema: z.ZodType, text: string): unknown {
  return read(jsonSchema(schema), text)
}

const MAX_FOUND = 60

/** Told apart once for each key: a daemon reads its settings again all day. */
const known = new WeakMap<z.ZodType, JsonSchema>()

function jsonSchema(schema: z.ZodType): JsonSchema {
  const before = known.get(schema)
  if (before) return before
  const described = z.toJSONSchema(bare(schema), { io: 'input', unrepresentable: 'any' })
  known.set(schema, described)
  return described
}

function words(schema: JsonSchema): string {
  if (schema.enum) return `one of ${schema.enum.map(String).join(', ')}`
  if (schema.const !== undefined) return String(schema.const)
  if (schema.anyOf) {
    const options = schema.anyOf.filter((option) => option.type !== 'null').map(words)
    return options.join(' or ')
  }
  switch (schema.type) {
    case 'boolean':
      return 'true or false'
    case 'integer':
      return `a whole number${range(schema)}`
    case 'number':
      return `a number${range(schema)}`
    case 'string':
      return schema.format === 'uri' ? 'a web address' : 'text'
    case 'array':
      return `a list of ${choicesIn(schema.items)}`
    case 'object':
      return 'a table'
    default:
      return 'a value'
  }
}

function choicesIn(items: unknown): string {
  if (typeof items !== 'object' || items === null || Array.isArray(items)) return 'values'
  return words(items as JsonSchema)
    .replace(/^an? /, '')
    .replace(/^list /, 'lists ')
}

function range(schema: JsonSchema): string {
  const from = schema.minimum ?? schema.exclusiveMinimum
  const to = schema.maximum ?? schema.exclusiveMaximum
  const low = from !== undefined && from !== Number.MIN_SAFE_INTEGER
  const high = to !== undefined && to !== Number.MAX_SAFE_INTEGER
  const above = schema.exclusiveMinimum !== undefined ? 'above' : 'from'
  const below = schema.exclusiveMaximum !== undefined ? 'below' : 'to'
  if (low && high) return ` ${above} ${from} ${below} ${to}`
  if (low) return above === 'above' ? ` above ${from}` : `, ${from} or more`
  if (high) return below === 'below' ? ` below ${to}` : `, ${to} or less`
  return ''
}

const YES = ['true', 'yes', 'on', '1']
const NO = ['false', 'no', 'off', '0']

function read(schema: JsonSchema, text: string): unknown {
  const trimmed = text.trim()
  switch (schema.type) {
    case 'boolean':
      if (YES.includes(trimmed.toLowerCase())) return true
      return NO.includes(trimmed.toLowerCase()) ? false : text
    case 'integer':
    case 'number':
      return /^[+-]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed)
        ? Number(trimmed.replaceAll('_', ''))
        : text
    case 'array':
      if (trimmed.startsWith('[')) return json(trimmed) ?? text
      return trimmed.split(',').flatMap((item) => item.trim() || [])
    case 'object':
      return json(trimmed) ?? text
    default:
      return text
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // The check that follows names the text and what was wanted.
  }
}
