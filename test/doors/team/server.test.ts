/** K-18. The team's server and what is thrown at it: clear errors, nothing lost, nothing leaked. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openTeamServer } from '../../../src/compose.ts'
import { addressOf, trustedProxies } from '../../../src/doors/team/rate-limit.ts'
import { type RunningTeamServer, serveTeam } from '../../../src/doors/team/serve.ts'
import * as members from '../../../src/engine/team-server/members.ts'
import * as proposals from '../../../src/engine/team-server/proposals.ts'
import { digestOf } from '../../../src/team/secrets.ts'
import { testClock } from '../../support/clock.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { type Cluster, findPostgres, startPostgres } from '../../support/postgres.ts'

const META = `'); DROP TABLE memory; -- "%_\\ $1 \${x} \u0000 \ud800`

describe.skipIf('missing' in findPostgres())('the team’s server', () => {
  let cluster: Cluster
  let url: string
  let server: RunningTeamServer
  let count = 0
  beforeAll(async () => {
    cluster = await startPostgres()
    url = await cluster.createDatabase('server')
    server = await serving()
  }, 60_000)
  afterAll(async () => {
    await server?.leave()
    await cluster?.stop()
  })
  let team: string
  let maintainer: string
  beforeEach(async () => {
    team = `t-${++count}`
    const { invitation } = await members.createTeam(server.service, team)
    maintainer = await joined(invitation.code, 'ada')
  })

  const serving = (env: Record<string, string> = {}, over = url) =>
    serveTeam({
      env: { MNEME_STORE_URL: over, MNEME_EMBED_PROVIDER: 'none', ...env },
      home: '/nonexistent/mneme-home',
      port: 0,
    })
  const ask = (token: string | null, method: string, path: string, body?: unknown, at = server) =>
    fetch(`${at.url}${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        'content-type': 'application/json',
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const joined = async (code: string, name: string) => {
    const response = await ask(null, 'POST', '/v1/join', { code, name })
    expect(response.status).toBe(200)
    return ((await response.json()) as { token: string }).token
  }
  const invited = async (role: string, name: string) => {
    const response = await ask(maintainer, 'POST', `/v1/teams/${team}/invitations`, { role })
    return joined(((await response.json()) as { code: string }).code, name)
  }
  const clock = testClock()
  const proposed = async (token: string, content: string, to = team) => {
    const id = clock.newId()
    const response = await ask(token, 'POST', `/v1/teams/${to}/proposals`, {
      id,
      draft: { content },
    })
    expect(response.status).toBe(200)
    return id
  }

  it('K-18 no token, a wrong one, an expired one, a revoked one: the same short no', async () => {
    const expired = await invited('reader', 'eve')
    await cluster.run(
      `UPDATE team_token SET expires_at = now() - interval '1 second'
       WHERE digest = '\\x${Buffer.from(digestOf(expired)).toString('hex')}'`,
      'server',
    )
    const revoked = await invited('reader', 'rob')
    expect((await ask(revoked, 'DELETE', '/v1/token')).status).toBe(200)
    const answers = new Set<string>()
    for (const token of [null, 'mnt_nobody-has-this-token', expired, revoked]) {
      const response = await ask(token, 'GET', `/v1/teams/${team}`)
      expect(response.status).toBe(401)
      answers.add(await response.text())
    }
    expect(answers.size).toBe(1)
  })

  it('K-18 a member of one team who asks for another’s gets what a stranger gets', async () => {
    const id = await proposed(maintainer, 'Only we know that the moon is cheese')
    const path = `/v1/teams/${team}/proposals/${id}/decision`
    const { proposal } = (await (
      await ask(maintainer, 'POST', path, { verdict: 'accept' })
    ).json()) as {
      proposal: { memory: string }
    }
    const other = `other-${count}`
    const { invitation } = await members.createTeam(server.service, other)
    const stranger = await joined(invitation.code, 'mallory')
    const routes: [string, string, unknown?][] = [
      ['GET', ''],
      ['GET', '/members'],
      ['PATCH', '/members/ada', { role: 'reader' }],
      ['DELETE', '/members/ada'],
      ['POST', '/invitations', { role: 'maintainer' }],
      ['GET', '/audit'],
      ['GET', '/changes'],
      ['POST', '/search', { query: 'moon' }],
      ['GET', `/memories/${proposal.memory}`],
      ['GET', `/memories/${proposal.memory}/history`],
      ['DELETE', `/memories/${proposal.memory}`],
      ['GET', '/proposals'],
      ['POST', '/proposals', { id: clock.newId(), draft: { content: 'x y z' } }],
      ['POST', `/proposals/${id}/decision`, { verdict: 'reject' }],
    ]
    for (const [method, rest, body] of routes) {
      const theirs = await ask(stranger, method, `/v1/teams/${team}${rest}`, body)
      const nobodys = await ask(
        stranger,
        method,
        `/v1/teams/${'t'.repeat(team.length)}${rest}`,
        body,
      )
      expect([theirs.status, nobodys.status], `${method} ${rest}`).toEqual([404, 404])
      const [a, b] = [await theirs.text(), await nobodys.text()]
      expect(a.replaceAll(team, 'X')).toBe(b.replaceAll('t'.repeat(team.length), 'X'))
      expect(a).not.toContain('moon')
    }
    // Their ids in one's own team lead nowhere either.
    for (const [method, rest, body] of routes.filter(([, rest]) =>
      /memories|decision/.test(rest),
    )) {
      const response = await ask(stranger, method, `/v1/teams/${other}${rest}`, body)
      expect(response.status).toBe(404)
    }
  })

  it('K-18 signs that mean something to SQL mean themselves', async () => {
    const token = await invited('maintainer', 'bobby.tables')
    const content = `zebra ${META.replace(/[\u0000\ud800]/g, '')} crossing`
    const id = await proposed(token, content)
    const accepted = await ask(token, 'POST', `/v1/teams/${team}/proposals/${id}/decision`, {
      verdict: 'accept',
      reason: META,
    })
    expect(accepted.status).toBe(200)
    for (const [method, path, body] of [
      ['GET', `/v1/teams/${encodeURIComponent(META.replace('\ud800', ''))}`],
      ['GET', `/v1/teams/${team}/memories/${encodeURIComponent("' OR 1=1 --")}`],
      ['DELETE', `/v1/teams/${team}/members/${encodeURIComponent("x' OR '1'='1")}`],
      ['POST', `/v1/teams/${team}/search`, { query: META }],
      ['POST', '/v1/join', { code: `${META} 0123456789`, name: 'x' }],
    ] as const) {
      const response = await ask(token, method, path, body)
      expect([200, 400, 401, 404], `${method} ${path}`).toContain(response.status)
    }
    const found = await ask(token, 'POST', `/v1/teams/${team}/search`, { query: 'zebra crossing' })
    const { hits } = (await found.json()) as { hits: { memory: { content: string } }[] }
    expect(hits[0]?.memory.content).toContain('DROP TABLE memory')
    const [row] = await cluster.run(`SELECT to_regclass('memory') AS there`, 'server')
    expect(row?.there).not.toBeNull()
  })

  it.each([
    ['no JSON', 'POST', '/proposals', '{"id":', 400],
    ['no ULID', 'POST', '/proposals', { id: 'x', draft: { content: 'y' } }, 400],
    ['no text', 'POST', '/proposals', { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', draft: {} }, 400],
    ['a wrong role', 'POST', '/invitations', { role: 'king' }, 400],
    ['a wrong verdict', 'POST', '/proposals/x/decision', { verdict: 'perhaps' }, 400],
    ['a negative place', 'GET', '/changes?after=-1', undefined, 400],
    ['a place that is no number', 'GET', '/changes?after=soon', undefined, 400],
    ['a proposal that is not there', 'POST', '/proposals/x/decision', { verdict: 'accept' }, 404],
    ['too much', 'POST', '/proposals', { id: 'x', draft: { content: 'y'.repeat(5_000_000) } }, 413],
    ['a route that is not there', 'GET', '/secrets', undefined, 404],
  ])('K-18 %s is said', async (_, method, path, body, status) => {
    const response = await ask(maintainer, method, `/v1/teams/${team}${path}`, body)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
  })

  it('K-18 an invitation is for one, for a while', async () => {
    const response = await ask(maintainer, 'POST', `/v1/teams/${team}/invitations`, {
      role: 'writer',
    })
    const { code } = (await response.json()) as { code: string }
    await joined(code, 'first')
    expect((await ask(null, 'POST', '/v1/join', { code, name: 'second' })).status).toBe(401)
    const late = await ask(maintainer, 'POST', `/v1/teams/${team}/invitations`, { role: 'writer' })
    const old = ((await late.json()) as { code: string }).code
    await cluster.run(
      `UPDATE team_invitation SET expires_at = now() WHERE used_at IS NULL`,
      'server',
    )
    expect((await ask(null, 'POST', '/v1/join', { code: old, name: 'third' })).status).toBe(401)
    const again = await ask(maintainer, 'POST', `/v1/teams/${team}/invitations`, {})
    const taken = ((await again.json()) as { code: string }).code
    expect((await ask(null, 'POST', '/v1/join', { code: taken, name: 'FIRST' })).status).toBe(409)
  })

  it('K-18 whoever has a token joins a second team as the same person', async () => {
    const { invitation } = await members.createTeam(server.service, `second-${count}`)
    const body = { code: invitation.code, name: 'ada' }
    expect((await ask(maintainer, 'POST', '/v1/join', body)).status).toBe(200)
    for (const each of [team, `second-${count}`]) {
      expect((await ask(maintainer, 'GET', `/v1/teams/${each}`)).status).toBe(200)
    }
  })

  it('K-18 neither tokens nor invitations are kept as they are', async () => {
    const dump = JSON.stringify(
      await Promise.all(
        ['team_token', 'team_invitation', 'team_audit', 'team_member'].map((table) =>
          cluster.run(`SELECT ${table}::text AS row FROM ${table}`, 'server'),
        ),
      ),
    )
    expect(dump.length).toBeGreaterThan(100)
    expect(dump).not.toContain(maintainer)
    expect(dump).not.toContain(Buffer.from(maintainer).toString('hex'))
  })

  it('K-18 asked too often, it says so and for how long', async () => {
    const few = await serving({
      MNEME_TEAM_REQUESTS_PER_MINUTE: '5',
      MNEME_TEAM_STRANGERS_PER_MINUTE: '3',
    })
    onTestFinished(() => few.leave())
    const statuses = async (token: string, times: number) => {
      const all = []
      for (let at = 0; at < times; at++) {
        all.push((await ask(token, 'GET', `/v1/teams/${team}`, undefined, few)).status)
      }
      return all
    }
    expect(await statuses(maintainer, 7)).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(await statuses('mnt_wrong-token', 5)).toEqual([401, 401, 401, 429, 429])
    const last = await ask(maintainer, 'GET', `/v1/teams/${team}`, undefined, few)
    expect(last.headers.get('retry-after')).not.toBeNull()
  })

  it('K-18 one member’s flood waits behind itself: another asks meanwhile and is answered first', async () => {
    const flooder = await invited('reader', 'flood')
    for (const at of [1, 2, 3]) await proposed(maintainer, `Something about the harbour ${at}`)
    const fair = await serving({ MNEME_STORE_POSTGRES_POOL_SIZE: '3' })
    onTestFinished(() => fair.leave())
    const answered: string[] = []
    const search = async (token: string, who: string) => {
      const asked = { query: 'harbour moon zebra '.repeat(300) }
      const response = await ask(token, 'POST', `/v1/teams/${team}/search`, asked, fair)
      expect(response.status).toBe(200)
      await response.text()
      answered.push(who)
    }
    const flood = Array.from({ length: 60 }, () => search(flooder, 'flood'))
    // Under way: the first of them was answered.
    await flood[0]
    const before = answered.length
    await search(maintainer, 'ada')
    // Itself, and what was answered while its request was on the way; without a share nearly all sixty.
    expect(answered.length - before).toBeLessThanOrEqual(20)
    await Promise.all(flood)
    expect(answered.filter((who) => who === 'flood')).toHaveLength(60)
  })

  it.each([
    ['one word', 'a'.repeat(10_000), 200],
    ['many words', 'tea '.repeat(2_500), 200],
    ['different words', Array.from({ length: 1500 }, (_, at) => `w${at}`).join(' '), 200],
    ['more than a question', 'a'.repeat(90_000), 400],
  ])('K-18 a search for %s is answered or refused', async (_, query, status) => {
    const response = await ask(maintainer, 'POST', `/v1/teams/${team}/search`, { query })
    expect(response.status).toBe(status)
  })

  it('K-18 the audit says who did what to which memory, and whether it was done', async () => {
    const reader = await invited('reader', 'rita')
    const { invitation } = await members.createTeam(server.service, `outside-${count}`)
    const outsider = await joined(invitation.code, 'mallory')
    const id = await proposed(maintainer, 'Releases are tagged on the main branch')
    const decision = `/v1/teams/${team}/proposals/${id}/decision`
    expect((await ask(reader, 'POST', decision, { verdict: 'accept' })).status).toBe(403)
    expect((await ask(maintainer, 'DELETE', `/v1/teams/${team}/members/@me`)).status).toBe(409)
    const accepted = await ask(maintainer, 'POST', decision, { verdict: 'accept' })
    const { proposal } = (await accepted.json()) as { proposal: { memory: string } }
    for (let at = 0; at < 5; at++) await ask(outsider, 'GET', `/v1/teams/${team}/members`)
    expect((await ask(reader, 'DELETE', `/v1/teams/${team}/members/@me`)).status).toBe(200)
    const lines = async () => {
      const response = await ask(maintainer, 'GET', `/v1/teams/${team}/audit`)
      const { entries } = (await response.json()) as { entries: Record<string, string>[] }
      return entries.map(({ member, act, outcome, subject, detail }) =>
        [member, act, outcome, subject, detail].join(' · '),
      )
    }
    await expect.poll(lines, { timeout: 20_000 }).toContainEqual(expect.stringContaining('mallory'))
    const audit = await lines()
    expect(audit).toContain('rita · accept · refused ·  · a reader may not')
    expect(audit).toContainEqual(
      expect.stringMatching(/^ada · leave · refused · ada · .*maintainer/),
    )
    expect(audit).toContainEqual(expect.stringContaining(`(${proposal.memory})`))
    expect(audit).toContain('rita · leave · done · rita · ')
    // Five times the same within a minute is one line.
    expect(audit.filter((line) => line.startsWith('mallory'))).toEqual([
      'mallory · read · refused ·  · not in this team',
    ])
    expect(audit.filter((line) => line.includes('leave · done'))).toHaveLength(1)
  })

  it('K-18 X-Forwarded-For is believed of a proxy that was named, and of no other', () => {
    const none = trustedProxies([])
    expect(addressOf(none, '10.0.0.7', '1.2.3.4')).toBe('10.0.0.7')
    const named = trustedProxies(['10.0.0.0/8', '::1'])
    expect(addressOf(named, '10.0.0.7', '1.2.3.4')).toBe('1.2.3.4')
    expect(addressOf(named, '::ffff:10.0.0.7', 'forged, 1.2.3.4, 10.9.9.9')).toBe('1.2.3.4')
    expect(addressOf(named, '::1', undefined)).toBe('::1')
    expect(addressOf(named, '9.9.9.9', '1.2.3.4')).toBe('9.9.9.9')
    expect(() => trustedProxies(['proxy'])).toThrow(/trusted_proxies/)
  })

  it('K-18 tells whether it lives, whether it is ready, and how it is doing', async () => {
    expect((await ask(null, 'GET', '/healthz')).status).toBe(200)
    expect((await ask(null, 'GET', '/readyz')).status).toBe(200)
    await ask(maintainer, 'GET', `/v1/teams/${team}`)
    const page = await (await ask(null, 'GET', '/metrics')).text()
    expect(page).toMatch(
      /^mneme_team_requests_total\{route="\/v1\/teams\/:team",status="200"\} \d+$/m,
    )
    expect(page).toMatch(/^mneme_team_request_seconds_bucket\{.*le="\+Inf"\} \d+$/m)
    expect(page).toMatch(/^mneme_team_connections_open \d+$/m)
    expect(page).not.toContain(team)
  })

  it('K-18 asked to leave, it finishes what is under way and takes nothing new', async () => {
    const leaving = await serving({ MNEME_STORE_POSTGRES_POOL_SIZE: '1' })
    const slow = Array.from({ length: 10 }, () =>
      ask(maintainer, 'GET', `/v1/teams/${team}/changes`, undefined, leaving),
    )
    await sleep(15)
    const left = leaving.leave()
    for (const response of await Promise.allSettled(slow)) {
      // Whoever was not let in any more was not half served either.
      if (response.status === 'fulfilled') expect([200, 503]).toContain(response.value.status)
    }
    await left
    await expect(ask(null, 'GET', '/healthz', undefined, leaving)).rejects.toThrow()
  })

  it('K-18 more requests than connections wait for their turn', async () => {
    const narrow = await serving({ MNEME_STORE_POSTGRES_POOL_SIZE: '1' })
    onTestFinished(() => narrow.leave())
    const all = await Promise.all(
      Array.from({ length: 40 }, () =>
        ask(maintainer, 'GET', `/v1/teams/${team}/members`, undefined, narrow),
      ),
    )
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('K-18 members who ask at once over the same few connections see each their own', async () => {
    const narrow = await serving({ MNEME_STORE_POSTGRES_POOL_SIZE: '2' })
    onTestFinished(() => narrow.leave())
    const sides = await Promise.all(
      ['red', 'blue', 'green'].map(async (colour) => {
        const name = `${colour}-${count}`
        const { invitation } = await members.createTeam(server.service, name)
        const token = await joined(invitation.code, colour)
        const id = await proposed(token, `The house of this team is ${colour} all over`, name)
        const path = `/v1/teams/${name}/proposals/${id}/decision`
        expect((await ask(token, 'POST', path, { verdict: 'accept' })).status).toBe(200)
        return { colour, name, token }
      }),
    )
    const seen = await Promise.all(
      Array.from({ length: 90 }, async (_, at) => {
        const { colour, name, token } = sides[at % 3] as (typeof sides)[number]
        const response = await ask(token, 'GET', `/v1/teams/${name}/changes`, undefined, narrow)
        const { memories } = (await response.json()) as { memories: { content: string }[] }
        return memories.length === 1 && memories[0]?.content.includes(colour)
      }),
    )
    expect(seen.every(Boolean)).toBe(true)
  })

  it('K-18 two servers that come first at once make one schema', async () => {
    const fresh = await cluster.createDatabase('fresh')
    const both = await Promise.all([serving({}, fresh), serving({}, fresh)])
    for (const each of both) {
      expect((await fetch(`${each.url}/readyz`)).status).toBe(200)
      await each.leave()
    }
  })

  it('K-18 a database that is not there is said at once, and one that goes is said when asked', async () => {
    await expect(serving({}, cluster.urlOf('nowhere'))).rejects.toMatchObject({ code: 'not_found' })
    await expect(serving({}, 'sqlite:///x')).rejects.toThrow()
    const own = await cluster.createDatabase('short-lived')
    const env = { MNEME_STORE_POSTGRES_RETRY_MS: '300' }
    const lonely = await serving(env, own)
    onTestFinished(() => lonely.leave())
    await cluster.killConnections()
    await cluster.run('DROP DATABASE "short-lived" WITH (FORCE)')
    expect((await fetch(`${lonely.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${lonely.url}/readyz`)).status).toBe(503)
    const asked = await ask('mnt_any-token-at-all', 'GET', '/v1/teams/x', undefined, lonely)
    expect(asked.status).toBeGreaterThanOrEqual(404)
  })

  it('K-18 a job is done by one of many servers, and again when its time has come', async () => {
    const { own } = server.service.database
    const take = (holder: string, name: string) =>
      own.takeJob({ name, holder, everySeconds: 3600, leaseSeconds: 60 })
    const taken = await Promise.all(['a', 'b', 'c', 'd'].map((holder) => take(holder, 'job')))
    expect(taken.filter(Boolean)).toHaveLength(1)
    const holder = ['a', 'b', 'c', 'd'][taken.indexOf(true)] ?? ''
    await own.finishJob({ name: 'job', holder })
    expect(await take('e', 'job')).toBe(false)
    await cluster.run(`UPDATE team_job SET ran_at = now() - interval '2 hours'`, 'server')
    expect(await take('e', 'job')).toBe(true)
    // Whoever holds it and died is followed when the lease is over.
    expect(await take('f', 'job')).toBe(false)
    await cluster.run(`UPDATE team_job SET until = now() - interval '1 second'`, 'server')
    expect(await take('f', 'job')).toBe(true)
  })

  it('K-18 servers and members whose clocks differ by years agree on what holds', async () => {
    const env = { MNEME_STORE_URL: url, MNEME_EMBED_PROVIDER: 'none' }
    const early = await openTeamServer({
      home: temporaryFolder(),
      env,
      clock: testClock('1999-01-01T00:00:00.000Z', 5),
    })
    const late = await openTeamServer({
      home: temporaryFolder(),
      env,
      clock: testClock('2099-01-01T00:00:00.000Z', 6),
    })
    onTestFinished(async () => {
      await early.close()
      await late.close()
    })
    const found = await late.service.database.own.authenticate(digestOf(maintainer))
    expect(found).not.toBeNull()
    const member = found?.id ?? 0
    const accept = async (by: typeof early, content: string) => {
      const { proposal } = await proposals.propose(by.service, member, team, {
        id: clock.newId(),
        draft: { content },
      })
      return proposals.decide(by.service, member, team, proposal.id, { verdict: 'accept' })
    }
    await accept(late, 'Written by a server of the future')
    await accept(early, 'Set down by a machine of the past')
    const all = await ask(maintainer, 'GET', `/v1/teams/${team}/changes`)
    expect(((await all.json()) as { memories: unknown[] }).memories).toHaveLength(2)
    const { proposal } = await accept(early, 'A third, by the same slow clock')
    expect(Math.abs(Date.parse(proposal.decidedAt ?? '') - Date.now())).toBeLessThan(3_600_000)
  })
})
