/** J-03. The HTTP door: admits, reads, calls the operation, answers. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import type { Opened } from '../../compose.ts'
import type { HttpSettings } from '../../config/sections/http.ts'
import type { Caller } from '../../engine/engine.ts'
import { asMnemeError, MnemeError } from '../../errors.ts'
import { type AnyOperation, call } from '../../operations/operation.ts'
import type { CallTurns } from '../call-turns.ts'
import type { Observe } from '../daemon/calls.ts'
import { placeOf, readPlaceHeaders } from '../standing.ts'
import { openBodies } from './body.ts'
import { docsPage } from './docs-page.ts'
import type { EventLog } from './event-log.ts'
import { streamEvents } from './event-stream.ts'
import { type Admission, admit, type Guards } from './guards.ts'
import { inputOf } from './input.ts'
import { openPlaces, withTimeLimit } from './limits.ts'
import { openApi } from './openapi.ts'
import type { PageSessions } from './page-session.ts'
import { problemOf, problemResponse } from './problem.ts'
import type { Route } from './routes.ts'
import { signedInPage, signInPage, wantsPage } from './sign-in-page.ts'

export interface HttpDoor {
  readonly mneme: Opened
  readonly settings: HttpSettings
  readonly routes: readonly Route[]
  readonly events: EventLog
  readonly pages: PageSessions
  readonly token: string
  readonly guards: Guards
  /** Known once the server listens. */
  readonly address: () => { readonly url: string | null; readonly port: number | null }
  readonly health: () => Promise<Readonly<Record<string, unknown>>>
  /** Serves /mcp; absent where MCP is not offered. */
  readonly mcp?: (request: Request, standing: Admission) => Promise<Response>
  /** Files of the page, if it was built. */
  readonly page?: (path: string) => Promise<Response | null>
  readonly turns: CallTurns
  readonly observe: Observe
  /** Called with internal errors. */
  readonly report: (thrown: unknown, what: string) => void
}

interface Bindings {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly via: 'tcp' | 'socket'
}
type App = { Bindings: Bindings; Variables: { standing: Admission } }

