/** B-11. Everything out and in again: the same bytes, or one sentence that names the line. */

import { describe, expect, it } from 'vitest'
import { CONCEPTS, SENSITIVITIES } from '../../src/memory/memory.ts'
import { testClock } from '../support/clock.ts'
import { type Home, openHome } from '../support/opened-home.ts'
import { fc } from '../support/property.ts'

async function exported(home: Home, input: object = {}): Promise<string> {
  return (await home.do('export', input)).lines.join('\n')
}

/** Words that are in nobody's way: letters of many scripts, and nothing that looks like a credential. */
const word = fc.stringMatching(/^[a-zäöéñ]{3,9}$/)
const text = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(word, { minLength: 3, maxLength: 12 }).map((words) => words.join(' ')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'デプロイは金曜日',
      '数据库 很慢',
      'emoji 🎉 party',
      'a "quote" \\ back',
    ),
  },
)
const draft = fc.record(
  {
    content: text,
    title: text,
    type: fc.constantFrom('fact', 'decision', 'policy', 'API shape', 'task'),
    tags: fc.array(word, { maxLength: 3 }),
    concepts: fc.subarray([...CONCEPTS], { maxLength: 2 }),
    files: fc.array(
      word.map((name) => `src/${name}.ts`),
      { maxLength: 2 },
    ),
    importance: fc.double({ min: 0, max: 1, noNaN: true }),
    ttlDays: fc.integer({ min: 1, max: 400 }),
    sensitivity: fc.constantFrom(...SENSITIVITIES),
    origin: fc.constantFrom('user', 'agent', 'web'),
    inProject: fc.boolean(),
  },
  { requiredKeys: ['content', 'inProject'] },
)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('remember'), draft }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('retell', 'forget', 'validate', 'link'),
      which: fc.nat(),
      text,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fact'), text }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo') }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function live(home: Home, steps: readonly Step[]): Promise<void> {
  const project = await home.at({ folder: home.projectFolder('shop'), session: 's1' })
  for (const each of steps) {
    home.clock.advance(1000)
    const all = await home.engine.store.memories.list({}, { limit: 100, order: 'id' })
    const which = 'which' in each ? all[each.which % Math.max(all.length, 1)] : undefined
    const other = 'which' in each ? all[(each.which + 1) % Math.max(all.length, 1)] : undefined
    const doing = async () => {
      if ('draft' in each) {
        const { inProject, ...rest } = each.draft
        await (inProject ? project : home).do('remember', rest)
      } else if (each.kind === 'fact' && 'text' in each) {
        const source = all[0] ? { memory: all[0].id } : {}
        await project.do('fact add', {
          subject: each.text,
          predicate: 'is',
          object: 'so',
          ...source,
        })
      } else if (each.kind === 'undo') await home.do('undo', {})
      else if (which && each.kind === 'retell' && 'text' in each) {
        await project.do('update', { id: which.id, content: each.text })
      } else if (which && each.kind === 'forget') await project.do('forget', { id: [which.id] })
      else if (which && each.kind === 'validate') await project.do('validate', { id: which.id })
      else if (which && other) await project.do('link', { from: which.id, to: other.id })
    }
    // Some of it is refused, as it would be for a person: the rest is what we are after.
    await doing().catch((thrown) => expect(thrown).toMatchObject({ name: 'MnemeError' }))
  }
}

