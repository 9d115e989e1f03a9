/** J-11. Every key by its name in files (`retrieval.top_k`) and in the environment. */
import * as z from 'zod'
import { nearest } from '../text/distance.ts'
import type { RepositoryRule, Section } from './schema.ts'
import { SECTIONS } from './schema.ts'

export interface ConfigKey {
  /** As written in TOML and on the command line. */
  readonly key: string
  /** As written in code. */
  readonly path: readonly string[]
  readonly environment: string
  readonly schema: z.ZodType
  /** Undefined when the key is not set by default. */
  readonly default: unknown
  readonly description: string
  readonly repository: RepositoryRule
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

let all: ReadonlyMap<string, ConfigKey> | null = null

/** In the order of the schema. */
export function configKeys(): ReadonlyMap<string, ConfigKey> {
  all ??= new Map(
    Object.entries<Section>(SECTIONS)
      .flatMap(([name, section]) => keysOf(section, [name], section.settings))
      .map((key) => [key.key, key]),
  )
  return all
}

/** True for `scheduler` and `scheduler.ranking`: names that hold keys. */
export function isSection(name: string): boolean {
  for (const key of configKeys().keys()) if (key.startsWith(`${name}.`)) return true
  return false
}

/** What may have been meant by a key we do not have, best first. */
export function nearestKeys(wrong: string, n = 1): string[] {
  const names = [...configKeys().keys()]
  const asSnake = snakeCase(wrong)
  const last = asSnake.split('.').at(-1) ?? ''
  const sameEnd = names.filter((name) => name.split('.').at(-1) === last)
  const nearEnds = nearest(
    names.map((name) => name.split('.').at(-1) ?? ''),
    last,
  ).flatMap((end) => names.filter((name) => name.endsWith(`.${end}`)))
  const exact = names.filter((name) => name === asSnake)
  return [...new Set([...exact, ...nearest(names, asSnake), ...sameEnd, ...nearEnds])].slice(0, n)
}

function keysOf(section: Section, path: readonly string[], object: z.ZodObject): ConfigKey[] {
  return Object.entries(object.shape).flatMap(([name, field]) => {
    // A zod shape holds core types; ours are all made by the classic z.
    const schema = field as z.ZodType
    const here = [...path, name]
    const inner = bare(schema)
    if (inner instanceof z.ZodObject) return keysOf(section, here, inner)
    const key = here.map(snakeCase).join('.')
    return [
      {
        key,
        path: here,
        environment: `MNEME_${key.replaceAll('.', '_').toUpperCase()}`,
        schema,
        default: defaultOf(schema),
        description: schema.description ?? inner.description ?? '',
        repository: ruleFor(section, here),
      },
    ]
  })
}

function ruleFor(section: Section, path: readonly string[]): RepositoryRule {
  if (typeof section.repository === 'string') return section.repository
  return section.repository[path.slice(1).join('.')] ?? 'never'
}

function defaultOf(schema: z.ZodType): unknown {
  const parsed = schema.safeParse(undefined)
  return parsed.success ? parsed.data : undefined
}

/** The type inside `.default()`, `.optional()` and their like. */
export function bare(schema: z.ZodType): z.ZodType {
  let at: unknown = schema
  while (
    at instanceof z.ZodDefault ||
    at instanceof z.ZodPrefault ||
    at instanceof z.ZodOptional ||
    at instanceof z.ZodNullable ||
    at instanceof z.ZodReadonly
  ) {
    at = at.unwrap()
  }
  return at as z.ZodType // every wrapper above wraps a classic type
}
