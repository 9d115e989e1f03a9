/**
 * K-18. Runs a team server. Several may serve one database: work that only one may do is done by the holder of
 * the lease.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { type OpenedTeamServer, openTeamServer } from '../../compose.ts'
import type { Environment } from '../../config/home.ts'
import type { Locks, TeamService } from '../../engine/team-server/service.ts'
import { MnemeError } from '../../errors.ts'
import { teamApp } from './app.ts'
import { openMetrics } from './metrics.ts'

interface TeamServeOptions {
  readonly env: Environment
  readonly home?: string
  readonly host?: string
  readonly port?: number
  readonly locks?: Locks
  /** Called with internal errors. */
  readonly report?: (thrown: unknown, what: string) => void
}

export interface RunningTeamServer {
  readonly url: string
  readonly service: TeamService
  /** Stops accepting connections, finishes running requests, and resolves when done. */
  leave(): Promise<void>
}

const LOOK_MS = 60_000
const LEASE_SECONDS = 300
const STEP_MS = 25

export async function serveTeam(options: TeamServeOptions): Promise<RunningTeamServer> {
  const opened = await openTeamServer({
    env: options.env,
    ...(options.home === undefined ? {} : { home: options.home }),
    ...(options.locks ? { locks: options.locks } : {}),
  })
  const report = options.report ?? (() => undefined)
  const { service } = opened
  const { host, port } = { ...service.settings, ...givenAddress(options) }
  let isLeaving = false
  const app = teamApp({ service, metrics: openMetrics(), isLeaving: () => isLeaving, report })
  const server = createServer(
    getRequestListener((request, bindings) => app.fetch(request, bindings as never), {
      overrideGlobalObjects: false,
    }),
  )
  let underWay = 0
  server.on('request', (_, response) => {
    underWay += 1
    response.once('close', () => {
      underWay -= 1
    })
  })
  const stopJobs = new AbortController()
  let jobs: Promise<void> = Promise.resolve()
  try {
    // Reports a database problem at the start instead of to the first member.
    await service.database.ready()
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host, port }, resolve)
    })
    jobs = runJobs(opened, stopJobs.signal, report)
  } catch (thrown) {
    await opened.close()
    throw unusable(thrown, host, port)
  }
  let leaving: Promise<void> | null = null
  const leave = async () => {
    isLeaving = true
    server.close()
    server.closeIdleConnections()
    stopJobs.abort()
    const deadline = performance.now() + service.settings.drainSeconds * 1000
    while (underWay > 0 && performance.now() < deadline) await sleep(STEP_MS)
    server.closeAllConnections()
    await jobs
    await opened.close()
  }
  const { address, port: taken, family } = server.address() as AddressInfo
  const shown = family === 'IPv6' ? `[${address}]` : address
  return {
    url: `http://${shown}:${taken}`,
    service,
    leave() {
      leaving ??= leave()
      return leaving
    },
  }
}

function givenAddress({ host, port }: TeamServeOptions) {
  return { ...(host === undefined ? {} : { host }), ...(port === undefined ? {} : { port }) }
}

interface Job {
  readonly name: string
  readonly everySeconds: number
  readonly run: (service: TeamService) => Promise<unknown>
}

/** Jobs that run once for all servers. A new job is a new row. */
const JOBS: readonly Job[] = [
  { name: 'sweep', everySeconds: 3600, run: ({ database }) => database.own.sweep() },
  {
    name: 'audit',
    everySeconds: 86_400,
    run: async ({ database, settings }) =>
      settings.auditDays > 0 ? database.own.pruneAudit(settings.auditDays) : 0,
  },
]

async function runJobs(
  { service, engine }: OpenedTeamServer,
  signal: AbortSignal,
  report: (thrown: unknown, what: string) => void,
): Promise<void> {
  const holder = engine.clock.newId()
  const { own } = service.database
  while (!signal.aborted) {
    for (const { name, everySeconds, run } of JOBS) {
      try {
        const lease = { name, holder, everySeconds, leaseSeconds: LEASE_SECONDS }
        if (signal.aborted || !(await own.takeJob(lease))) continue
        await run(service)
        await own.finishJob({ name, holder })
      } catch (thrown) {
        if (!signal.aborted) report(thrown, `job ${name}`)
      }
    }
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined) // asked to leave
  }
}

function unusable(thrown: unknown, host: string, port: number): unknown {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  if (!['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL'].includes(code)) return thrown
  return new MnemeError('unavailable', `${host}:${port} cannot be listened on (${code})`, {
    hint: 'Name another one: mneme serve --team --port 19431, or team.host and team.port.',
    cause: thrown,
  })
}