describe('export and import', () => {
  it('B-11 into an empty home gives the very same bytes, whatever was done before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 16 }), async (steps) => {
        const home = await openHome()
        await live(home, steps)
        const before = await exported(home)
        const other = await openHome()
        const done = await other.do('import', { text: before })
        expect(done).toMatchObject({ updated: 0, unchanged: 0, renamed: 0, redacted: 0 })
        expect(await exported(other)).toBe(before)
        expect(await other.engine.store.care.check()).toEqual([])
        await Promise.all([home.opened.close(), other.opened.close()])
      }),
      { numRuns: 12 },
    )
  }, 180_000)

  it('K-04 standing in the very project that is read, on a home that has not seen it', async () => {
    const home = await openHome()
    const folder = home.projectFolder('shop')
    const there = await home.at({ folder })
    await there.do('remember', { content: 'The port is 8080.', scope: 'project' })
    const before = await exported(home)
    const other = await openHome()
    const here = await other.at({ folder })
    expect(await here.do('import', { text: before })).toMatchObject({ created: 1 })
    expect(await exported(other)).toBe(before)
    const again = await other.at({ folder })
    expect((await again.do('list', {})).memories).toHaveLength(1)
  })

  it('B-11 with versions, links, facts, projects, procedures and tasks', async () => {
    const home = await openHome()
    const shop = await home.at({ folder: home.projectFolder('shop'), session: 's1' })
    await shop.do('remember', { name: 'port', content: 'The port is 8080.', scope: 'project' })
    await shop.do('update', { id: 'port', content: 'The port is 9090.' })
    await shop.do('procedure', { name: 'Deploy', trigger: 'a release', steps: ['build', 'push'] })
    await shop.do('procedure outcome', { id: 'deploy', result: 'success' })
    await shop.do('task add', { content: 'Write the guide.' })
    await shop.do('episode', { content: 'The cache was cold.', outcome: 'slow start' })
    await shop.do('remember', { content: 'Only for this talk.', scope: 'session' })
    await shop.do('link', { from: 'deploy', to: 'port', kind: 'derived_from' })
    await shop.do('fact add', {
      subject: 'api',
      predicate: 'listens on',
      object: '9090',
      memory: 'port',
    })
    await shop.do('get', { id: 'port' })
    const before = await exported(home)
    const kinds = before
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line).record)
    expect([...new Set(kinds)]).toEqual(['project', 'memory', 'version', 'link', 'fact'])
    const other = await openHome()
    await other.do('import', { text: before })
    expect(await exported(other)).toBe(before)
  })

  it('B-11 importing twice changes nothing', async () => {
    const home = await openHome()
    await home.do('remember', { content: 'About the gateway.' })
    const before = await exported(home)
    expect(await home.do('import', { text: before })).toMatchObject({ created: 0, unchanged: 1 })
    expect(await exported(home)).toBe(before)
  })

  it('B-11 an import can be undone', async () => {
    const home = await openHome()
    await home.do('remember', { content: 'About the gateway.' })
    const other = await openHome()
    const { batches } = await other.do('import', { text: await exported(home) })
    for (const batch of [...batches].reverse()) await other.do('undo', { batch })
    expect(await other.engine.store.memories.count({})).toBe(0)
  })

  it('B-11 selected by scope, type and tag, with the projects it needs', async () => {
    const home = await openHome()
    const shop = await home.at({ folder: home.projectFolder('shop') })
    await shop.do('remember', { content: 'We chose Postgres.', type: 'decision', tags: ['db'] })
    await home.do('remember', { content: 'I like tea.', type: 'preference' })
    const rows = async (input: object) =>
      (await exported(home, input))
        .split('\n')
        .slice(1)
        .map((line) => JSON.parse(line))
    expect((await rows({ type: ['decision'] })).map(({ record }) => record)).toEqual([
      'project',
      'memory',
    ])
    expect((await rows({ tag: ['db'] })).at(-1).row.type).toBe('decision')
    expect((await rows({ scope: ['global'] })).map(({ record }) => record)).toEqual(['memory'])
    expect(await rows({ type: ['nothing'] })).toEqual([])
  })

  it('B-11 beside what is there: same text is taken for the same, a taken name is numbered', async () => {
    const home = await openHome()
    await home.do('remember', { name: 'one', content: 'About the gateway.' })
    const mine = await home.do('remember', { name: 'two', content: 'About the warehouse.' })
    await home.do('link', { from: 'one', to: 'two' })
    const other = await openHome({ clock: testClock('2026-01-01T00:00:00.000Z', 99) })
    const here = await other.do('remember', { name: 'own', content: 'About the gateway.' })
    await other.do('remember', { name: 'two', content: 'Taken here.' })
    const done = await other.do('import', { text: await exported(home) })
    expect(done).toMatchObject({ created: 1, unchanged: 1, renamed: 1 })
    expect((await other.stored(mine.id)).name).toBe('two-2')
    const [link] = await other.engine.store.links.all()
    expect(link).toMatchObject({ from: here.id, to: mine.id })
    expect(await other.engine.store.care.check()).toEqual([])
  })

  it('B-11 what replaced a memory may be missing: then it comes as an archived one', async () => {
    const home = await openHome()
    await home.do('remember', { content: 'The API allows 100 requests per minute.', tags: ['old'] })
    await home.do('remember', { content: 'The API allows 200 requests per minute.' })
    const other = await openHome()
    await other.do('import', { text: await exported(home, { tag: ['old'] }) })
    const [memory] = await other.engine.store.memories.list({}, { limit: 5 })
    expect(memory).toMatchObject({ supersededBy: null, archived: true })
    expect(await other.engine.store.care.check()).toEqual([])
  })

  describe('what is no export', () => {
    const header = '{"format":"mneme-export","version":1}'

    async function line(change: object, record = 'memory'): Promise<string> {
      const home = await openHome()
      const shop = await home.at({ folder: home.projectFolder('shop') })
      await shop.do('remember', { content: 'About the gateway.', scope: 'project' })
      const rows = (await exported(home))
        .split('\n')
        .slice(1)
        .map((each) => JSON.parse(each))
      const found = rows.find((each) => each.record === record)
      return JSON.stringify({ ...found, row: { ...found.row, ...change } })
    }

    it.each([
      ['nothing', '', 'line 1 is empty'],
      ['another file', 'hello', 'line 1 is not JSON'],
      ['another format', '{"format":"x","version":1}', 'line 1 is not the header'],
      [
        'a newer version',
        '{"format":"mneme-export","version":99}',
        'line 1 was written by a newer mneme',
      ],
      ['a broken line', `${header}\n\n{"record":`, 'line 3 is not JSON'],
      ['an unknown record', `${header}\n{"record":"spell","row":{}}`, 'line 2 is not a record'],
      ['a number', `${header}\n7`, 'line 2 is not a record'],
      ['an empty row', `${header}\n{"record":"memory","row":{}}`, 'line 2 memory.id'],
    ])('B-11 %s is told by its line', async (_, input, message) => {
      const home = await openHome()
      const failed = home.do('import', { text: input })
      await expect(failed).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining(message),
      })
      expect(await home.engine.store.journal.position()).toBe(0)
    })

    it.each([
      [{ name: '../../etc/passwd' }, 'memory.name'],
      [{ name: 'memory' }, 'memory.name'],
      [{ type: 'Not Canonical' }, 'memory.type'],
      [{ content: '  ' }, 'memory.content'],
      [{ scope: 'team' }, 'memory.scope'],
      [{ scope: 'global' }, 'memory.scope'],
      [{ scope: 'session', session: null }, 'memory.scope'],
      [{ importance: 7 }, 'memory.importance'],
      [{ createdAt: 'yesterday' }, 'memory.createdAt'],
    ])('B-11 a memory with %j is refused', async (change, field) => {
      const home = await openHome()
      const failed = home.do('import', { text: `${header}\n${await line(change)}` })
      await expect(failed).rejects.toMatchObject({
        message: expect.stringContaining(`line 2 ${field}`),
      })
    })

    it('C-07 a project whose slug is a path is refused', async () => {
      const home = await openHome()
      const failed = home.do('import', {
        text: `${header}\n${await line({ slug: '../up' }, 'project')}`,
      })
      await expect(failed).rejects.toMatchObject({
        message: expect.stringContaining('line 2 project.slug'),
      })
    })

    it('B-11 the same record twice names both lines', async () => {
      const home = await openHome()
      const one = await line({})
      const failed = home.do('import', { text: [header, one, one].join('\n') })
      await expect(failed).rejects.toThrow(/line 3 repeats the memory .* of line 2/)
    })

    it('B-02 the hash is our own, whatever the file says', async () => {
      const home = await openHome()
      const text = `${header}\n${await line({ contentHash: 'liar', scope: 'global', project: null })}`
      await home.do('import', { text })
      const again = await home.do('remember', { content: 'About the gateway.', scope: 'global' })
      expect(again.outcome).toBe('duplicate')
    })
  })
})
