/** E-05, I-09. Particular kinds of memory, and what stands beside them. */
import { describe, expect, it } from 'vitest'
import { openHome } from '../support/opened-home.ts'

describe('procedures', () => {
  const deploy = {
    name: 'Deploy to production',
    trigger: 'when a release is due',
    steps: ['build the image', 'push it', 'watch the graphs'],
    prerequisites: ['access to the registry'],
    warnings: ['never on Friday'],
  }

  it('A-10 keep trigger, steps, prerequisites and warnings, found by their words', async () => {
    const home = await openHome()
    const made = await home.do('procedure', deploy)
    expect(made).toMatchObject({
      outcome: 'created',
      name: 'deploy-to-production',
      type: 'procedure',
    })
    const { procedure, content } = await home.stored(made.id)
    expect(procedure).toEqual({ ...rest(deploy), successes: 0, failures: 0 })
    expect(content).toContain('2. push it')
    expect((await home.do('search', { query: 'graphs' })).hits).toHaveLength(1)
  })

  it('A-10 outcomes are counted, and stay when the procedure is told anew', async () => {
    const home = await openHome()
    await home.do('procedure', deploy)
    for (const result of ['success', 'success', 'failure'] as const) {
      await home.do('procedure outcome', { id: 'deploy-to-production', result })
    }
    const told = await home.do('procedure', { ...deploy, steps: ['press the button'] })
    expect(told).toMatchObject({ outcome: 'updated', archived: true })
    expect((await home.stored(told.id)).procedure).toMatchObject({
      steps: ['press the button'],
      successes: 2,
      failures: 1,
    })
    await home.do('remember', { name: 'plain', content: 'No procedure.' })
    const odd = home.do('procedure outcome', { id: 'plain', result: 'success' })
    await expect(odd).rejects.toMatchObject({ code: 'invalid_input' })
  })

  function rest({ name: _, ...fields }: typeof deploy) {
    return fields
  }
})

it('A-11 an episode has an outcome and tags', async () => {
  const home = await openHome()
  const made = await home.do('episode', {
    content: 'The cache was cold.',
    outcome: 'reverted',
    tags: ['ops'],
  })
  expect(await home.stored(made.id)).toMatchObject({
    type: 'episode',
    outcome: 'reverted',
    tags: ['ops'],
  })
})

it('A-12 a negative memory has triggers', async () => {
  const home = await openHome()
  const made = await home.do('remember', {
    content: 'No println in code.',
    type: 'negative',
    triggers: ['println!'],
  })
  const found = await home.engine.store.memories.list({ hasTriggers: true }, { limit: 5 })
  expect(found.map(({ id }) => id)).toEqual([made.id])
})

