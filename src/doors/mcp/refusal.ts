/** M-52. Error messages for models: what to send, never what to type at a terminal. */
import type { MnemeError } from '../../errors.ts'
import type { JsonSchema } from './coerce.ts'

export function explainRefusal(
  tool: string,
  schema: JsonSchema,
  fields: readonly string[],
  error: MnemeError,
): string {
  if (error.code === 'invalid_input') return `${error.message}\n${usage(tool, schema, fields)}`
  if (error.code === 'not_found') return `${error.message}\n${nearby(error.hint)}`
  const hint = error.hint && !CLI.test(error.hint) ? `\n${error.hint}` : ''
  return `${error.message}${hint}`
}

const CLI = /\bmneme [a-z]|--[a-z]/

function nearby(hint: string | undefined): string {
  return hint && !CLI.test(hint) ? hint : 'Find the right name with search or list.'
}

function usage(
  tool: string,
  { properties = {}, required = [] }: JsonSchema,
  fields: readonly string[],
): string {
  const example = Object.fromEntries(
    required.map((field) => [field, exampleOf(properties[field] ?? {})]),
  )
  const shown = (fields.length > 0 ? fields : Object.keys(properties)).map(
    (name) => `${name}: ${kindOf(properties[name] ?? {})}`,
  )
  return `Send for example ${tool} ${JSON.stringify(example)}. Fields: ${shown.join(', ')}.`
}

function exampleOf({ type, enum: choices, items }: JsonSchema): unknown {
  if (choices) return choices[0]
  if (type === 'array') return [exampleOf(items ?? {})]
  if (type === 'integer' || type === 'number') return 1
  return type === 'boolean' ? true : '…'
}

function kindOf({ type, enum: choices, items, anyOf }: JsonSchema): string {
  if (choices) return choices.join('|')
  if (type === 'array') return `list of ${kindOf(items ?? {})}`
  const [only] = anyOf?.filter((option) => option.type !== 'null') ?? []
  return only ? kindOf(only) : String(type ?? 'text')
}
