/** K-18. A team as its members see it: their own machines, a server between them, PostgreSQL behind it. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type RunningTeamServer, serveTeam } from '../../src/doors/team/serve.ts'
import { exportLines } from '../../src/engine/exchange/export.ts'
import { followTeam } from '../../src/engine/team/follow.ts'
import { waitingWrites } from '../../src/engine/team/queue.ts'
import { createTeam } from '../../src/engine/team-server/members.ts'
import { context } from '../../src/operations/context.ts'
import { erase } from '../../src/operations/erase.ts'
import { forget } from '../../src/operations/forget.ts'
import { get } from '../../src/operations/get.ts'
import { remember } from '../../src/operations/remember.ts'
import {
  reviewAccept,
  reviewList,
  reviewReject,
  reviewWithdraw,
} from '../../src/operations/review.ts'
import { search } from '../../src/operations/search.ts'
import { share } from '../../src/operations/share.ts'
import {
  teamAudit,
  teamForget,
  teamHistory,
  teamInvite,
  teamJoin,
  teamLeave,
  teamMembers,
  teamRemove,
  teamRole,
  teamStatus,
  teamSync,
  teamToken,
} from '../../src/operations/team.ts'
import { undo } from '../../src/operations/undo.ts'
import { update } from '../../src/operations/update.ts'
import { type TestHome, testHome } from '../support/home.ts'
import { type Cluster, findPostgres, startPostgres } from '../support/postgres.ts'

describe.skipIf('missing' in findPostgres())('a team', () => {
  let cluster: Cluster
  let server: RunningTeamServer
  let url: string
  let teams = 0
  let homes = 0
  let name: string
  let firstCode: string

  beforeAll(async () => {
    cluster = await startPostgres()
    url = await cluster.createDatabase('teams')
    server = await serve()
  }, 60_000)
  afterAll(async () => {
    await server?.leave()
    await cluster?.stop()
  })
  beforeEach(async () => {
    name = `backend-${++teams}`
    firstCode = (await createTeam(server.service, name)).invitation.code
  })

  const serve = (port = 0) =>
    serveTeam({ env: { MNEME_STORE_URL: url, MNEME_EMBED_PROVIDER: 'none' }, port })

  const maintainer = async (as = 'ada'): Promise<TestHome> => {
    const home = await testHome({}, ++homes)
    await home.ask(teamJoin, { server: server.url, code: firstCode, as })
    return home
  }
  const invited = async (by: TestHome, role: 'reader' | 'writer' | 'maintainer', as: string) => {
    const { code } = await by.ask(teamInvite, { role })
    const home = await testHome({}, ++homes)
    const joined = await home.ask(teamJoin, { server: server.url, code, as })
    expect(joined).toMatchObject({ team: name, member: as, role })
    return home
  }
  const titles = async (home: TestHome, query: string) =>
    (await home.ask(search, { query })).hits.map(({ title }) => title)

  it('K-18 what one proposes and another accepts is found by everybody', async () => {
    const ada = await maintainer()
    const bob = await invited(ada, 'writer', 'bob')
    const cleo = await invited(ada, 'reader', 'cleo')
    const own = await bob.ask(remember, { content: 'Staging is rebuilt every Tuesday at noon' })
    const shared = await bob.ask(share, { id: own.id ?? '' })
    expect(shared.outcome).toBe('proposed')
    expect(await titles(cleo, 'when is staging rebuilt')).toEqual([])

    const { proposals } = await ada.ask(reviewList, {})
    expect(proposals).toMatchObject([{ id: shared.proposal, by: 'bob', state: 'waiting' }])
    const accepted = await ada.ask(reviewAccept, { id: shared.proposal })
    expect(accepted.proposal).toMatchObject({ state: 'accepted', decidedBy: 'ada' })
    expect(accepted.memory).toMatchObject({ scope: 'team', project: null })

    expect(await titles(cleo, 'when is staging rebuilt')).toEqual([])
    expect(await cleo.ask(teamSync, {})).toMatchObject({ changed: 1 })
    expect(await titles(cleo, 'when is staging rebuilt')).toEqual([
      'Staging is rebuilt every Tuesday at noon',
    ])
    const { text } = await cleo.ask(context, { prompt: 'when is staging rebuilt?' })
    expect(text).toContain('Staging is rebuilt every Tuesday at noon')

    const { events } = await cleo.ask(teamHistory, { id: accepted.memory?.id ?? '' })
    expect(events).toMatchObject([{ by: 'ada', what: 'accepted' }])
    const found = await cleo.ask(get, { id: accepted.memory?.id ?? '' })
    expect(found.memory.provenance.confidenceReason).toBe('proposed by bob, accepted by ada')
  })

  it('K-18 members do what their role lets them, and history says who did what', async () => {
    const ada = await maintainer()
    const bob = await invited(ada, 'writer', 'bob')
    const cleo = await invited(ada, 'reader', 'cleo')
    const own = await cleo.ask(remember, { content: 'The cache is warmed by a cron job' })
    await expect(cleo.ask(share, { id: own.id ?? '' })).rejects.toMatchObject({
      code: 'not_allowed',
      message: expect.stringContaining('reader'),
    })
    const { proposal } = await bob
      .ask(remember, {
        content: 'Every endpoint is versioned in its path',
        scope: 'team',
      })
      .then(({ notes }) => ({ proposal: /proposal (\w+)/.exec(notes[0] ?? '')?.[1] ?? '' }))
    for (const home of [bob, cleo]) {
      await expect(home.ask(reviewAccept, { id: proposal })).rejects.toMatchObject({
        code: 'not_allowed',
      })
      await expect(home.ask(teamInvite, {})).rejects.toMatchObject({ code: 'not_allowed' })
      await expect(home.ask(teamAudit, {})).rejects.toMatchObject({ code: 'not_allowed' })
    }
    await ada.ask(reviewReject, { id: [proposal], reason: 'not true of the old ones' })
    await expect(ada.ask(reviewAccept, { id: proposal })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('rejected by ada'),
    })
    await ada.ask(teamRole, { name: 'bob', role: 'maintainer' })
    await bob.ask(teamRemove, { name: 'cleo' })
    await expect(cleo.ask(teamSync, {})).rejects.toMatchObject({ code: 'not_found' })
    const { entries } = await ada.ask(teamAudit, {})
    expect(entries.map(({ member, act, outcome }) => `${member} ${act} ${outcome}`)).toEqual(
      expect.arrayContaining([
        'ada invite done',
        'bob propose done',
        'bob accept refused',
        'ada reject done',
        'ada accept refused',
        'ada role done',
        'bob remove done',
      ]),
    )
    const { members } = await ada.ask(teamMembers, {})
    expect(members.map((each) => `${each.name} ${each.role}`)).toEqual([
      'ada maintainer',
      'bob maintainer',
    ])
  })

  it.each([
    ['an e-mail address', 'Ask jane.doe@initech.com about the billing export'],
    ['an internal address', 'The build cache answers at 10.1.2.3 port 8080'],
  ])('K-18 nothing private is shared: %s', async (_, content) => {
    const ada = await maintainer()
    const { id } = await ada.ask(remember, { content })
    await expect(ada.ask(share, { id: id ?? '' })).rejects.toMatchObject({
      code: 'not_allowed',
      message: expect.stringMatching(/private/),
    })
    await expect(ada.ask(remember, { content, scope: 'team' })).rejects.toMatchObject({
      message: expect.stringMatching(/private/),
    })
    expect((await ada.ask(reviewList, {})).proposals).toEqual([])
  })

  it('K-18 what is marked secret stays, and a server does not believe a machine that did not look', async () => {
    const ada = await maintainer()
    const { id } = await ada.ask(remember, {
      content: 'Our next client is big',
      sensitivity: 'secret',
    })
    await expect(ada.ask(share, { id: id ?? '' })).rejects.toMatchObject({ code: 'not_allowed' })
    const membership = ada.engine.team?.membership()
    const post = (draft: object) =>
      fetch(`${server.url}/v1/teams/${name}/proposals`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${membership?.token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ id: ada.clock.newId(), draft }),
      })
    const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
    expect((await post({ content: `Deploy with ${token} in the header` })).status).toBe(422)
    expect((await post({ content: 'Ask jane.doe@initech.com about it' })).status).toBe(403)
    expect((await post({ content: 'x', sensitivity: 'public', nonsense: 1 })).status).toBe(200)
  })

  it('K-18 offline: reads from the last copy, writes wait and count once', async () => {
    const ada = await maintainer()
    const bob = await invited(ada, 'writer', 'bob')
    const first = await bob.ask(share, {
      id: (await bob.ask(remember, { content: 'Migrations run before the deploy' })).id ?? '',
    })
    await ada.ask(reviewAccept, { id: first.proposal })
    await bob.ask(teamSync, {})

    const port = Number(new URL(server.url).port)
    await server.leave()
    expect(await titles(bob, 'migrations before deploy')).toContain(
      'Migrations run before the deploy',
    )
    const own = await bob.ask(remember, { content: 'Feature flags live in the settings service' })
    const kept = await bob.ask(share, { id: own.id ?? '' })
    expect(kept.outcome).toBe('waiting')
    expect(await bob.ask(teamStatus, {})).toMatchObject({
      reachable: false,
      waiting: [{ what: 'propose', refused: null }],
    })
    await expect(bob.ask(teamSync, {})).rejects.toMatchObject({ code: 'unavailable' })
    expect((await bob.ask(reviewList, {})).notes).toHaveLength(1)

    server = await serve(port)
    // The answer to the first sending is lost on its way: it is sent again.
    const membership = bob.engine.team?.membership()
    const [waiting] = await waitingWrites(bob.engine)
    if (waiting?.said.what !== 'propose') throw new Error('nothing waits')
    const { said } = waiting
    await fetch(`${server.url}/v1/teams/${name}/proposals`, {
      method: 'POST',
      headers: { authorization: `Bearer ${membership?.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: said.id, draft: said.draft }),
    })
    expect(await bob.ask(teamSync, {})).toMatchObject({ sent: 1, waiting: 0 })
    expect(await bob.ask(teamSync, {})).toMatchObject({ sent: 0 })
    const { proposals } = await ada.ask(reviewList, {})
    expect(proposals.filter(({ id }) => id === kept.proposal)).toHaveLength(1)
    expect(proposals).toHaveLength(1)
  }, 30_000)

  it('K-18 a copy is changed by the team alone; use of it is one’s own', async () => {
    const ada = await maintainer()
    const { proposal } = await ada.ask(share, {
      id:
        (await ada.ask(remember, { content: 'Tests run on every push', name: 'tests-on-push' }))
          .id ?? '',
    })
    const { memory } = await ada.ask(reviewAccept, { id: proposal })
    const id = memory?.id ?? ''
    await expect(ada.ask(update, { id, content: 'Tests never run' })).rejects.toMatchObject({
      code: 'not_allowed',
      message: expect.stringContaining('the team’s'),
    })
    await expect(ada.ask(forget, { id: [id] })).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(ada.ask(erase, { id: [id], yes: true })).rejects.toMatchObject({
      code: 'not_allowed',
    })
    const { lines } = await exportLines(ada.engine, {})
    expect(lines.join()).not.toContain('"scope":"team"')
    await ada.ask(get, { id })
    const [copy] = await ada.engine.store.memories.get([id])
    expect(copy?.accessCount).toBeGreaterThan(0)
    // What came from the team is not what a person means by "the last thing I did".
    expect((await ada.ask(undo, {})).undone.cause).toBe('remember')

    expect(await ada.ask(teamForget, { id })).toMatchObject({ outcome: 'done' })
    expect(await ada.engine.store.memories.get([id])).toEqual([])
  })

  it('A-05 what is nearer shadows the team’s of the same name', async () => {
    const ada = await maintainer()
    const content = 'Releases are cut from the main branch by robots'
    const { id } = await ada.ask(remember, { content, name: 'how-we-release', scope: 'global' })
    const { proposal } = await ada.ask(share, { id: id ?? '' })
    const { memory } = await ada.ask(reviewAccept, { id: proposal })
    const hits = async () =>
      (await ada.ask(search, { query: 'releases cut from main branch robots' })).hits.map(
        ({ scope }) => scope,
      )
    expect(memory?.name).toBe('how-we-release')
    expect(await hits()).toEqual(['global'])
    await ada.ask(remember, {
      content: 'Releases of this project are cut from the main branch by hand, no robots',
      name: 'how-we-release',
      scope: 'project',
    })
    expect(await hits()).toEqual(['project'])
    await ada.ask(forget, { id: [id ?? ''] })
    expect(await hits()).toEqual(['project'])
  })

  it('K-18 whoever leaves takes nothing along, and the last maintainer stays', async () => {
    const ada = await maintainer()
    const bob = await invited(ada, 'writer', 'bob')
    const { proposal } = await bob.ask(share, {
      id: (await bob.ask(remember, { content: 'Logs are kept for thirty days' })).id ?? '',
    })
    await ada.ask(reviewAccept, { id: proposal })
    await bob.ask(teamSync, {})
    const token = bob.engine.team?.membership()?.token
    await expect(ada.ask(teamLeave, {})).rejects.toMatchObject({ code: 'conflict' })
    expect(await bob.ask(teamLeave, {})).toEqual({ team: name, erased: 1, notified: true })
    expect(await titles(bob, 'how long are logs kept')).toEqual(['Logs are kept for thirty days'])
    expect(await bob.engine.store.memories.count({ scopes: ['team'] })).toBe(0)
    const status = await fetch(`${server.url}/v1/teams/${name}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(status.status).toBe(401)
    expect(await ada.ask(teamStatus, {})).toMatchObject({ memories: 1 })
  })

  it('K-18 what was said to one team is never said to another', async () => {
    const ada = await maintainer()
    const bob = await invited(ada, 'writer', 'bob')
    const token = bob.engine.team?.membership()
    if (!token) throw new Error('bob is in no team')
    // As it is when the server cannot be reached.
    await bob.engine.team?.keep({ ...token, server: 'http://127.0.0.1:9' })
    await bob.ask(remember, { content: 'Only the first team hears this', scope: 'team' })
    await expect(bob.ask(teamLeave, {})).rejects.toMatchObject({ code: 'conflict' })
    expect(await bob.ask(teamLeave, { force: true })).toMatchObject({ notified: false })
    const { invitation } = await createTeam(server.service, `${name}-b`)
    await bob.ask(teamJoin, { server: server.url, code: invitation.code, as: 'bob' })
    expect(await bob.ask(teamSync, {})).toMatchObject({ sent: 0, waiting: 0 })
    expect((await bob.ask(reviewList, {})).proposals).toEqual([])
  })

  it('K-18 the token is in a file of the owner alone, and a new one makes the old worthless', async () => {
    const ada = await maintainer()
    const before = ada.engine.team?.membership()?.token
    const file = join(ada.engine.home.home, 'team.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await ada.ask(teamToken, {})
    const asked = (token: string | undefined) =>
      fetch(`${server.url}/v1/teams/${name}`, { headers: { authorization: `Bearer ${token}` } })
    expect((await asked(before)).status).toBe(401)
    expect((await asked(ada.engine.team?.membership()?.token)).status).toBe(200)
  })

  it('K-18 the daemon keeps up by itself, also with a team joined later', async () => {
    const ada = await maintainer()
    const cleo = await testHome({ MNEME_TEAM_SYNC_SECONDS: '1' }, ++homes)
    const wrong: unknown[] = []
    const following = followTeam(cleo.engine, cleo.caller, (thrown) => wrong.push(thrown))
    try {
      const { code } = await ada.ask(teamInvite, {})
      await cleo.ask(teamJoin, { server: server.url, code, as: 'cleo' })
      const { proposal } = await ada.ask(share, {
        id: (await ada.ask(remember, { content: 'Lunch is at noon on Mondays' })).id ?? '',
      })
      await ada.ask(reviewAccept, { id: proposal })
      await vi.waitFor(
        async () =>
          expect(await titles(cleo, 'when is lunch')).toEqual(['Lunch is at noon on Mondays']),
        { timeout: 8000, interval: 200 },
      )
      expect(wrong).toEqual([])
    } finally {
      await following.close()
    }
  })

  it('K-18 what was proposed can be taken back while nobody has decided', async () => {
    const ada = await maintainer()
    const bob = await invited(ada, 'writer', 'bob')
    const { proposal } = await bob.ask(share, {
      id: (await bob.ask(remember, { content: 'Pages are rendered on the server' })).id ?? '',
    })
    expect(await bob.ask(reviewWithdraw, { id: proposal })).toMatchObject({ outcome: 'done' })
    expect((await ada.ask(reviewList, {})).proposals).toEqual([])
    await expect(ada.ask(reviewAccept, { id: proposal })).rejects.toMatchObject({
      code: 'conflict',
    })
  })
})
