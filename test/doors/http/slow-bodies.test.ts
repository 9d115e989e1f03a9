/** J-03. Clients that send slowly, or not to the end, stand in the way of no other. */
import { type ClientRequest, request } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { openBodies } from '../../../src/doors/http/body.ts'
import { openTestDaemon, type TestDaemon } from '../../support/daemon.ts'

const PLACES = 4

/** Begins a request with the token and sends the beginning of its body; `onStatus` hears how it was given up. */
function sendSlowly(
  { url, token }: TestDaemon,
  path: string,
  onStatus: (status: number) => void,
): void {
  const sending: ClientRequest = request(`${url}${path}`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'content-length': '64',
    },
  })
  sending.on('response', (response) => {
    response.resume()
    onStatus(response.statusCode ?? 0)
  })
  sending.on('error', () => undefined) // ended by the test
  sending.write('{"content":')
  onTestFinished(() => void sending.destroy())
}

it.each(['/api/memories', '/mcp'])(
  'J-03 many slow bodies at %s: the oldest are given up, and others are answered',
  async (path) => {
    const daemon = await openTestDaemon({ env: { MNEME_HTTP_MAX_CONCURRENT: String(PLACES) } })
    onTestFinished(() => daemon.close())
    const statuses: number[] = []
    for (let at = 0; at < 3 * PLACES; at++) {
      sendSlowly(daemon, path, (status) => statuses.push(status))
    }
    // The last few still have their places; each one before had to go.
    await expect.poll(() => statuses.length, { timeout: 60_000 }).toBe(2 * PLACES)
    expect(new Set(statuses)).toEqual(new Set([429]))
    for (let at = 0; at < PLACES; at++) {
      const { status } = await daemon.post('/api/memories', { content: `Said meanwhile ${at}` })
      expect(status).toBe(200)
    }
    expect((await daemon.get('/api/memories')).status).toBe(200)
  },
)

it('J-03 a body that takes too long is given up, and said so', async () => {
  const endless = new ReadableStream({ pull: () => new Promise(() => undefined) })
  const asked = new Request('http://localhost/', {
    method: 'POST',
    body: endless,
    duplex: 'half',
  } as RequestInit)
  const bodies = openBodies({ maxBytes: 1000, maxAtOnce: 1, maxMs: 1 })
  await expect(bodies.json(asked)).rejects.toMatchObject({ code: 'rate_limited' })
})
