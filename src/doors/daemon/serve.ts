/**
 * K-02. The daemon: one per home, from the lock to the last line of its log. It opens the home once
 * and serves every project and session from it, over a private socket and a loopback port.
 */
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import { asOnlyDaemon, type Opened, openMneme } from '../../compose.ts'
import {
  type Environment,
  ensurePrivateFolder,
  type HomePaths,
  homeFolder,
  homePaths,
} from '../../config/home.ts'
import { writeAtomic } from '../../files/write-atomic.ts'
import { type Endpoint, endpointFile, environmentOf, readEndpoint } from '../../machine/endpoint.ts'
import { version } from '../../version.ts'
import { openCallTurns } from '../call-turns.ts'
import { ALL_GUARDS, type Guards } from '../http/guards.ts'
import type { HttpListeners } from '../http/open-http.ts'
import { openActivity } from './activity.ts'
import { answerCall, answerLine, type Observe } from './calls.ts'
import { CALL_PATH, LEAVE_PATH } from './client.ts'
import { listenOnPort, listenOnSocket } from './listen.ts'
import { describeFailure, openLog } from './log.ts'
import { releaseMemoryWhenQuiet } from './release-memory.ts'
import { startResidents } from './residents.ts'
import { type PipeServer, servePipes } from './serve-pipes.ts'
import { builtMs } from './start.ts'
import { ownToken } from './token.ts'

interface ServeOptions {
  readonly env: Environment
  readonly home?: string
  /** The path of the running program, for `isOutdated`. */
  readonly program?: string
  /** Never exits when idle: a service manager controls it. */
  readonly stays?: boolean
  readonly guards?: Guards
  /** Interval of the check that the home is still this daemon's. */
  readonly lookMs?: number
}

export interface Daemon {
  readonly endpoint: Endpoint
  /** The home it serves. */
  readonly mneme: Opened
  /** Why it exited, once it has. */
  readonly left: Promise<string>
  leave(why: string): void
}

/** Serves until it is asked to exit. Throws `store_busy` when the home already has a daemon. */
export async function serveDaemon(
  options: ServeOptions,
  ready: (daemon: Daemon) => void,
): Promise<string> {
  const home = homePaths(options.home ?? homeFolder(options.env))
  for (const folder of [home.home, home.run, dirname(home.socket)]) {
    if (process.platform !== 'win32' || folder !== dirname(home.socket)) {
      await ensurePrivateFolder(folder)
    }
  }
  return asOnlyDaemon(home, () => serve(home, options, ready))
}

async function serve(
  home: HomePaths,
  options: ServeOptions,
  ready: (daemon: Daemon) => void,
): Promise<string> {
  // Of one that died: a client that reads it while we start would take us for that one.
  rmSync(endpointFile(home), { force: true })
  const mneme = await openMneme({
    home: home.home,
    env: options.env,
    door: 'job',
    actor: 'daemon',
    embedApart: true,
    catchesUpLater: true,
  })
  const { engine } = mneme
  const { daemon: settings, retention } = engine.config
  const startedAt = engine.clock.now()
  const logs = openLog({
    folder: home.logs,
    level: settings.logLevel,
    megabytes: settings.logMegabytes,
    keepDays: retention.logsDays,
  })
  const report = (thrown: unknown, what: string) => {
    logs.log.error({ what, ...describeFailure(thrown) }, 'failed')
  }

  engine.events.listen(({ name, data }) => {
    if (name.endsWith('_error')) logs.log.warn({ event: name, ...data }, 'went wrong')
  })

  let leave: (why: string) => void = () => {}
  const leaving = new Promise<string>((resolve) => {
    leave = resolve
  })
  const idleMs = options.stays ? 0 : settings.idleMinutes * 60_000
  const activity = openActivity(idleMs, () => leave('idle'))
  const asked = activity.firstAnswered()
  const memory = releaseMemoryWhenQuiet()
  const servers = await openServers(home, mneme, options, {
    begin() {
      const end = activity.begin()
      return () => {
        end()
        memory.workEnded()
      }
    },
    leave,
    report,
    startedAt,
    observe: (operation, outcome, ms) =>
      logs.log.debug({ operation, outcome, ms: Math.round(ms) }, 'called'),
    log: (line, text) => logs.log.info(line, text),
    asked,
  })
  const endpoint: Endpoint = {
    pid: process.pid,
    version: version(),
    socket: home.socket,
    port: servers.port,
    url: servers.url,
    startedAt,
    program: options.program ?? '',
    builtMs: builtMs(options.program ?? ''),
    environment: environmentOf(options.env),
  }
  await writeEndpoint(home, endpoint)
  const started = (name: string) => logs.log.info({ name }, 'started')
  const residents = startResidents(mneme, report, started, asked)
  const stopWatching = watchOwnPlace(home, options, leave)
  logs.log.info({ pid: endpoint.pid, version: endpoint.version, url: endpoint.url }, 'serving')
  ready({ endpoint, mneme, left: leaving, leave })

  const why = await leaving
  logs.log.info({ why }, 'leaving')
  stopWatching()
  activity.stop()
  memory.stop()
  // Callers that come from now on find no daemon and start one, once the lock is free.
  if (readEndpoint(home)?.pid === process.pid) rmSync(endpointFile(home), { force: true })
  await servers.stopAccepting()
  await activity.quietWithin(settings.drainSeconds * 1000)
  await servers.close()
  await residents.stop()
  await mneme.close()
  logs.log.info({ why }, 'left')
  await logs.close()
  return why
}

