/** J-11. Every key by its name in files (`retrieval.top_k`) and in the environment. */
import * as z from 'zod'
import { nearest } from '../text/distance.ts'
import { publicKeyName } from './people.ts'
import type { ConfigSectionName, RepositoryRule, Section } from './schema.ts'
import { SECTIONS } from './schema.ts'

export interface ConfigKey {
  /** As written in TOML and on the command line. */
  readonly key: string
  /** As version 0.1 wrote it, where that was another name. Understood for one more version. */
  readonly formerKey: string | null
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

let former: ReadonlyMap<string, ConfigKey> | null = null

/** By its name, by the one it had in version 0.1, or by that of another memory system. */
export function findConfigKey(name: string): ConfigKey | undefined {
  const key = configKeys().get(name) ?? formerKeys().get(name)
  const ours = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined
  return key ?? (ours === undefined ? undefined : configKeys().get(ours))
}

/** M-52. Keys as the files of other memory systems have them, so that those can be taken over. */
// biome-ignore format: a table reads best in columns
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'ai.enabled':                                  'memory.enabled',
  'ai.features.memory_extraction':               'capture.messages',
  'scheduler.ranking.batch_size':                'tuning.scheduler.batch_size',
  'scheduler.duplicate_cleanup.batch_size':      'tuning.scheduler.batch_size',
  'scheduler.embedding_refresh.batch_size':      'tuning.scheduler.batch_size',
  'scheduler.skill_cleanup.batch_size':          'tuning.scheduler.batch_size',
  'retrieval.embedding_model':                   'embed.model',
  'tool.letsgo.memory.max_memories':             'store.max_memories',
  'tool.letsgo.memory.default_ttl_days':         'memory.ttl_days_observed',
  'tool.letsgo.memory.memorability_threshold':   'tuning.capture.memorability.gate',
  'tool.letsgo.memory.compression_min_age_days': 'tuning.ranking.compression.min_age_days',
  'tool.letsgo.memory.consolidation_decay_rate': 'tuning.ranking.consolidation.decay_rate',
  'tool.letsgo.memory.token_budget':             'context.tail_tokens',
  'tool.letsgo.memory.max_inject_count':         'context.bodies',
}

/** Settings of version 0.1 that are constants now: a file that sets them still loads, with a notice. */
const RETIRED = [
  'retrieval.match.bm25',
  'retrieval.match.weights',
  'retrieval.match.meaning_weights',
  'retrieval.match.word_weights',
  'recall.bm25',
  'recall.weights',
  'recall.meaning_weights',
  'recall.word_weights',
  'sessions.stretches',
  'passages',
]

export function isRetired(name: string): boolean {
  const bare = name.replace(/^tuning\./, '')
  return RETIRED.some((retired) => bare === retired || bare.startsWith(`${retired}.`))
}

function formerKeys(): ReadonlyMap<string, ConfigKey> {
  former ??= new Map(
    [...configKeys().values()].flatMap((key) => (key.formerKey ? [[key.formerKey, key]] : [])),
  )
  return former
}

export function environmentName(key: string): string {
  return `MNEME_${key.replaceAll('.', '_').toUpperCase()}`
}

/** True for `scheduler` and `scheduler.ranking`: names that hold keys, now, in version 0.1 or in another system. */
export function isSection(name: string): boolean {
  const names = [...configKeys().keys(), ...formerKeys().keys(), ...Object.keys(OTHER_NAMES)]
  return names.some((key) => key.startsWith(`${name}.`))
}

/** What was probably meant by a key that does not exist. */
export function nearestKey(wrong: string): string | undefined {
  const names = [...configKeys().keys()]
  const asSnake = snakeCase(wrong)
  const last = asSnake.split('.').at(-1) ?? ''
  const sameEnd = names.filter((name) => name.split('.').at(-1) === last)
  const nearEnds = nearest(
    names.map((name) => name.split('.').at(-1) ?? ''),
    last,
  ).flatMap((end) => names.filter((name) => name.endsWith(`.${end}`)))
  const exact = names.filter((name) => name === asSnake)
  return [...exact, ...nearest(names, asSnake), ...sameEnd, ...nearEnds][0]
}

function keysOf(section: Section, path: readonly string[], object: z.ZodObject): ConfigKey[] {
  return Object.entries(object.shape).flatMap(([name, field]) => {
    // A zod shape holds core types; ours are all made by the classic z.
    const schema = field as z.ZodType
    const here = [...path, name]
    const inner = bare(schema)
    if (inner instanceof z.ZodObject) return keysOf(section, here, inner)
    const [first = '', ...rest] = here.map(snakeCase)
    const former = `${first}.${rest.join('.')}`
    const key = publicKeyName(first as ConfigSectionName, rest.join('.')) // sections are lower-case words
    return [
      {
        key,
        formerKey: key === former ? null : former,
        path: here,
        environment: environmentName(key),
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
