/**
 * M-52. Arguments as models write them, made into what an operation takes wherever the meaning is
 * plain: `limit: "5"`, `tags: "a,b"`, `id: "x"` for a list of ids, another system's field names.
 * What is left over is named, not refused.
 */

/** The subset of JSON Schema that operations use. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly minimum?: number
  readonly maximum?: number
}

interface Coerced {
  readonly input: Readonly<Record<string, unknown>>
  /** Unknown fields. */
  readonly ignored: readonly string[]
}

export type Arguments = Readonly<Record<string, unknown>>

export function coerceArguments(schema: JsonSchema, given: unknown): Coerced {
  const properties = schema.properties ?? {}
  const input: Record<string, unknown> = {}
  const ignored: string[] = []
  for (const [key, value] of Object.entries(unwrap(properties, objectFrom(schema, given)))) {
    const field = fieldFor(properties, key, input)
    if (field === null) ignored.push(key)
    else {
      const coerced = coerceValue(properties[field] ?? {}, value, field)
      if (coerced !== undefined) input[field] = coerced
    }
  }
  const isNamed = schema.required?.includes('id') && input.id === undefined
  if (isNamed && input.name !== undefined) {
    const { name: id, ...rest } = input // a memory is called by its name as well as by its id
    return { input: { ...rest, id }, ignored }
  }
  return { input, ignored }
}

/** A model may send its arguments as text, or a bare text where one field is wanted. */
function objectFrom(schema: JsonSchema, given: unknown): Arguments {
  const value = typeof given === 'string' ? (parseJson(given) ?? given) : given
  if (isObject(value)) return value
  const [only] = schema.required ?? []
  return typeof value === 'string' && only !== undefined ? { [only]: value } : {}
}

const WRAPPERS: ReadonlySet<string> = new Set(['input', 'params', 'args', 'arguments', 'data'])

/** `{ input: { … } }`: the arguments lie one level down. */
function unwrap(properties: Readonly<Record<string, JsonSchema>>, given: Arguments): Arguments {
  const [only, ...more] = Object.entries(given)
  if (!only || more.length > 0 || Object.hasOwn(properties, only[0])) return given
  const inner = typeof only[1] === 'string' ? parseJson(only[1]) : only[1]
  return WRAPPERS.has(only[0]) && isObject(inner) ? inner : given
}

/** Aliases of a field, in lower case without separators; the first that the schema has is used. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  text: ['content', 'query', 'prompt'],
  memory: ['content', 'id'],
  note: ['content'],
  body: ['content'],
  value: ['content', 'object'],
  fact: ['content'],
  message: ['content', 'prompt'],
  observation: ['content'],
  summary: ['content'],
  q: ['query', 'prompt'],
  query: ['prompt'],
  question: ['query', 'prompt'],
  search: ['query'],
  searchquery: ['query'],
  keyword: ['query'],
  keywords: ['query', 'tags'],
  term: ['query'],
  topic: ['query', 'prompt'],
  task: ['prompt', 'content', 'query'],
  prompt: ['query'],
  memoryid: ['id'],
  memoryids: ['id'],
  ids: ['id'],
  uuid: ['id'],
  key: ['id', 'name'],
  name: ['id'],
  names: ['id'],
  slug: ['id', 'name'],
  title: ['name'],
  max: ['limit'],
  maxresults: ['limit'],
  topk: ['limit'],
  k: ['limit'],
  n: ['limit'],
  count: ['limit'],
  numresults: ['limit'],
  size: ['limit'],
  memorytype: ['type'],
  memorytypes: ['type'],
  category: ['type'],
  categories: ['type'],
  kind: ['type'],
  type: ['kind'],
  relation: ['kind', 'predicate'],
  relationship: ['kind', 'predicate'],
  tags: ['tag', 'add'],
  tag: ['tags', 'add'],
  labels: ['tags', 'tag', 'add'],
  projectid: ['project'],
  projectpath: ['project'],
  workspace: ['project'],
  repo: ['project'],
  repository: ['project'],
  cwd: ['project'],
  folder: ['project', 'path'],
  directory: ['project', 'path'],
  sessionid: ['session', 'inSession'],
  conversationid: ['session', 'inSession'],
  filepath: ['path', 'file', 'files'],
  path: ['file', 'files'],
  file: ['path', 'files'],
  filesread: ['files'],
  sourceid: ['from'],
  source: ['from'],
  fromid: ['from'],
  target: ['to'],
  targetid: ['to'],
  toid: ['to'],
  ttl: ['ttlDays'],
  expiresindays: ['ttlDays'],
  after: ['since'],
  from: ['since'],
  startdate: ['since'],
  before: ['until'],
  to: ['until'],
  enddate: ['until'],
  rating: ['verdict'],
  feedback: ['verdict'],
  helpful: ['verdict'],
  useful: ['verdict'],
  threshold: ['minScore'],
  minrelevance: ['minScore'],
}

/** The field this key refers to, unless it is already set. */
function fieldFor(
  properties: Readonly<Record<string, JsonSchema>>,
  key: string,
  taken: Readonly<Record<string, unknown>>,
): string | null {
  if (Object.hasOwn(properties, key)) return key
  const plain = plainName(key)
  const candidates = [
    ...Object.keys(properties).filter((field) => plainName(field) === plain),
    ...(Object.hasOwn(SYNONYMS, plain) ? (SYNONYMS[plain] ?? []) : []),
    ...Object.keys(properties).filter((field) => singular(plainName(field)) === singular(plain)),
  ]
  return (
    candidates.find((field) => Object.hasOwn(properties, field) && !Object.hasOwn(taken, field)) ??
    null
  )
}

