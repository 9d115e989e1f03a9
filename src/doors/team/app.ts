/** K-18. The team server's HTTP door: who asks, how often, what for; the stories do the rest. */
import type { IncomingMessage } from 'node:http'
import { type Context, Hono } from 'hono'
import * as z from 'zod'
import * as members from '../../engine/team-server/members.ts'
import * as memories from '../../engine/team-server/memories.ts'
import * as proposals from '../../engine/team-server/proposals.ts'
import type { TeamService } from '../../engine/team-server/service.ts'
import { asMnemeError, MnemeError } from '../../errors.ts'
import { digestOf } from '../../team/secrets.ts'
import {
  Decision,
  JoinRequest,
  PROPOSAL_STATES,
  ProposalId,
  RoleName,
  SharedDraft,
} from '../../team/wire.ts'
import { jsonBody } from '../http/body.ts'
import { openPlaces } from '../http/limits.ts'
import { problemResponse } from '../http/problem.ts'
import { openShares } from '../http/shares.ts'
import type { Metrics } from './metrics.ts'
import { addressOf, openRateLimit, trustedProxies } from './rate-limit.ts'

interface TeamDoor {
  readonly service: TeamService
  readonly metrics: Metrics
  /** Told to leave: whoever asks whether we are ready hears no. */
  readonly isLeaving: () => boolean
  readonly report: (thrown: unknown, what: string) => void
}

interface Asking {
  readonly member: number
  readonly expiresAt: string | null
}
type App = {
  Bindings: { readonly incoming: IncomingMessage }
  Variables: { asking: Asking | null }
}
type Asked = Context<App>

const READY_MS = 2000
const SEEN_EVERY_MS = 60_000
const MAX_LISTED = 500
/** A minute's worth of one member, as `requestsPerMinute` has it by default. */
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
    metrics.answered(routeOf(c), c.res.status, (performance.now() - start) / 1000)
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
    const asking = await askingOf(c)
    c.set('asking', asking)
    if (asking) ofMembers.take(String(asking.member))
    const who = asking ? `member ${asking.member}` : `address ${addressIn(c)}`
    await shares.take(who, () => places.take(next))
  })

  const addressIn = (c: Asked) =>
    addressOf(
      proxies,
      c.env.incoming?.socket.remoteAddress ?? 'unknown',
      c.req.header('x-forwarded-for'),
    )

  async function askingOf(c: Asked): Promise<Asking | null> {
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
      service.database.own.seen(found.id).catch((thrown) => door.report(thrown, 'last seen'))
    }
    return { member: found.id, expiresAt: found.tokenExpiresAt }
  }

  const mostBytes = settings.maxBodyMegabytes * MB
  const body = async <T>(c: Asked, schema: z.ZodType<T>) =>
    understood(schema, (await jsonBody(c.req.raw, mostBytes)) ?? {})
  const query = <T>(c: Asked, schema: z.ZodType<T>) => understood(schema, c.req.query())
  const team = (c: Asked) => c.req.param('team') ?? ''
  const who = (c: Asked): number => {
    const asking = c.get('asking')
    if (asking) return asking.member
    throw new MnemeError('unauthorized', 'a token is needed')
  }

  app.post('/v1/join', async (c) =>
    c.json(
      await members.join(service, c.get('asking')?.member ?? null, await body(c, JoinRequest)),
    ),
  )
  app.post('/v1/token', async (c) => c.json(await members.renewToken(service, who(c))))
  app.delete('/v1/token', async (c) =>
    c.json({ revoked: await members.revokeTokens(service, who(c)) }),
  )
  app.get('/v1/teams/:team', async (c) => {
    const expiresAt = c.get('asking')?.expiresAt ?? null
    return c.json(await members.status(service, who(c), team(c), expiresAt))
  })
  app.get('/v1/teams/:team/members', async (c) =>
    c.json({ members: await members.members(service, who(c), team(c)) }),
  )
  app.patch('/v1/teams/:team/members/:name', async (c) => {
    const { role } = await body(c, z.object({ role: RoleName }))
    const name = c.req.param('name')
    return c.json(await members.changeRole(service, who(c), team(c), { name, role }))
  })
  app.delete('/v1/teams/:team/members/:name', async (c) => {
    const name = c.req.param('name')
    return c.json(await members.remove(service, who(c), team(c), name === '@me' ? null : name))
  })
  app.post('/v1/teams/:team/invitations', async (c) =>
    c.json(await members.invite(service, who(c), team(c), await body(c, InvitationRequest))),
  )
  app.get('/v1/teams/:team/audit', async (c) => {
    const { before, limit } = query(c, Listed)
    const asked = { before: before ?? null, limit }
    return c.json({ entries: await members.audit(service, who(c), team(c), asked) })
  })
  app.get('/v1/teams/:team/changes', async (c) => {
    const { after } = query(c, z.object({ after: Count.default(0) }))
    return c.json(await memories.changes(service, who(c), team(c), after))
  })
  app.post('/v1/teams/:team/search', async (c) => {
    const asked = await body(c, SearchRequest)
    return c.json({ hits: await memories.search(service, who(c), team(c), asked) })
  })
  app.get('/v1/teams/:team/memories/:id', async (c) =>
    c.json(await memories.memory(service, who(c), team(c), c.req.param('id'))),
  )
  app.get('/v1/teams/:team/memories/:id/history', async (c) =>
    c.json({ events: await memories.history(service, who(c), team(c), c.req.param('id')) }),
  )
  app.delete('/v1/teams/:team/memories/:id', async (c) =>
    c.json(await memories.forget(service, who(c), team(c), c.req.param('id'))),
  )
  app.get('/v1/teams/:team/proposals', async (c) => {
    const { state, limit } = query(c, Listed)
    const asked = { limit, ...(state ? { state } : {}) }
    return c.json({ proposals: await proposals.proposals(service, who(c), team(c), asked) })
  })
  app.post('/v1/teams/:team/proposals', async (c) =>
    c.json(await proposals.propose(service, who(c), team(c), await body(c, ProposalRequest))),
  )
  app.post('/v1/teams/:team/proposals/:id/decision', async (c) => {
    const id = c.req.param('id')
    return c.json(await proposals.decide(service, who(c), team(c), id, await body(c, Decision)))
  })
  return app
}

const Count = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const Listed = z.object({
  state: z.enum(PROPOSAL_STATES).optional(),
  before: Count.optional(),
  limit: z.coerce.number().int().min(1).max(MAX_LISTED).default(100),
})
const InvitationRequest = z
  .object({ role: RoleName.default('reader'), days: z.number().positive().max(365).optional() })
  .transform(({ role, days }) => (days === undefined ? { role } : { role, days }))
/** A question, not a text. */
const MAX_QUERY_CHARACTERS = 10_000
const SearchRequest = z.object({
  query: z.string().max(MAX_QUERY_CHARACTERS),
  limit: z.int().min(1).max(100).default(10),
})
const ProposalRequest = z.object({ id: ProposalId, draft: SharedDraft })

function understood<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const where = issue?.path.join('.') ?? ''
  const message = issue?.message ?? 'the request is not valid'
  throw new MnemeError('invalid_input', where === '' ? message : `${where}: ${message}`)
}

/** The pattern and not the path: a metric must not grow with what people ask for. */
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
