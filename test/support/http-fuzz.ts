/** Requests made from the OpenAPI document, right and wrong in every way we can think of. */
import { join } from 'node:path'
import type { InputSchema } from '../../src/doors/http/input.ts'
import type { OpenApi, RouteDescription } from '../../src/doors/http/openapi.ts'
import { seededRandom } from './clock.ts'

export interface FuzzOptions {
  readonly url: string
  readonly token: string
  readonly document: OpenApi
  readonly requests: number
  readonly seed: number
  /** Fields that name files get names in here: the rest of the disk is not ours to try. */
  readonly folder: string
  readonly at?: (done: number) => Promise<void>
  /** Requests under way at once. */
  readonly abreast?: number
}

export interface FuzzReport {
  readonly statuses: Readonly<Record<string, number>>
  /** Routes that answered 2xx at least once. */
  readonly succeeded: ReadonlySet<string>
  /** Answers that must not be: 500, silence, or a failure that is no problem+json. */
  readonly wrong: readonly string[]
}

const PATIENCE_MS = 20_000
/** A stream has no end to wait for, and a login link no token to give. */
const LEFT_OUT = new Set(['/api/events'])
const FILE_FIELDS = new Set(['to', 'from', 'folder', 'path', 'transcript'])

const HOSTILE: readonly unknown[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '../../../etc/passwd',
  '%2e%2e%2f',
  "'; DROP TABLE memories; --",
  '"',
  'NEAR(',
  '*',
  '💥'.repeat(40),
  '\ud800',
  'x'.repeat(5000),
  '한국어 기억',
  '__proto__',
  'constructor',
  '-1',
  'NaN',
  '1e309',
  -1,
  0,
  1e21,
  Number.MAX_SAFE_INTEGER,
  0.5,
  null,
  true,
  [],
  {},
  [[]],
  [null],
  { a: { b: { c: [] } } },
]

export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const random = seededRandom(options.seed)
  const routes = Object.entries(options.document.paths)
    .filter(([path]) => !LEFT_OUT.has(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, route]) => ({ path, method, route })),
    )
  const statuses: Record<string, number> = {}
  const succeeded = new Set<string>()
  const wrong: string[] = []
  let done = 0
  const worker = async () => {
    while (done < options.requests) {
      done++
      const turn = done
      const { path, method, route } = routes[Math.floor(random() * routes.length)] as Route
      const made = requestFor(random, options, path, method, route)
      const name = `${method.toUpperCase()} ${path}`
      try {
        const response = await fetch(made.url, {
          ...made.init,
          signal: AbortSignal.timeout(PATIENCE_MS),
        })
        const text = await response.text()
        statuses[response.status] = (statuses[response.status] ?? 0) + 1
        if (response.ok) succeeded.add(name)
        const type = response.headers.get('content-type') ?? ''
        const isProblem = type.startsWith('application/problem+json')
        if (response.status === 500 || (response.status >= 400 && !isProblem)) {
          wrong.push(`${name} ${response.status} ${made.shown} → ${text.slice(0, 300)}`)
        }
      } catch (thrown) {
        wrong.push(`${name} ${made.shown} → ${String(thrown)} ${String((thrown as Error).cause)}`)
      }
      if (turn % 500 === 0) await options.at?.(turn)
    }
  }
  await Promise.all(Array.from({ length: options.abreast ?? 4 }, worker))
  return { statuses, succeeded, wrong }
}

interface Route {
  readonly path: string
  readonly method: string
  readonly route: RouteDescription
}

function requestFor(
  random: () => number,
  { url, token, folder }: FuzzOptions,
  path: string,
  method: string,
  route: RouteDescription,
) {
  const mood = random()
  const value = (name: string, schema: InputSchema) =>
    FILE_FIELDS.has(name)
      ? join(folder, `f${Math.floor(random() * 1e9)}`)
      : random() < 0.8
        ? likely(random, schema, 0)
        : hostile(random)
  let filled = path
  const query = new URLSearchParams()
  const headers: Record<string, string> = { authorization: `Bearer ${token}` }
  for (const { name, in: where, required, schema } of route.parameters) {
    if (where === 'path') {
      const text = Buffer.from(String(value(name, schema))).toString('utf8')
      filled = filled.replace(`{${name}}`, encodeURIComponent(text) || '%20')
    } else if (where === 'query' && (required || random() < 0.3)) {
      for (const each of [value(name, schema)].flat()) query.append(name, String(each))
    } else if (where === 'header' && random() < 0.15) {
      headers[name] = encodeURIComponent(
        String(pick(random, ['p1', folder, 'session-1', '%', '"'])),
      )
    }
  }
  if (mood < 0.05) query.append(String(pick(random, ['x', '__proto__', 'id'])), 'y')
  const body = bodyFor(random, route, value)
  const init: RequestInit & { headers: Record<string, string> } = {
    method: method.toUpperCase(),
    headers,
  }
  if (body !== null && method !== 'get') {
    headers['content-type'] =
      mood < 0.97 ? 'application/json' : pick(random, ['text/plain', 'application/xml', ''])
    init.body = body
  }
  const search = query.size > 0 ? `?${query}` : ''
  return {
    url: `${url}${filled}${search}`,
    init,
    shown: `${filled.slice(0, 80)}${search.slice(0, 120)} ${(body ?? '').slice(0, 200)}`,
  }
}

function bodyFor(
  random: () => number,
  route: RouteDescription,
  value: (name: string, schema: InputSchema) => unknown,
): string | null {
  const content = route.requestBody as
    | { content: { 'application/json': { schema: InputSchema } } }
    | undefined
  if (!content) return random() < 0.1 ? JSON.stringify(hostile(random)) : null
  if (random() < 0.04) return pick(random, ['{', '[1,', 'null', '"text"', '[]', '{"a":1}}', '﻿{}'])
  const { properties = {}, required = [] } = content.content['application/json'].schema
  const input: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(properties)) {
    if (random() < (required.includes(name) ? 0.97 : 0.2)) input[name] = value(name, schema)
  }
  return JSON.stringify(input)
}

/** A value that the schema would most likely take. */
function likely(random: () => number, schema: InputSchema, depth: number): unknown {
  if (Array.isArray(schema.enum)) return pick(random, schema.enum)
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf) return likely(random, pick(random, schema.anyOf), depth)
  switch (schema.type) {
    case 'string':
      return pick(random, WORDS)
    case 'integer':
    case 'number':
      return pick(random, [0, 1, 2, 5, 10, 50, 0.5, Number(schema.minimum ?? 1)])
    case 'boolean':
      return random() < 0.5
    case 'array':
      return Array.from({ length: Math.floor(random() * 3) }, () =>
        likely(random, (schema.items ?? {}) as InputSchema, depth + 1),
      )
    case 'object':
      return depth > 3
        ? {}
        : Object.fromEntries(
            Object.entries(schema.properties ?? {}).map(([name, inner]) => [
              name,
              likely(random, inner, depth + 1),
            ]),
          )
    default:
      return hostile(random)
  }
}

const WORDS = [
  'deploy',
  'The cache lives in Redis 7',
  'We never squash commits on main',
  'Use tabs, not spaces',
  'auth',
  'retrieval.limit',
  '2026-01-31',
  '7d',
  '01JZZZZZZZZZZZZZZZZZZZZZZZ',
  'global',
  'the-cache-lives-in-redis-7',
  'src/api/server.ts',
]

function hostile(random: () => number): unknown {
  return pick(random, HOSTILE)
}

function pick<T>(random: () => number, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T
}
