/** J-03. Attacks as tests: each is shown to succeed on a door with that one guard taken away. */
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALL_GUARDS, admit, type Guards, sameText } from '../../../src/doors/http/guards.ts'
import { openPageSessions } from '../../../src/doors/http/page-session.ts'
import { openTestDaemon, type TestDaemon } from '../../support/daemon.ts'
import { loginLink, pageSession } from '../../support/login-link.ts'

type Attack = (daemon: TestDaemon) => Promise<number>

interface Case {
  readonly why: string
  readonly guard: keyof Guards
  readonly attack: Attack
  readonly refused: number
}

const SECRET = 'The staging host is called heron'

const CASES: readonly Case[] = [
  {
    why: 'DNS rebinding: a page reads through its own name that points at this machine',
    guard: 'host',
    attack: (daemon) =>
      sent(daemon, 'GET', '/api/memories', {
        host: `evil.example:${port(daemon)}`,
        authorization: `Bearer ${daemon.token}`,
      }),
    refused: 403,
  },
  {
    why: 'DNS rebinding with a name that begins like ours',
    guard: 'host',
    attack: (daemon) =>
      sent(daemon, 'GET', '/api/memories', {
        host: `localhost.evil.example:${port(daemon)}`,
        authorization: `Bearer ${daemon.token}`,
      }),
    refused: 403,
  },
  {
    why: 'a page of another origin calls with what it was given',
    guard: 'origin',
    attack: (daemon) =>
      sent(
        daemon,
        'POST',
        '/api/memories/search',
        {
          origin: 'https://evil.example',
          authorization: `Bearer ${daemon.token}`,
          'content-type': 'application/json',
        },
        '{"query":"staging"}',
      ),
    refused: 403,
  },
  {
    why: 'CSRF: a page makes the browser post with the cookie of ours',
    guard: 'origin',
    attack: async (daemon) =>
      sent(
        daemon,
        'POST',
        '/api/memories',
        {
          origin: 'https://evil.example',
          'sec-fetch-site': 'cross-site',
          ...(await sessionOf(daemon)),
          'content-type': 'application/json',
        },
        '{"content":"the attacker was here"}',
      ),
    refused: 403,
  },
  {
    why: 'CSRF: a request with the cookie that says nothing of where it comes from',
    guard: 'origin',
    attack: async (daemon) =>
      sent(
        daemon,
        'POST',
        '/api/memories',
        { ...(await sessionOf(daemon)), 'content-type': 'application/json' },
        '{"content":"the attacker was here again"}',
      ),
    refused: 403,
  },
  {
    why: 'CSRF: a form posts JSON as plain text, which needs no permission of the browser',
    guard: 'content',
    attack: (daemon) =>
      sent(
        daemon,
        'POST',
        '/api/memories',
        { authorization: `Bearer ${daemon.token}`, 'content-type': 'text/plain' },
        '{"content":"posted by a form"}',
      ),
    refused: 400,
  },
  {
    why: 'another user of the machine asks the port without the token',
    guard: 'token',
    attack: (daemon) => sent(daemon, 'GET', '/api/memories', {}),
    refused: 401,
  },
  {
    why: 'a wrong token',
    guard: 'token',
    attack: (daemon) =>
      sent(daemon, 'GET', '/api/memories', { authorization: `Bearer ${daemon.token}x` }),
    refused: 401,
  },
  {
    why: 'a cookie that was made up',
    guard: 'token',
    attack: (daemon) =>
      sent(daemon, 'GET', '/api/memories', {
        cookie: `mneme_page_${port(daemon)}=${Date.now() + 9e9}.nonce.${'0'.repeat(43)}`,
        'x-mneme-page': '0'.repeat(43),
      }),
    refused: 401,
  },
  ...['/api/memories', '/%61pi/memories', '/api/stats'].map((path) => ({
    why: `a server on another port, which the browser sends the cookie to, reads ${path}`,
    guard: 'key' as const,
    attack: async (daemon: TestDaemon) => {
      const { cookie } = await sessionOf(daemon)
      return sent(daemon, 'GET', path, { cookie, origin: daemon.url })
    },
    refused: 401,
  })),
  {
    why: 'a server on another port writes with the cookie and a forged origin',
    guard: 'key',
    attack: async (daemon) => {
      const { cookie } = await sessionOf(daemon)
      const headers = { cookie, origin: daemon.url, 'content-type': 'application/json' }
      return sent(daemon, 'POST', '/api/memories', headers, '{"content":"as the person"}')
    },
    refused: 401,
  },
  {
    why: 'the cookie of one session with the key of another',
    guard: 'key',
    attack: async (daemon) => {
      const { cookie } = await sessionOf(daemon)
      const other = await sessionOf(daemon)
      return sent(daemon, 'GET', '/api/memories', { ...other, cookie })
    },
    refused: 401,
  },
]

