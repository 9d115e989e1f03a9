/** Finding by words, as whoever asks sees it. How well it ranks is measured elsewhere. */
import { describe, expect, it } from 'vitest'
import { type Home, openHome } from '../support/opened-home.ts'

async function library(): Promise<Home> {
  const home = await openHome()
  const texts = {
    limits: 'The gateway allows a hundred requests a minute per client.',
    deploy: 'Deploys go out on Friday evening, after the freeze.',
    queue: 'Jobs wait in a Redis queue until a worker is free.',
    tests: 'Integration tests need a running database container.',
  }
  for (const [name, content] of Object.entries(texts)) {
    await home.do('remember', {
      name,
      content,
      tags: [name === 'queue' ? 'plumbing' : 'team'],
      type: 'fact',
    })
    home.clock.advance(60_000)
  }
  return home
}

async function found(home: Home, input: { query: string; [option: string]: unknown }) {
  return (await home.do('search', input as never)).hits.map(({ name }) => name)
}

describe('search', () => {
  it('D-01 by title, content, tag and name, whatever form the word has', async () => {
    const home = await library()
    expect(await found(home, { query: 'deploying', strategy: 'bm25' })).toEqual(['deploy'])
    expect((await found(home, { query: 'request', strategy: 'bm25' }))[0]).toBe('limits')
    expect((await found(home, { query: 'plumbing', strategy: 'bm25' }))[0]).toBe('queue')
    expect((await found(home, { query: 'where do jobs wait?', strategy: 'bm25' }))[0]).toBe('queue')
  })

  it('D-05 the best match is 1.0, nothing relevant is nothing', async () => {
    const home = await library()
    const { hits } = await home.do('search', { query: 'redis queue worker' })
    expect(Math.max(...hits.map(({ match }) => match))).toBeCloseTo(1, 6)
    for (const hit of hits) {
      expect(hit.match).toBeGreaterThan(0)
      expect(hit.match).toBeLessThanOrEqual(1)
    }
    expect(await found(home, { query: 'xylophone zeppelin' })).toEqual([])
  })

  it.each(['keyword', 'bm25'] as const)(
    'D-05 strategy %s finds what holds the words',
    async (strategy) => {
      const home = await library()
      expect((await found(home, { query: 'redis queue', strategy }))[0]).toBe('queue')
    },
  )

  it('D-05 previews are at most 300 characters, around what matched', async () => {
    const home = await openHome()
    const filler = 'This sentence is about nothing in particular. '.repeat(30)
    await home.do('remember', { title: 'Long', content: `${filler}The needle is here. ${filler}` })
    const { hits } = await home.do('search', { query: 'needle' })
    expect(hits[0]?.snippet).toContain('needle')
    expect(hits[0]?.snippet.length).toBeLessThanOrEqual(300)
  })

  it('D-06 the newer of two equal ones comes first; by relevance alone neither does', async () => {
    const home = await openHome()
    const older = await home.do('remember', {
      title: 'Cache of sessions',
      content: 'Sessions live in the cache.',
    })
    home.clock.advance(60 * 86_400_000)
    const newer = await home.do('remember', {
      title: 'Cache of carts',
      content: 'Carts live in the cache.',
    })
    const { hits } = await home.do('search', { query: 'cache' })
    expect(hits.map(({ id }) => id)).toEqual([newer.id, older.id])
    const { hits: plain } = await home.do('search', { query: 'cache', rank: 'relevance' })
    for (const hit of plain) expect(hit.score).toBeCloseTo(hit.match, 9)
  })

  it('D-07 narrowed by type, tag, concept, file, scope, state, time; tag: in the query too', async () => {
    const home = await openHome()
    const shop = await home.at({ folder: home.projectFolder('shop') })
    await home.do('remember', { name: 'plain', content: 'A needle in the hay.' })
    home.clock.advance(86_400_000)
    await shop.do('remember', {
      name: 'special',
      content: 'Another needle, found in the stack.',
      type: 'decision',
      tags: ['sharp'],
      concepts: ['gotcha'],
      files: ['src/api/hay.ts'],
      scope: 'project',
    })
    const only = async (filter: object) =>
      (await shop.do('search', { query: 'needle', ...filter })).hits.map(({ name }) => name)
    for (const filter of [
      { type: ['Decision'] },
      { tag: ['Sharp'] },
      { concept: ['gotcha'] },
      { file: 'src/api' },
      { scope: ['project'] },
      { since: '12h' },
      { query: 'needle tag:sharp' },
      { query: 'type:decision needle' },
      { query: 'needle file:src/api/hay.ts' },
    ]) {
      expect(await only(filter), JSON.stringify(filter)).toEqual(['special'])
    }
    expect(await only({ until: '2026-01-01' })).toEqual(['plain'])
    expect(await only({ state: ['high'] })).toEqual([])
    expect(await only({ tag: ['sharp', 'blunt'] })).toEqual([])
    await expect(only({ since: 'soonish' })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('H-06 private and secret ones only when they are asked for', async () => {
    const home = await openHome()
    for (const sensitivity of ['public', 'private', 'secret', 'unknown'] as const) {
      const content = `The ${sensitivity} needle lies where it lies, ${sensitivity} as it is.`
      await home.do('remember', { name: `n-${sensitivity}`, content, sensitivity })
    }
    expect(await found(home, { query: 'needle' })).toEqual(['n-public'])
    expect(await found(home, { query: 'needle', sensitivity: ['private'] })).toEqual(['n-private'])
  })

  it('D-10 phrases and OR; what cannot be parsed is searched word by word', async () => {
    const home = await library()
    expect(await found(home, { query: '"Friday evening"' })).toEqual(['deploy'])
    expect((await found(home, { query: 'friday OR redis' })).sort()).toEqual(['deploy', 'queue'])
    for (const query of [
      'redis AND',
      '"redis',
      'redis (',
      'NEAR(redis',
      'redis*"',
      'head: redis',
      '^redis^',
    ]) {
      expect(await found(home, { query }), query).toContain('queue')
    }
  })

  it('M-30 the better match comes first, however new and well used the other is', async () => {
    const home = await openHome()
    const right = await home.do('remember', { content: 'The staging database is called heron.' })
    home.clock.advance(200 * 86_400_000)
    const other = await home.do('remember', { content: 'The staging server restarts at night.' })
    for (let use = 0; use < 5; use += 1) await home.do('search', { query: 'restarts at night' })
    const query = 'what is the staging database called'
    const { hits } = await home.do('search', { query })
    expect(hits.map(({ id }) => id)).toEqual([right.id, other.id])
    const { hits: scored } = await home.do('search', { query, rank: 'scored' })
    expect(scored[0]?.score).not.toBeCloseTo(scored[0]?.match ?? 0, 3)
  })

  it('M-30 a weak hit is shown, and says so; nothing comes only where nothing is shared', async () => {
    const home = await library()
    const { hits } = await home.do('search', {
      query: 'requests dashboard payroll vendor hosted abroad holiday calendar',
      strategy: 'bm25',
    })
    expect(hits.length).toBeGreaterThan(0)
    expect(hits.every(({ weak }) => weak)).toBe(true)
    const [strong] = (await home.do('search', { query: 'redis queue worker' })).hits
    expect(strong).toMatchObject({ name: 'queue', weak: false })
    expect(await found(home, { query: 'xylophone zeppelin', strategy: 'bm25' })).toEqual([])
  })

  it('D-18 an archived memory is found by its own words, before others that answer less', async () => {
    const home = await openHome()
    await home.do('remember', { name: 'old', content: 'Invoices are numbered per calendar year.' })
    await home.do('update', { id: 'old', archived: true })
    for (let at = 0; at < 12; at += 1) {
      await home.do('remember', { content: `Invoices of customer number ${at} go by post ${at}.` })
    }
    const names = await found(home, { query: 'invoices are numbered per calendar year' })
    expect(names[0]).toBe('old')
  })

  it('D-18 an archived memory stands behind its equals, at a share of its match', async () => {
    const home = await openHome()
    await home.do('remember', { name: 'kept', content: 'The needle lies beside the red barn.' })
    await home.do('remember', { name: 'shelved', content: 'The needle lies beside the old mill.' })
    const matches = async () => {
      const { hits } = await home.do('search', { query: 'needle', strategy: 'bm25' })
      return new Map(hits.map(({ name, match }) => [name, match]))
    }
    const before = await matches()
    await home.do('update', { id: 'shelved', archived: true })
    const after = await matches()
    expect([...after.keys()]).toEqual(['kept', 'shelved'])
    expect(after.get('shelved')).toBeCloseTo(0.7 * (before.get('shelved') ?? 0), 6)
  })

  it('D-18 forgotten and held ones never', async () => {
    const home = await openHome()
    await home.do('remember', { name: 'kept', content: 'A needle beside the pile of hay.' })
    await home.do('remember', { name: 'gone', content: 'This needle was lost.' })
    await home.do('forget', { id: ['gone'] })
    const { held } = await home.do('remember', {
      name: 'proposed',
      content: 'Always put the needle back into its box.',
      type: 'policy',
      origin: 'web',
    })
    expect(held).toBe(true)
    expect(await found(home, { query: 'needle' })).toEqual(['kept'])
  })

  it('limits, and says what is wrong with an odd one', async () => {
    const home = await library()
    expect(await found(home, { query: 'the a of team', limit: 1 })).toHaveLength(1)
    await expect(found(home, { query: 'x', limit: 0 })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await expect(found(home, { query: 'x'.repeat(100_001) })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})

describe('other ways in', () => {
  it('D-08 by file, by its folder, and by patterns', async () => {
    const home = await openHome()
    await home.do('remember', {
      name: 'read',
      content: 'About limits.',
      files: ['src/api/limits.ts'],
    })
    await home.do('remember', {
      name: 'wrote',
      content: 'Changed the cart.',
      filesModified: ['src/cart.ts'],
    })
    await home.do('remember', {
      name: 'all',
      content: 'Handlers stay thin.',
      globs: ['src/api/**'],
    })
    const about = async (path: string) =>
      (await home.do('by-file', { path })).memories.map(({ name, because }) => [name, because])
    expect(await about('src/api/limits.ts')).toEqual([
      ['read', 'file'],
      ['all', 'glob'],
    ])
    expect(await about('./src/cart.ts')).toEqual([['wrote', 'file']])
    expect((await about('src')).map(([name]) => name).sort()).toEqual(['read', 'wrote'])
    expect(await about('lib/other.ts')).toEqual([])
  })

  it('D-08 by concept', async () => {
    const home = await openHome()
    await home.do('remember', { name: 'g', content: 'Beware of the mutex.', concepts: ['gotcha'] })
    await home.do('remember', { name: 'p', content: 'Ports and adapters.', concepts: ['pattern'] })
    const { memories } = await home.do('by-concept', { concept: 'gotcha' })
    expect(memories.map(({ name }) => name)).toEqual(['g'])
  })

  it('D-08 a timeline, oldest first, of all or of one session', async () => {
    const home = await openHome()
    const talk = await home.at({ session: 's1', folder: null })
    await home.do('remember', { name: 'first', content: 'About the gateway.' })
    home.clock.advance(1000)
    await talk.do('remember', { name: 'second', content: 'About the warehouse.' })
    const names = async (input: object) =>
      (await home.do('timeline', input)).memories.map(({ name }) => name)
    expect(await names({})).toEqual(['first', 'second'])
    expect(await names({ ofSession: 's1' })).toEqual(['second'])
    expect(await names({ offset: 1, limit: 1 })).toEqual(['second'])
  })

  it('D-08 a list page by page, with its total', async () => {
    const home = await openHome()
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      await home.do('remember', { name, content: `${name}: ${name.repeat(5)}` })
      home.clock.advance(1000)
    }
    const page = async (offset: number) => {
      const { memories, total } = await home.do('list', { limit: 2, offset })
      return [memories.map(({ name }) => name), total]
    }
    expect(await page(0)).toEqual([['five', 'four'], 5])
    expect(await page(4)).toEqual([['one'], 5])
    const { memories } = await home.do('list', { order: 'oldest', limit: 1 })
    expect(memories[0]?.name).toBe('one')
  })

  it('E-03 tags with counts; added and taken away', async () => {
    const home = await openHome()
    await home.do('remember', { name: 'a', content: 'About the gateway.', tags: ['net', 'api'] })
    await home.do('remember', { name: 'b', content: 'About the warehouse.', tags: ['api'] })
    expect((await home.do('tags', {})).tags).toEqual([
      { tag: 'api', count: 2 },
      { tag: 'net', count: 1 },
    ])
    expect((await home.do('tag', { id: 'b', add: ['Stock'], remove: ['api'] })).tags).toEqual([
      'stock',
    ])
  })

  it('I-13 stats count by type, state and scope', async () => {
    const home = await openHome()
    await home.do('remember', { content: 'We chose Postgres.', type: 'decision' })
    await home.do('remember', { content: 'I like tea.', type: 'preference' })
    await home.do('remember', { name: 'gone', content: 'About the warehouse.' })
    await home.do('forget', { id: ['gone'] })
    expect(await home.do('stats', {})).toMatchObject({
      memories: 2,
      byType: { decision: 1, preference: 1 },
      byState: { new: 2 },
      removed: 1,
      byScope: { global: 2 },
    })
  })
})
