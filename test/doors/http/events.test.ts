import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openEventLog } from '../../../src/doors/http/event-log.ts'
import { openEventHub } from '../../../src/events.ts'
import { openTestDaemon, type TestDaemon } from '../../support/daemon.ts'

const event = (name: string, data = {}) => ({ name, at: '2026-01-01T00:00:00.000Z', data })

describe('the log of events', () => {
  it('J-04 what came after an id is given again, oldest first', () => {
    const hub = openEventHub()
    const log = openEventLog(hub, 10, 'boot')
    for (const name of ['one', 'two', 'three']) hub.emit(event(name))
    expect(log.after('boot.1')?.map((each) => each.event.name)).toEqual(['two', 'three'])
    expect(log.after('boot.3')).toEqual([])
  })

  it('J-04 what is too old, of another process, or made up is not known', () => {
    const hub = openEventHub()
    const log = openEventLog(hub, 3, 'boot')
    for (let n = 0; n < 20; n++) hub.emit(event(`e${n}`))
    expect(log.after('boot.17')).toHaveLength(3)
    expect(log.after('boot.16')).toBeNull()
    expect(log.after('other.19')).toBeNull()
    expect(log.after('boot.99')).toBeNull()
    expect(log.after('')).toBeNull()
  })

  it('K-02 what is done while somebody listens begins with the first and ends with the last', () => {
    const heard: string[] = []
    const log = openEventLog(openEventHub(), 3, 'boot', () => {
      heard.push('begun')
      return () => heard.push('ended')
    })
    expect(heard).toEqual([])
    const first = log.listen(() => {})
    const second = log.listen(() => {})
    first()
    first()
    expect(heard).toEqual(['begun'])
    second()
    log.listen(() => {})
    log.close()
    expect(heard).toEqual(['begun', 'ended', 'begun', 'ended'])
  })
})

interface Heard {
  readonly id?: string
  readonly event?: string
  readonly data?: Record<string, unknown>
}

/** Listens until it has heard enough. */
async function listen(
  daemon: TestDaemon,
  enough: (heard: readonly Heard[]) => boolean,
  headers: Record<string, string> = {},
  query = '',
): Promise<Heard[]> {
  const stop = new AbortController()
  const response = await daemon.fetch(`/api/events${query}`, { headers, signal: stop.signal })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const heard: Heard[] = []
  let text = ''
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString('utf8')
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = Object.fromEntries(
        block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
      )
      heard.push({
        ...fields,
        ...(fields.data ? { data: JSON.parse(fields.data) as Record<string, unknown> } : {}),
      })
    }
    if (enough(heard)) break
  }
  stop.abort()
  return heard
}

const has =
  (name: string, count = 1) =>
  (heard: readonly Heard[]) =>
    heard.filter((each) => each.event === name).length >= count

describe('the stream of events', () => {
  it('J-04 a write is told, with an id, and a broken stream goes on where it ended', async () => {
    const daemon = await openTestDaemon({ env: { MNEME_HTTP_HEARTBEAT_SECONDS: '1' } })
    try {
      const first = listen(daemon, has('memory_created'))
      await sleep(100)
      await daemon.post('/api/memories', { content: 'First of all' })
      const [told] = (await first).filter((each) => each.event === 'memory_created')
      expect(told).toMatchObject({ id: expect.stringMatching(/^\d+\.\d+$/) })
      expect(told?.data).toMatchObject({ id: expect.any(String), at: expect.any(String) })

      await daemon.post('/api/memories', { content: 'Second, while nobody listened' })
      const later = await listen(daemon, has('memory_created'), {
        'last-event-id': told?.id ?? '',
      })
      expect(later.filter((each) => each.event === 'memory_created')).toHaveLength(1)
    } finally {
      await daemon.close()
    }
  })

  it('J-04 an id of another life is answered with reset; heartbeats come by themselves', async () => {
    const daemon = await openTestDaemon({ env: { MNEME_HTTP_HEARTBEAT_SECONDS: '1' } })
    try {
      const heard = await listen(daemon, has('heartbeat'), { 'last-event-id': '1.5' })
      expect(heard.map((each) => each.event).filter(Boolean)).toEqual(['reset', 'heartbeat'])
    } finally {
      await daemon.close()
    }
  })

  it('J-04 only the events that were asked for', async () => {
    const daemon = await openTestDaemon()
    try {
      const some = listen(daemon, has('memory_updated'), {}, '?names=memory_updated,nothing')
      await sleep(100)
      const { body } = await daemon.post('/api/memories', { content: 'To be forgotten' })
      await daemon.fetch(`/api/memories/${body.id}`, { method: 'DELETE' })
      const names = (await some).map((each) => each.event).filter(Boolean)
      expect(new Set(names)).toEqual(new Set(['memory_updated']))
    } finally {
      await daemon.close()
    }
  })

  it('J-04 a client that does not read is let go, and blocks nobody', async () => {
    const daemon = await openTestDaemon()
    try {
      const socket = connect(daemon.daemon.endpoint.port ?? 0, '127.0.0.1')
      socket.write(
        `GET /api/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${daemon.token}\r\n\r\n`,
      )
      await sleep(200)
      socket.pause()
      let closed = false
      socket.once('close', () => {
        closed = true
      })
      socket.on('error', () => {})
      // Far more than the system keeps for one connection.
      const big = { note: 'x'.repeat(200_000) }
      for (let n = 0; n < 100; n++)
        daemon.daemon.mneme.engine.events.emit(event('memory_updated', big))
      expect((await daemon.get('/health')).status).toBe(200)
      socket.resume()
      for (let wait = 0; wait < 100 && !closed; wait++) await sleep(50)
      expect(closed).toBe(true)
    } finally {
      await daemon.close()
    }
  })

  it('J-04 no more streams than allowed', async () => {
    const daemon = await openTestDaemon({ env: { MNEME_HTTP_MAX_EVENT_STREAMS: '1' } })
    try {
      const stop = new AbortController()
      const first = await daemon.fetch('/api/events', { signal: stop.signal })
      expect(first.status).toBe(200)
      expect((await daemon.get('/api/events')).status).toBe(429)
      stop.abort()
    } finally {
      await daemon.close()
    }
  })
})