export function httpApp(door: HttpDoor): Hono<App> {
  const { settings } = door
  const app = new Hono<App>()
  const places = openPlaces(settings.maxConcurrent, 'requests')
  const streams = openPlaces(settings.maxEventStreams, 'event streams')
  const bodies = openBodies({
    maxBytes: Math.round(settings.maxBodyMegabytes * 1_000_000),
    maxAtOnce: settings.maxConcurrent,
    turns: door.turns,
  })
  const timeoutMs = settings.timeoutSeconds * 1000

  app.onError((thrown, c) => {
    const problem = problemOf(thrown)
    if (problem.status === 401 && wantsPage(c.req.method, c.req.path, c.req.header('accept'))) {
      return signInPage(problem)
    }
    const response = problemResponse(thrown)
    if (response.status === 500) door.report(thrown, `${c.req.method} ${c.req.routePath}`)
    return response
  })
  app.notFound((c) =>
    problemResponse(
      new MnemeError('not_found', `there is no route ${c.req.method} ${c.req.path.slice(0, 80)}`, {
        hint: 'See /api/docs.',
      }),
    ),
  )
  app.use(async (c, next) => {
    // These two need no token: they reveal only that a daemon is running.
    const open = c.req.path === '/health' || c.req.path === '/login'
    const standing = admit(open ? { ...door.guards, token: false } : door.guards, factsOf(c, door))
    c.set('standing', standing)
    await next()
  })

  app.get('/health', async (c) => {
    const health = await door.health()
    const known = isKnown(c, door)
    return c.json(known ? health : { ok: health.ok, version: health.version })
  })
  app.get('/login', (c) => {
    const session = door.pages.redeem(c.req.query('code') ?? '')
    if (session === null) {
      throw new MnemeError('unauthorized', 'this link was used or is too old', {
        hint: 'Make a new one: mneme ui',
      })
    }
    return signedInPage(session)
  })
  app.post('/api/login-link', (c) => {
    if (c.env.via !== 'socket') throw new MnemeError('not_allowed', 'only over the private socket')
    const { url } = door.address()
    if (url === null)
      throw new MnemeError('unavailable', 'the daemon has no port to open a page on')
    const { code, expiresAt } = door.pages.newCode()
    return c.json({ url: `${url}/login?code=${code}`, expiresAt })
  })
  app.get('/api/openapi.json', (c) => c.json(openApi(door.routes)))
  app.get('/api/docs', (c) => c.html(docsPage(openApi(door.routes))))
  app.get('/api/events', (c) =>
    streams.take(async () => {
      const names = c.req.query('names')
      await streamEvents(c.env.outgoing, {
        log: door.events,
        lastEventId: c.req.header('last-event-id') ?? c.req.query('last_event_id') ?? null,
        heartbeatMs: settings.heartbeatSeconds * 1000,
        names: names ? new Set(names.split(',')) : null,
        now: () => door.mneme.engine.clock.now(),
      })
      return RESPONSE_ALREADY_SENT
    }),
  )
  if (door.mcp) {
    const { mcp } = door
    app.all('/mcp', async (c) => {
      const request = await bodies.whole(c.req.raw)
      return places.take(() => mcp(request, c.get('standing')))
    })
  }
  for (const { method, path, op } of door.routes) {
    app.on(method, path, async (c) => {
      const body = hasBody(method) ? await bodies.json(c.req.raw) : undefined
      return places.take(async () => {
        const query = new URL(c.req.url).searchParams
        const { input: read, said } = inputOf(op, { path: c.req.param(), query, body })
        const input = withCondition(op, read, c.req.header('if-match'))
        const isPage = c.get('standing') === 'page'
        const { engine, caller } = await door.mneme.at({
          door: isPage ? 'page' : 'http',
          actor: isPage ? 'page' : 'http',
          // The page is used by a person; any other caller with the token is a program.
          speaker: isPage ? 'person' : 'agent',
          ...placeOf(
            said,
            readPlaceHeaders((name) => c.req.header(name)),
          ),
        })
        const start = performance.now()
        try {
          const work = door.turns.take(clientOf(c, caller), () => call(op, engine, caller, input))
          const result = await withTimeLimit(timeoutMs, work)
          door.observe(op.name, 'done', performance.now() - start)
          const { version } = result as { version?: unknown }
          // M-08. For the If-Match header of an edit based on this version.
          if (typeof version === 'string') c.header('etag', `"${version}"`)
          return c.json(result)
        } catch (thrown) {
          door.observe(op.name, asMnemeError(thrown).code, performance.now() - start)
          throw thrown
        }
      })
    })
  }
  if (door.page) {
    const { page } = door
    app.get('*', async (c) => (await page(c.req.path)) ?? c.notFound())
  }
  return app
}

/** A listener for node:http, for the socket or the port. */
export function listenerFor(app: Hono<App>, via: Bindings['via']) {
  return getRequestListener(
    (request, bindings) => app.fetch(request, { ...(bindings as Omit<Bindings, 'via'>), via }),
    { overrideGlobalObjects: false },
  )
}

/** M-08. The version that an edit is based on, from If-Match. */
function withCondition(
  { input: { shape } }: AnyOperation,
  input: unknown,
  ifMatch: string | undefined,
): unknown {
  if (ifMatch === undefined || ifMatch === '*' || !('ifVersion' in shape)) return input
  return { ifVersion: ifMatch.replace(/^(?:W\/)?"|"$/g, ''), ...(input as object) }
}

/** The queue a request waits in. All programs share one token, so the user agent distinguishes them. */
function clientOf(c: Context<App>, { door, session }: Caller): string {
  return [door, c.req.header('user-agent'), session].join(' ')
}

/** The header that carries the key of a page's session. */
const PAGE_KEY = 'x-mneme-page'

function hasBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

function factsOf(c: Context<App>, door: HttpDoor) {
  const { pages } = door
  // From the connection itself: the request's URL was built from headers.
  const header = (name: string) => {
    const value = c.env.incoming.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }
  const cookies = header('cookie')
  // The browser opens the event stream itself, without custom headers.
  const key = header(PAGE_KEY) ?? (c.req.path === '/api/events' ? c.req.query('key') : undefined)
  return {
    method: c.req.method,
    via: c.env.via,
    header,
    isPageFile: !/^\/(?:api|mcp|health)(?:\/|$)/.test(c.req.path),
    pageSession: { holds: pages.holds(cookies), hasKey: pages.matches(cookies, key) },
    port: door.address().port,
    token: door.token,
  }
}

/** Whether the caller would be admitted to protected routes too. */
function isKnown(c: Context<App>, door: HttpDoor): boolean {
  try {
    admit(door.guards, factsOf(c, door))
    return true
  } catch {
    return false
  }
}