interface Listeners {
  readonly begin: () => () => void
  readonly leave: (why: string) => void
  readonly report: (thrown: unknown, what: string) => void
  readonly startedAt: string
  readonly observe: Observe
  readonly log: (line: object, text: string) => void
  /** Resolves once the client that started the daemon has its answer. */
  readonly asked: Promise<void>
}

async function openServers(home: HomePaths, mneme: Opened, options: ServeOptions, ears: Listeners) {
  const settings = mneme.engine.config.http
  const { report, observe } = ears
  const turns = openCallTurns()
  const token = await ownToken(home.token)
  let port: number | null = null
  const urlOf = () => (port === null ? null : `http://${bracketIpv6(settings.host)}:${port}`)
  // Loaded with the first request that is not a call over the socket: most daemons only serve
  // agents.
  let opening: Promise<HttpListeners> | null = null
  const http = () => {
    opening ??= import('../http/open-http.ts').then(({ openHttp }) =>
      openHttp({
        mneme,
        token,
        guards: options.guards ?? ALL_GUARDS,
        address: () => ({ url: urlOf(), port }),
        startedAt: ears.startedAt,
        turns,
        observe,
        report,
      }),
    )
    return opening
  }
  const withActivity =
    (listener: (request: IncomingMessage, response: ServerResponse) => unknown) =>
    async (request: IncomingMessage, response: ServerResponse) => {
      response.once('close', ears.begin())
      for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
      try {
        await listener(request, response)
      } catch (thrown) {
        report(thrown, 'http')
        if (!response.headersSent) response.writeHead(500).end()
      }
    }
  const publicListener = async (request: IncomingMessage, response: ServerResponse) =>
    (await http()).onPort(request, response)
  const privateListener = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'POST' || !request.url?.startsWith('/daemon/')) {
      return (await http()).onSocket(request, response)
    }
    if (request.url === CALL_PATH) {
      return answerCall({ mneme, turns, report, observe }, request, response)
    }
    if (request.url === LEAVE_PATH) {
      response.end('{}\n', () => ears.leave('it was asked to'))
      return
    }
    response.writeHead(404).end()
  }
  const timeoutMs = settings.timeoutSeconds * 1000
  const socketServer = server(withActivity(privateListener), timeoutMs)
  const tcpServer = server(withActivity(publicListener), timeoutMs)
  await listenOnSocket(socketServer, home.socket)
  // Not awaited: until the pipes are ready, hooks use the socket.
  const stopping = new AbortController()
  const pipes = openPipes(Promise.race([ears.asked, once(stopping.signal, 'abort')]))
  const taken = await listenOnPort(tcpServer, settings.host, settings.port)
  port = taken?.port ?? null
  if (taken && taken.wanted !== 0 && taken.port !== taken.wanted) {
    ears.log({ wanted: taken.wanted, port: taken.port }, 'the port is in use, took another')
  }
  return {
    port,
    url: urlOf(),
    async stopAccepting() {
      stopping.abort()
      const served = await pipes
      served?.close()
      const opened = await opening
      opened?.endStreams()
      for (const each of [socketServer, tcpServer]) {
        each.close()
        each.closeIdleConnections()
      }
    },
    async close() {
      const opened = await opening
      await opened?.close()
      for (const each of [socketServer, tcpServer]) each.closeAllConnections()
    },
  }

  /** Without pipes, hooks use the socket. Making them starts a program: the first question comes before. */
  async function openPipes(when: Promise<unknown>): Promise<PipeServer | null> {
    await when
    if (stopping.signal.aborted) return null
    const answer = async (line: string, gone: AbortSignal) => {
      const end = ears.begin()
      try {
        return await answerLine({ mneme, turns, report, observe }, line, gone)
      } finally {
        end()
      }
    }
    try {
      return await servePipes({ run: home.run, answer, report })
    } catch (thrown) {
      report(thrown, 'hook pipes')
      return null
    }
  }
}

const HEADERS_MS = 20_000
/** Interval of the check for silent connections. */
const CHECK_MS = 5_000

/** Set on every response. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
}

function server(
  listener: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  timeoutMs: number,
): Server {
  const made = createServer(
    {
      requestTimeout: timeoutMs,
      headersTimeout: Math.min(timeoutMs, HEADERS_MS),
      connectionsCheckingInterval: CHECK_MS,
    },
    (request, response) => void listener(request, response),
  )
  made.keepAliveTimeout = 30_000
  return made
}

async function writeEndpoint(home: HomePaths, endpoint: Endpoint): Promise<void> {
  const file = endpointFile(home)
  await writeAtomic(file, `${JSON.stringify(endpoint, null, 2)}\n`, { isDurable: false })
  rmSync(`${home.run}/starting`, { force: true })
}

const LOOK_MS = 30_000

/** Exits when the home was removed or belongs to another daemon. */
function watchOwnPlace(
  home: HomePaths,
  { program, lookMs = LOOK_MS }: ServeOptions,
  leave: (why: string) => void,
): () => void {
  const timer = setInterval(() => {
    if (readEndpoint(home)?.pid !== process.pid) leave('its home has gone')
    // M-06. The program was removed or replaced by another version: exit.
    else if (program && !existsSync(program)) leave('its program has gone')
  }, lookMs)
  timer.unref()
  return () => clearInterval(timer)
}

function bracketIpv6(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
