/** Every renderer for people is given hostile text in every field that may hold any. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { COMMANDS } from '../../../src/doors/cli/commands.ts'
import { renderOutput } from '../../../src/doors/cli/render-output.ts'
import { useColour } from '../../../src/doors/cli/terminal.ts'
import { printable } from '../../../src/doors/terminal/text.ts'
import { fc } from '../../support/property.ts'

const HOSTILE = [
  '\u001b[2J\u001b[H',
  '\u001b[31mred\u001b[0m',
  '\u001b]0;owned\u0007',
  '\u009b31m',
  '\u202ereversed',
  'a\rb',
  '\u0000\u0007\u0008',
  '\u200b\ufeff',
  'two\nlines',
  '👨‍👩‍👧 数据库',
  '2026-01-31T10:00:00.000Z',
]
const OWN_STYLE = /\u001b\[(?:[0127]|3[1-6])m/g
const ACTIVE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/

interface Shape {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly items?: Shape
  readonly prefixItems?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Shape | boolean
}

/** Any output that the schema allows, with hostile texts where a text may be anything. */
function outputs(shape: Shape | boolean): fc.Arbitrary<unknown> {
  if (typeof shape === 'boolean') return fc.constantFrom(...HOSTILE)
  if ('const' in shape) return fc.constant(shape.const)
  if (shape.enum) return fc.constantFrom(...shape.enum)
  const choices = shape.anyOf ?? shape.oneOf
  if (choices) return fc.oneof(...choices.map(outputs))
  if (Array.isArray(shape.type)) {
    return fc.oneof(...shape.type.map((type: string) => outputs({ ...shape, type })))
  }
  switch (shape.type) {
    case 'string':
      return fc
        .array(fc.constantFrom(...HOSTILE), { minLength: 1, maxLength: 3 })
        .map((parts) => parts.join(' '))
    case 'number':
    case 'integer':
      return fc.nat(1000)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      if (shape.prefixItems) return fc.tuple(...shape.prefixItems.map(outputs))
      return fc.array(outputs(shape.items ?? {}), { maxLength: 2 })
    case 'object': {
      const fields = shape.properties
      if (fields) {
        const all = Object.fromEntries(
          Object.entries(fields).map(([name, field]) => [name, outputs(field)]),
        )
        return fc.record(all, { requiredKeys: [...(shape.required ?? [])] })
      }
      const values =
        typeof shape.additionalProperties === 'object' ? shape.additionalProperties : {}
      return fc.dictionary(fc.constantFrom(...HOSTILE), outputs(values), { maxKeys: 2 })
    }
    default:
      return fc.constantFrom(...HOSTILE)
  }
}

const loaded = await Promise.all(
  Object.entries(COMMANDS).map(async ([name, load]) => ({ name, command: await load() })),
)
const renderers = loaded.flatMap(({ name, command }) =>
  'run' in command ? [] : [{ name, command }],
)

describe('J-02 stored text in every renderer', () => {
  afterEach(() => useColour(false))

  it.each(renderers)('J-02 $name shows text as text', ({ command }) => {
    const shape = z.toJSONSchema(command.op.output, { io: 'output', unrepresentable: 'any' })
    fc.assert(
      fc.property(outputs(shape as Shape), fc.boolean(), (output, isColourful) => {
        useColour(isColourful)
        const text = printable(renderOutput(command, output, { input: {}, width: 80 }))
        expect(isColourful ? text.replace(OWN_STYLE, '') : text).not.toMatch(ACTIVE)
      }),
      { numRuns: 40 },
    )
  })
})

it('J-02 nothing is written to standard output but through the one way out', () => {
  const folder = fileURLToPath(new URL('../../../src/doors/cli', import.meta.url))
  const others = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && path !== 'out.ts')
    // What it prints is written by us: where it can be reached, and units for the system.
    .filter((path) => path !== 'commands/serve.ts')
    .filter((path) => readFileSync(`${folder}/${path}`, 'utf8').includes('stdout.write'))
  expect(others).toEqual([])
})