function plainName(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]+/g, '')
}

function singular(name: string): string {
  return name.replace(/s$/, '')
}

/** Undefined for values that restrict nothing, such as null and "all". Unclear values are kept. */
function coerceValue(schema: JsonSchema, value: unknown, field: string): unknown {
  if (value === null || value === undefined) return undefined
  const { type } = schema
  if (schema.enum) return coerceChoice(schema.enum, value)
  if (schema.anyOf) {
    const options = schema.anyOf.filter((option) => option.type !== 'null')
    return options.length === 1 ? coerceValue(options[0] ?? {}, value, field) : value
  }
  if (type === 'array') return coerceList(schema.items ?? {}, value, field)
  if (type === 'integer' || type === 'number') return coerceNumber(schema, value)
  if (type === 'boolean') return coerceBoolean(value)
  if (type === 'string') return coerceText(value, field)
  return type === 'object' && typeof value === 'string' ? (parseJson(value) ?? value) : value
}

function coerceList(items: JsonSchema, value: unknown, field: string): unknown {
  const list = listFrom(value, items)
  const coerced = list.map((item) => coerceValue(items, item, field))
  const known = coerced.filter((item) => item !== undefined)
  // "all" among the choices means no restriction.
  return list.length > 0 && known.length < list.length ? undefined : known
}

function listFrom(value: unknown, items: JsonSchema): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return [value]
  const parsed = parseJson(value)
  if (Array.isArray(parsed)) return parsed
  if (items.type === 'object') return [parsed ?? value]
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

const WORDS_FOR_CHOICES: Readonly<Record<string, string>> = {
  user: 'global',
  personal: 'global',
  workspace: 'project',
  repo: 'project',
  repository: 'project',
  local: 'project',
  conversation: 'session',
  thread: 'session',
  true: 'helpful',
  yes: 'helpful',
  good: 'helpful',
  positive: 'helpful',
  up: 'helpful',
  useful: 'helpful',
  correct: 'helpful',
  false: 'unhelpful',
  no: 'unhelpful',
  bad: 'unhelpful',
  negative: 'unhelpful',
  down: 'unhelpful',
  wrong: 'unhelpful',
  nothelpful: 'unhelpful',
}
const ALL: ReadonlySet<string> = new Set(['all', 'any', 'both', 'everything', ''])

function coerceChoice(choices: readonly unknown[], value: unknown): unknown {
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (choices.includes(one)) return one
  const plain = plainName(String(one))
  const same = choices.find((choice) => plainName(String(choice)) === plain)
  if (same !== undefined) return same
  const word = Object.hasOwn(WORDS_FOR_CHOICES, plain) ? WORDS_FOR_CHOICES[plain] : undefined
  if (word !== undefined && choices.includes(word)) return word
  return ALL.has(plain) ? undefined : one
}

const WORDS_FOR_SHARES: Readonly<Record<string, number>> = {
  low: 0.3,
  medium: 0.5,
  normal: 0.5,
  high: 0.8,
  critical: 1,
}

function coerceNumber({ type, minimum, maximum }: JsonSchema, value: unknown): unknown {
  const isShare = type === 'number' && minimum === 0 && maximum === 1
  const word = isShare && typeof value === 'string' ? WORDS_FOR_SHARES[plainName(value)] : undefined
  const text = typeof value === 'string' ? value.trim() : value
  const number = word ?? (typeof text === 'string' && text !== '' ? Number(text) : text)
  if (typeof number !== 'number' || Number.isNaN(number)) return value
  if (isShare && number > 1) return Math.min(number / (number > 10 ? 100 : 10), 1)
  const whole = type === 'integer' ? Math.round(number) : number
  // A limit above the maximum means the maximum.
  return Math.min(Math.max(whole, minimum ?? whole), maximum ?? whole)
}

function coerceBoolean(value: unknown): unknown {
  if (typeof value === 'number') return value !== 0
  if (typeof value !== 'string') return value
  const plain = plainName(value)
  if (['true', 'yes', 'on', '1'].includes(plain)) return true
  return ['false', 'no', 'off', '0'].includes(plain) ? false : value
}

function coerceText(value: unknown, field: string): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.length === 1 || field === 'content' ? value.join('\n') : value
  }
  if (typeof value === 'string' && (field === 'since' || field === 'until')) return momentIn(value)
  return value
}

const UNITS: Readonly<Record<string, string>> = { minute: 'm', hour: 'h', day: 'd', week: 'w' }

/** "7 days ago", "last week", "yesterday" in the short form that filters take. */
function momentIn(text: string): string {
  const plain = text.trim().toLowerCase()
  if (plain === 'today') return '24h'
  if (plain === 'yesterday') return '48h'
  const found = /^(?:last |past )?(\d{1,4})? ?(minute|hour|day|week|month|year)s?(?: ago)?$/.exec(
    plain,
  )
  if (!found) return text
  const [, count = '1', unit = ''] = found
  if (unit === 'month') return `${30 * Number(count)}d`
  if (unit === 'year') return `${365 * Number(count)}d`
  return `${count}${UNITS[unit]}`
}

function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined // Text that only looks like JSON is text.
  }
}

function isObject(value: unknown): value is Arguments {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
