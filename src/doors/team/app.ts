/** K-18. The team server's HTTP API: authentication and rate limits; its routes are the team operations. */
import type { IncomingMessage } from 'node:http'
import { type Context, Hono } from 'hono'
import type { TeamService } from '../../engine/team-server/service.ts'
import { asMnemeError, MnemeError } from '../../errors.ts'
import { callTeam, TEAM_OPERATIONS, type TeamCaller } from '../../operations/team-server.ts'
import { digestOf } from '../../team/secrets.ts'
import { openBodies } from '../http/body.ts'
import { openPlaces } from '../http/limits.ts'
import { problemResponse } from '../http/problem.ts'
import { openShares } from '../http/shares.ts'
import type { Metrics } from './metrics.ts'
import { addressOf, openRateLimit, trustedProxies } from './rate-limit.ts'

interface TeamDoor {
  readonly service: TeamService
  readonly metrics: Metrics
  /** Shutting down: reports not ready. */
  readonly isLeaving: () => boolean
  readonly report: (thrown: unknown, what: string) => void
}

type App = {
  Bindings: { readonly incoming: IncomingMessage }
  Variables: { caller: TeamCaller | null }
}
type Asked = Context<App>

const READY_MS = 2000
const SEEN_EVERY_MS = 60_000
/** One member's requests per minute, by the default of `requestsPerMinute`. */
const MAX_WAITING = 600
const MB = 1_000_000

export function teamApp(door: TeamDoor): Hono<App> {
  const { service, metrics } = door
  const { settings } = service
  const app = new Hono<App>()
  const places = openPlaces(settings.maxConcurrent, 'requests')
  const shares = openShares(settings.memberShare, MAX_WAITING)
  const proxies = trustedProxies(settings.trustedProxies)
  const nowMs = () => performance.now()
  const ofMembers = openRateLimit(settings.requestsPerMinute, nowMs)
  const ofStrangers = openRateLimit(settings.strangersPerMinute, nowMs)
  const seen = new Map<number, number>()

  app.onError((thrown, c) => {
    const response = problemResponse(thrown)
    if (asMnemeError(thrown).code === 'internal') {
      door.report(thrown, `${c.req.method} ${c.req.routePath}`)
    }
    return response
  })
  app.notFound((c) =>
    problemResponse(new MnemeError('not_found', `there is nothing at ${c.req.path.slice(0, 80)}`)),
  )
  app.use(async (c, next) => {
    const start = performance.now()
    await next()
    metrics.countAnswer(routeOf(c), c.res.status, (performance.now() - start) / 1000)
  })

  app.get('/healthz', (c) => c.json({ ok: true }))
  app.get('/readyz', async (c) => {
    const ready = !door.isLeaving() && (await answersSoon(service))
    return c.json({ ready }, ready ? 200 : 503)
  })
  app.get('/metrics', (c) => {
    const { open, idle, waiting } = service.database.load
    return c.text(
      metrics.page({
        requests_under_way: places.taken,
        connections_open: open,
        connections_idle: idle,
        connections_waited_for: waiting,
        leaving: door.isLeaving() ? 1 : 0,
        uptime_seconds: Math.round(process.uptime()),
      }),
    )
  })

  app.use('/v1/*', async (c, next) => {
    const caller = await callerOf(c)
    c.set('caller', caller)
    if (caller) ofMembers.take(String(caller.member))
    const who = caller ? `member ${caller.member}` : `address ${addressIn(c)}`
    await shares.take(who, () => places.take(next))
  })

  const addressIn = (c: Asked) =>
    addressOf(
      proxies,
      c.env.incoming?.socket.remoteAddress ?? 'unknown',
      c.req.header('x-forwarded-for'),
    )

  async function callerOf(c: Asked): Promise<TeamCaller | null> {
    const bearer = /^Bearer\s+(\S{8,200})\s*$/i.exec(c.req.header('authorization') ?? '')?.[1]
    const found = bearer ? await service.database.own.authenticate(digestOf(bearer)) : null
    if (!found) {
      ofStrangers.take(addressIn(c))
      if (bearer === undefined && c.req.path === '/v1/join') return null
      throw new MnemeError(
        'unauthorized',
        'a token is needed that has neither expired nor been revoked',
        {
          hint: 'Join again with an invitation: mneme team join URL CODE',
        },
      )
    }
    if (nowMs() - (seen.get(found.id) ?? -SEEN_EVERY_MS) >= SEEN_EVERY_MS) {
      seen.set(found.id, nowMs())
      service.database.own.noteSeen(found.id).catch((thrown) => door.report(thrown, 'last seen'))
    }
    return { member: found.id, expiresAt: found.tokenExpiresAt }
  }

  const bodies = openBodies({
    maxBytes: settings.maxBodyMegabytes * MB,
    maxAtOnce: settings.maxConcurrent,
  })
  for (const operation of TEAM_OPERATIONS) {
    app.on(operation.method, operation.path, async (c) => {
      const hasBody = operation.method === 'POST' || operation.method === 'PATCH'
      const given = hasBody ? await bodies.json(c.req.raw) : c.req.query()
      // The path wins over the body.
      const input = isObject(given) ? { ...given, ...c.req.param() } : given
      return c.json(await callTeam(operation, service, c.get('caller'), input))
    })
  }
  return app
}

/** A missing body counts as empty; anything else is for the schema to reject. */
function isObject(given: unknown): given is object | undefined {
  return given === undefined || (typeof given === 'object' && !Array.isArray(given))
}

/** The route's pattern, not its path: metrics must not grow with requested paths. */
function routeOf(c: Asked): string {
  const { routePath } = c.req
  return routePath === '*' || routePath === '/v1/*' || routePath === '/*' ? 'none' : routePath
}

async function answersSoon(service: TeamService): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), READY_MS)
  })
  const answers = service.database.ready().then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answers, late])
  } finally {
    clearTimeout(timer)
  }
}
