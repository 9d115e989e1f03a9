/** J-03. The OpenAPI description of every route, generated from the operations' schemas. */
import * as z from 'zod'
import { FAILURES } from '../../errors.ts'
import type { AnyOperation } from '../../operations/operation.ts'
import { version } from '../../version.ts'
import { PROJECT_HEADER, SESSION_HEADER } from '../standing.ts'
import { type InputSchema, inputSchema } from './input.ts'
import type { Route } from './routes.ts'

export interface OpenApi {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, RouteDescription>>>>
  readonly [other: string]: unknown
}

export interface RouteDescription {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: unknown
  readonly responses: Readonly<Record<string, unknown>>
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: InputSchema
}

/** Parameters that every route of an operation takes. */
const STANDING: readonly Parameter[] = [
  {
    name: PROJECT_HEADER,
    in: 'header',
    required: false,
    description: 'The project: a folder of it, its id or its slug. Default: global memories only.',
    schema: { type: 'string' },
  },
  {
    name: SESSION_HEADER,
    in: 'header',
    required: false,
    description: 'The session of the agent.',
    schema: { type: 'string' },
  },
]

let made: { routes: readonly Route[]; document: OpenApi } | null = null

export function openApi(routes: readonly Route[]): OpenApi {
  if (made?.routes !== routes) made = { routes, document: documentOf(routes) }
  return made.document
}

function documentOf(routes: readonly Route[]): OpenApi {
  const paths: Record<string, Record<string, RouteDescription>> = {}
  for (const { method, path, op } of routes) {
    const written = path.replace(/:([a-zA-Z]+)/g, '{$1}')
    const here = paths[written] ?? {}
    paths[written] = here
    here[method.toLowerCase()] = describeRoute(method, path, op)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mneme',
      version: version(),
      description:
        'Long-term memory for AI coding agents. Every call names its project and session by header, or sees global memories only. The token is in run/token of the home.',
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    security: [{ token: [] }],
    paths: { ...paths, ...OWN_PATHS },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: PROBLEM },
    },
  }
}

function describeRoute(method: string, path: string, op: AnyOperation): RouteDescription {
  const { properties = {}, required = [] } = inputSchema(op)
  const inPath = [...path.matchAll(/:([a-zA-Z]+)/g)].map((match) => match[1] ?? '')
  const others = Object.entries(properties).filter(([name]) => !inPath.includes(name))
  const inQuery = method === 'GET' || method === 'DELETE'
  const parameters: Parameter[] = [
    ...inPath.map((name) => parameter('path', name, asPathValue(properties[name]), true)),
    ...(inQuery
      ? others.map(([name, schema]) =>
          parameter('query', name, schema, required.includes(name) && !inPath.includes(name)),
        )
      : []),
    ...STANDING,
  ]
  const withBody = !inQuery && others.length > 0
  return {
    operationId: op.name.replace(/[ -]([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    summary: op.summary,
    tags: [op.effect],
    parameters,
    ...(withBody
      ? {
          requestBody: {
            required: required.some((name) => !inPath.includes(name)),
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: Object.fromEntries(others),
                  required: required.filter((name) => !inPath.includes(name)),
                },
              },
            },
          },
        }
      : {}),
    responses: {
      '200': {
        description: 'Done',
        content: { 'application/json': { schema: outputSchema(op) } },
      },
      ...PROBLEMS,
    },
  }
}

function parameter(
  where: 'path' | 'query',
  name: string,
  schema: InputSchema | undefined,
  required: boolean,
): Parameter {
  const { description, ...rest } = schema ?? { type: 'string' }
  const about = typeof description === 'string' ? { description } : {}
  return { name, in: where, required, ...about, schema: rest as InputSchema }
}

/** A path holds one; a list takes it as its only item. */
function asPathValue(schema: InputSchema | undefined): InputSchema {
  return schema?.type === 'array' ? { type: 'string', minLength: 1 } : (schema ?? {})
}

/** Additional fields are allowed: a newer daemon may send more than an older client knows. */
function outputSchema(op: AnyOperation): InputSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(op.output, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Only the generating validator understands this keyword.
      if (jsonSchema.format === 'ulid') {
        delete jsonSchema.format
        delete jsonSchema.pattern
      }
    },
  })
  return schema as InputSchema
}

const PROBLEM = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What happened' },
    code: { enum: Object.keys(FAILURES) },
    hint: { type: 'string', description: 'What to do now' },
  },
}

const PROBLEMS = Object.fromEntries(
  ['4XX', '5XX'].map((status) => [
    status,
    {
      description: status === '4XX' ? 'Not like this' : 'Not now',
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]),
)

const OWN_PATHS = {
  '/health': {
    get: {
      operationId: 'health',
      summary: 'Health of the daemon; with the token, more than its version.',
      tags: ['daemon'],
      parameters: [],
      responses: { '200': { description: 'Well' } },
    },
  },
  '/api/events': {
    get: {
      operationId: 'events',
      summary: 'Events as server-sent events; Last-Event-ID resumes.',
      tags: ['daemon'],
      parameters: [
        {
          name: 'names',
          in: 'query',
          required: false,
          description: 'Only these events, with commas between them',
          schema: { type: 'string' },
        },
        {
          name: 'last-event-id',
          in: 'header',
          required: false,
          description: 'The last event that was seen',
          schema: { type: 'string' },
        },
      ],
      responses: { '200': { description: 'A stream', content: { 'text/event-stream': {} } } },
    },
  },
} satisfies OpenApi['paths']
