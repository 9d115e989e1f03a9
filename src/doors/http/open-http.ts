/** J-03, J-04, J-05. Everything the daemon serves over HTTP: routes, events, page, MCP. Loaded on demand. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Opened } from '../../compose.ts'
import { version } from '../../version.ts'
import type { CallTurns } from '../call-turns.ts'
import type { Observe } from '../daemon/calls.ts'
import { watchOtherProcesses } from '../daemon/watch-other-processes.ts'
import type { McpOverHttp } from '../mcp/http.ts'
import { type HttpDoor, httpApp, listenerFor } from './app.ts'
import { openEventLog } from './event-log.ts'
import type { Guards } from './guards.ts'
import { openPage } from './page-files.ts'
import { openPageSessions } from './page-session.ts'
import { loadRoutes } from './routes.ts'

export interface HttpOptions {
  readonly mneme: Opened
  readonly token: string
  readonly guards: Guards
  readonly address: HttpDoor['address']
  readonly startedAt: string
  readonly turns: CallTurns
  readonly observe: Observe
  readonly report: (thrown: unknown, what: string) => void
}

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

export interface HttpListeners {
  readonly onPort: Listener
  readonly onSocket: Listener
  endStreams(): void
  close(): Promise<void>
}

export async function openHttp(options: HttpOptions): Promise<HttpListeners> {
  const { mneme, token, guards, address, startedAt, turns, observe, report } = options
  const { engine } = mneme
  const settings = engine.config.http
  const events = openEventLog(engine.events, settings.eventBuffer, `${Date.parse(startedAt)}`, () =>
    watchOtherProcesses(engine, report),
  )
  let mcp: Promise<McpOverHttp> | null = null
  const mcpHandler = () => {
    const maxBytes = Math.round(settings.maxBodyMegabytes * 1_000_000)
    mcp ??= import('../mcp/http.ts').then(({ mcpOverHttp }) => mcpOverHttp(mneme, maxBytes, report))
    return mcp
  }
  const app = httpApp({
    mneme,
    settings,
    routes: await loadRoutes(),
    events,
    pages: openPageSessions({
      token,
      hours: settings.pageSessionHours,
      port: () => address().port,
    }),
    token,
    guards,
    address,
    health: async () => ({
      ok: true,
      version: version(),
      pid: process.pid,
      schema: (await engine.store.care.info()).schema,
      startedAt,
      rssBytes: process.memoryUsage.rss(),
    }),
    mcp: async (request) => (await mcpHandler()).fetch(request),
    page: openPage(),
    turns,
    observe,
    report,
  })
  return {
    onPort: listenerFor(app, 'tcp'),
    onSocket: listenerFor(app, 'socket'),
    endStreams: () => events.close(),
    async close() {
      const opened = await mcp
      await opened?.close()
    },
  }
}