describe('facts', () => {
  it('A-13 are found by any part, and once', async () => {
    const home = await openHome()
    const triple = { subject: 'api', predicate: 'uses', object: 'postgres' }
    expect((await home.do('fact add', triple)).outcome).toBe('created')
    expect((await home.do('fact add', triple)).outcome).toBe('duplicate')
    for (const part of [{ subject: 'API' }, { predicate: 'uses' }, { object: 'postgres' }]) {
      expect((await home.do('facts', part)).facts).toHaveLength(1)
    }
    expect((await home.do('facts', { subject: 'cli' })).facts).toEqual([])
  })

  it('A-13 are true from a moment to another, and linked to their memory', async () => {
    const home = await openHome()
    await home.do('remember', { name: 'move', content: 'We moved to Postgres in March.' })
    const subject = { subject: 'api', predicate: 'uses' }
    await home.do('fact add', { ...subject, object: 'mysql', to: '2026-03-01' })
    await home.do('fact add', {
      ...subject,
      object: 'postgres',
      from: '2026-03-01',
      memory: 'move',
    })
    const at = async (moment: string) =>
      (await home.do('facts', { subject: 'api', at: moment })).facts.map(({ object }) => object)
    expect(await at('2026-02-01')).toEqual(['mysql'])
    expect(await at('2026-03-01')).toEqual(['postgres'])
    expect((await home.do('why', { id: 'move' })).facts).toHaveLength(1)
    await expect(at('someday')).rejects.toMatchObject({ code: 'invalid_input' })
    const odd = home.do('fact add', { ...subject, object: 'x', from: 'never' })
    await expect(odd).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('B-07 a fact is undone like anything else', async () => {
    const home = await openHome()
    await home.do('fact add', { subject: 'a', predicate: 'b', object: 'c' })
    await home.do('undo', {})
    expect((await home.do('facts', {})).facts).toEqual([])
  })
})

it('A-14 tasks are open, then done, then open again', async () => {
  const home = await openHome()
  const made = await home.do('task add', { content: 'Write the guide.' })
  const open = async () => (await home.do('task list', {})).tasks.map(({ id }) => id)
  const done = async () => (await home.do('task list', { done: true })).tasks.map(({ id }) => id)
  expect([await open(), await done()]).toEqual([[made.id], []])
  await home.do('task done', { id: made.id ?? '' })
  expect([await open(), await done()]).toEqual([[], [made.id]])
  await home.do('task done', { id: made.id ?? '', reopen: true })
  expect(await open()).toEqual([made.id])
})

it('A-16 a season is kept with the memory', async () => {
  const home = await openHome()
  const made = await home.do('remember', { content: 'Freeze the branch.', season: 'release-week' })
  expect((await home.stored(made.id)).season).toBe('release-week')
})

describe('links', () => {
  it('E-05 are made, weighed and taken away', async () => {
    const home = await openHome()
    await home.do('remember', { name: 'a', content: 'About the gateway.' })
    await home.do('remember', { name: 'b', content: 'About the warehouse.' })
    const link = { from: 'a', to: 'b' }
    expect(await home.do('link', link)).toMatchObject({ outcome: 'created', link: { weight: 0.5 } })
    expect((await home.do('link', link)).outcome).toBe('unchanged')
    expect(await home.do('link', { ...link, weight: 0.9 })).toMatchObject({ outcome: 'updated' })
    expect((await home.do('link', { ...link, remove: true })).outcome).toBe('removed')
    expect((await home.do('link', { ...link, remove: true })).outcome).toBe('unchanged')
    await expect(home.do('link', { from: 'a', to: 'a' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  it('B-05 a supersedes link retires what it points at, and gives it back', async () => {
    const home = await openHome()
    await home.do('remember', { name: 'a', content: 'About the gateway.' })
    const old = await home.do('remember', { name: 'b', content: 'About the warehouse.' })
    const link = { from: 'a', to: old.id ?? '', kind: 'supersedes' as const }
    await home.do('link', link)
    expect((await home.do('list', {})).memories.map(({ name }) => name)).toEqual(['a'])
    await home.do('link', { ...link, remove: true })
    expect((await home.do('list', {})).total).toBe(2)
  })
})

describe('verdicts', () => {
  it('I-09 helpful strengthens, unhelpful weakens', async () => {
    const home = await openHome()
    await home.do('remember', { name: 'n', content: 'A fact.', confidence: 0.5 })
    expect(await home.do('feedback', { id: 'n', verdict: 'helpful' })).toMatchObject({
      strength: 1,
    })
    const { confidence } = await home.do('feedback', { id: 'n', verdict: 'unhelpful' })
    expect(confidence).toBeCloseTo(0.5 + 0.05 - 0.1, 9)
  })

  it('I-02 a person’s nod, and taking it back', async () => {
    const home = await openHome()
    await home.do('remember', { name: 'n', content: 'A fact.' })
    expect((await home.do('validate', { id: 'n' })).validated).toBe(true)
    expect((await home.do('validate', { id: 'n', off: true })).validated).toBe(false)
  })
})

it('A-08 A-09 why: source, origin, session, time, and how sure', async () => {
  const home = await openHome({ session: 's1' })
  await home.do('remember', { name: 'n', content: 'Node 20 ends in April.', origin: 'tool-output' })
  expect(await home.do('why', { id: 'n' })).toMatchObject({
    confidence: 0.75,
    trust: 0.8,
    provenance: {
      source: 'extracted',
      origin: 'tool-output',
      session: 's1',
      at: '2026-01-01T00:00:00.000Z',
      confidenceReason: 'default for extracted',
    },
    changes: [{ cause: 'remember', actor: 'cli' }],
  })
})
