/** J-02. A command's flags, read off its operation's input schema. */
import * as z from 'zod'
import { MnemeError } from '../../errors.ts'
import type { AnyOperation } from '../../operations/operation.ts'

export interface Flag {
  /** The field of the input. */
  readonly field: string
  /** As typed: `ttl-days`. */
  readonly name: string
  /** Other spellings that are understood and not shown. */
  readonly also: readonly string[]
  readonly kind: 'text' | 'number' | 'switch' | 'list'
  readonly choices: readonly string[] | null
  readonly about: string
  readonly required: boolean
}

/** J-02. One word for one thing in every command, whatever the field is called. */
const FLAG_WORDS: Readonly<Record<string, { readonly name?: string; readonly also: string[] }>> = {
  tag: { also: ['tags'] },
  tags: { name: 'tag', also: ['tags'] },
  concept: { also: ['concepts'] },
  concepts: { name: 'concept', also: ['concepts'] },
  type: { also: ['types'] },
  all: { also: ['everywhere'] },
  everywhere: { name: 'all', also: ['everywhere'] },
  closed: { also: ['all'] },
  recreate: { also: ['all'] },
}

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly description?: string
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

export function flagsOf(op: AnyOperation): Flag[] {
  const schema = z.toJSONSchema(op.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {}).map(([field, found]) => {
    const about = plainest(found)
    const words = Object.hasOwn(FLAG_WORDS, field) ? FLAG_WORDS[field] : undefined
    return {
      field,
      name: words?.name ?? kebab(field),
      also: words?.also ?? [],
      kind: kindOf(about),
      choices: about.enum ?? about.items?.enum ?? null,
      about: found.description ?? about.description ?? '',
      required: required.has(field),
    }
  })
}

/** A nullable field is its value or nothing; a flag can only give the value. */
function plainest(schema: JsonSchema): JsonSchema {
  return schema.anyOf?.find((each) => each.type !== 'null') ?? schema
}

function kindOf(schema: JsonSchema): Flag['kind'] {
  switch (schema.type) {
    case 'boolean':
      return 'switch'
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return 'list'
    default:
      return 'text'
  }
}

function kebab(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Converts a typed value to the field's type. Lists accept commas and repetition. */
export function valueFor(flag: Flag, typed: unknown): unknown {
  if (flag.kind === 'number') {
    const number = Number(typed)
    if (typeof typed !== 'string' || typed.trim() === '' || Number.isNaN(number)) {
      throw new MnemeError(
        'invalid_input',
        `--${flag.name} takes a number, not "${String(typed)}"`,
        {
          hint: `For example: --${flag.name} 10`,
        },
      )
    }
    return number
  }
  if (flag.kind === 'list') {
    const given = Array.isArray(typed) ? typed : [typed]
    return given.flatMap((each) =>
      String(each)
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
  }
  return typed
}