describe('who may come in', () => {
  let guarded: TestDaemon
  beforeAll(async () => {
    guarded = await openTestDaemon()
    await guarded.post('/api/memories', { content: SECRET })
  })
  afterAll(() => guarded.close())

  it.each(CASES)('J-03 refused: $why', async ({ attack, refused }) => {
    expect(await attack(guarded)).toBe(refused)
  })

  it('J-03 none of the attacks left a memory behind', async () => {
    const { body } = await guarded.get('/api/memories?everywhere=true')
    expect(body.memories.map((each: { title: string }) => each.title)).toEqual([SECRET])
  })

  it('J-03 nothing is said about cross-origin sharing, not even when asked', async () => {
    const response = await guarded.fetch('/api/memories', {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST' },
    })
    const names = [...response.headers.keys()].filter((name) => name.startsWith('access-control'))
    expect(names).toEqual([])
  })

  it('J-03 health tells a stranger no more than that we are here', async () => {
    const response = await fetch(`${guarded.url}/health`)
    expect(Object.keys((await response.json()) as object).sort()).toEqual(['ok', 'version'])
    const known = await guarded.get('/health')
    expect(known.body).toMatchObject({ ok: true, pid: process.pid, schema: expect.any(Number) })
  })

  it('J-03 the page signs in by a link that works once', async () => {
    const session = await sessionOf(guarded)
    const asPage = { ...session, origin: guarded.url, 'content-type': 'application/json' }
    expect(await sent(guarded, 'GET', '/api/memories', session)).toBe(200)
    expect(await sent(guarded, 'POST', '/api/memories/search', asPage, '{"query":"x"}')).toBe(200)
    const url = await loginLink(guarded.socket)
    expect((await fetch(url)).status).toBe(200)
    expect((await fetch(url)).status).toBe(401)
  })

  it('M-01 the session of one home is refused by the daemon of another', async () => {
    const other = await openTestDaemon()
    try {
      const { cookie, 'x-mneme-page': key } = await sessionOf(guarded)
      const renamed = cookie.replace(`_${port(guarded)}=`, `_${port(other)}=`)
      for (const each of [cookie, renamed]) {
        const headers = { cookie: each, 'x-mneme-page': key, origin: other.url }
        expect(await sent(other, 'GET', '/api/memories', headers)).toBe(401)
      }
    } finally {
      await other.close()
    }
  })

  it('J-03 a link is made for the owner of the socket only', async () => {
    expect((await guarded.post('/api/login-link', {})).status).toBe(403)
  })
})

describe('each guard earns its place', () => {
  for (const guard of ['host', 'origin', 'content', 'token', 'key'] as const) {
    it(`J-03 without the guard "${guard}" its attacks succeed`, async () => {
      const open = await openTestDaemon({ guards: { ...ALL_GUARDS, [guard]: false } })
      try {
        for (const each of CASES.filter((one) => one.guard === guard)) {
          expect(await each.attack(open), each.why).toBe(200)
        }
      } finally {
        await open.close()
      }
    })
  }
})

describe('admit', () => {
  const knock = (headers: Record<string, string>, via: 'tcp' | 'socket' = 'tcp') => ({
    method: 'GET',
    via,
    header: (name: string) => headers[name],
    port: 19420,
    token: 'right',
    isPageFile: false,
    pageSession: { holds: false, hasKey: false },
  })
  const bearer = { authorization: 'Bearer right' }

  it.each(['127.0.0.1:19420', 'localhost:19420', '[::1]:19420', 'localhost', 'LOCALHOST:19420'])(
    'J-03 the host %s is ours',
    (host) => expect(admit(ALL_GUARDS, knock({ host, ...bearer }))).toBe('token'),
  )

  it.each(['', '127.0.0.1:80', '127.0.0.2:19420', '0.0.0.0:19420', 'localhost:19420@evil', 'a b'])(
    'J-03 the host %j is not',
    (host) =>
      expect(() => admit(ALL_GUARDS, knock({ host, ...bearer }))).toThrow(
        /does not name this machine/,
      ),
  )

  it.each(['null', 'http://localhost', 'https://127.0.0.1:19420', 'http://127.0.0.1:80', 'x'])(
    'J-03 the origin %s is not ours',
    (origin) =>
      expect(() => admit(ALL_GUARDS, knock({ host: 'localhost', origin, ...bearer }))).toThrow(
        /origins/,
      ),
  )

  it('J-03 on the private socket nobody asks for a token', () => {
    expect(admit(ALL_GUARDS, knock({ host: 'localhost' }, 'socket'))).toBe('owner')
  })

  it('J-03 tokens are compared whole', () => {
    expect(sameText('abc', 'abc')).toBe(true)
    expect(sameText('abc', 'abcd')).toBe(false)
    expect(sameText('', 'a')).toBe(false)
  })
})

describe('sessions of the page', () => {
  const port = () => 19420

  it('J-03 a session ends by its time, with the token it was signed with, and on another port', () => {
    let now = 1_000_000
    const options = { token: 'one', hours: 1, port, nowMs: () => now }
    const pages = openPageSessions(options)
    const { cookie = '', key = '' } = pages.redeem(pages.newCode().code) ?? {}
    expect(pages.matches(cookie, key)).toBe(true)
    expect(openPageSessions(options).matches(cookie, key)).toBe(true)
    expect(openPageSessions({ ...options, token: 'two' }).holds(cookie)).toBe(false)
    const moved = cookie.replace('_19420=', '_19421=')
    expect(openPageSessions({ ...options, port: () => 19421 }).holds(moved)).toBe(false)
    expect(pages.matches(cookie, undefined)).toBe(false)
    now += 3_600_001
    expect(pages.matches(cookie, key)).toBe(false)
  })

  it('J-03 a code is worth nothing after a minute', () => {
    let now = 0
    const pages = openPageSessions({ token: 'one', hours: 1, port, nowMs: () => now })
    const { code } = pages.newCode()
    now = 60_000
    expect(pages.redeem(code)).toBeNull()
  })
})

function port(daemon: TestDaemon): number | null {
  return daemon.daemon.endpoint.port
}

/** By node's own client: fetch would not let a test choose these headers. */
function sent(
  daemon: TestDaemon,
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const made = request(
      { host: '127.0.0.1', port: port(daemon), method, path, headers, agent: false },
      (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode ?? 0))
      },
    )
    made.once('error', reject)
    made.end(body)
  })
}

function sessionOf(daemon: TestDaemon) {
  return pageSession(daemon.socket)
}
