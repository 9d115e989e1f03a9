/**
 * J-04. Sends events to one listener as server-sent events. A listener that reads too slowly is disconnected
 * when its buffer grows too large: it reconnects with the id of the last event it saw.
 */
import type { ServerResponse } from 'node:http'
import type { EventLog, LoggedEvent } from './event-log.ts'

interface StreamOptions {
  readonly log: EventLog
  readonly lastEventId: string | null
  readonly heartbeatMs: number
  /** Only these event names; null for all. */
  readonly names: ReadonlySet<string> | null
  readonly now: () => string
}

const RECONNECT_MS = 3000
const MAX_WAITING_BYTES = 1_048_576

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
} as const

/** Resolves when the listener has gone. */
export function streamEvents(out: ServerResponse, options: StreamOptions): Promise<void> {
  const { log, names } = options
  out.writeHead(200, STREAM_HEADERS)
  const write = (text: string) => {
    out.write(text)
    if (out.writableLength > MAX_WAITING_BYTES) out.destroy()
  }
  const send = (logged: LoggedEvent) => {
    if (names === null || names.has(logged.event.name)) write(eventText(logged))
  }
  write(`retry: ${RECONNECT_MS}\n\n`)
  const missed = options.lastEventId === null ? [] : log.after(options.lastEventId)
  if (missed === null) {
    const data = { reason: 'the events since then are no longer known', last: log.lastId }
    write(`id: ${log.lastId}\nevent: reset\ndata: ${JSON.stringify(data)}\n\n`)
  } else {
    for (const logged of missed) send(logged)
  }
  const stop = log.listen(send)
  const heart = setInterval(() => {
    write(`event: heartbeat\ndata: ${JSON.stringify({ at: options.now(), last: log.lastId })}\n\n`)
  }, options.heartbeatMs)
  return new Promise((resolve) => {
    const leave = () => out.end()
    const end = () => {
      clearInterval(heart)
      stop()
      log.closed.removeEventListener('abort', leave)
      resolve()
    }
    log.closed.addEventListener('abort', leave)
    out.once('close', end)
    out.once('error', end)
  })
}

function eventText({ id, event }: LoggedEvent): string {
  // One line: JSON escapes whatever would end it.
  return `id: ${id}\nevent: ${oneLine(event.name)}\ndata: ${JSON.stringify({ at: event.at, ...event.data })}\n\n`
}

function oneLine(name: string): string {
  return name.replace(/[\r\n\0]/g, ' ')
}
