/** Reading memories: places, every filter, order and pages, counts. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Memory } from '../../src/memory/memory.ts'
import type { MemoryFilter } from '../../src/store/filter.ts'
import type { Store } from '../../src/store/store.ts'
import { memoryWith } from '../support/memory.ts'
import { AT, applyTo, inserted, updated } from './changes.ts'

export function itReadsMemories(store: () => Store): void {
  const place = { scope: 'project', project: 'project-a', session: null } as const

  it('A-07 every field comes back as it was put', async () => {
    const memory = memoryWith({
      subtitle: 'second line',
      description: 'one line',
      tags: ['b', 'a'],
      concepts: ['gotcha', 'trade-off'],
      filesRead: ['a.ts'],
      filesModified: ['b.ts'],
      globs: ['src/**'],
      triggers: ['println!'],
      importance: 0.25,
      validated: true,
      archived: true,
      held: true,
      quarantined: true,
      ttlDays: 1.5,
      expiresAt: '2027-01-01T00:00:00.000Z',
      accessCount: 3,
      injectedCount: 4,
      lastAccessedAt: AT,
      supersededBy: '01J00000000000000000000000',
      season: 'release-week',
      scale: 'task',
      procedure: {
        trigger: 't',
        steps: ['1'],
        prerequisites: [],
        warnings: ['w'],
        successes: 1,
        failures: 2,
      },
      outcome: 'success',
      done: true,
      content: 'Ünïcödé “quotes”, a NUL-free text with \' and " and \\ and 🎉\nand a second line',
    })
    await applyTo(store(), inserted(memory))
    expect(await store().memories.get([memory.id])).toEqual([memory])
  })

  it('get answers in the order asked for, and leaves out what is not there', async () => {
    const [a, b] = [memoryWith({ content: 'First.' }), memoryWith({ content: 'Second.' })]
    await applyTo(store(), inserted(a, b))
    expect(await store().memories.get([b.id, 'nobody', a.id])).toEqual([b, a])
    expect(await store().memories.get([])).toEqual([])
  })

  it.each([
    { why: 'a living one', change: {}, found: true },
    { why: 'a forgotten one', change: { state: 'removed' } as const, found: false },
    { why: 'a superseded one', change: { supersededBy: 'x' }, found: false },
    { why: 'one of another project', change: { project: 'project-b' }, found: false },
    { why: 'a global one', change: { scope: 'global', project: null } as const, found: false },
    { why: 'an archived one', change: { archived: true }, found: true },
  ])('A-06 by name and by content, in exactly that place: $why', async ({ change, found }) => {
    const memory = memoryWith({ ...place, name: 'wanted', ...change })
    await applyTo(store(), inserted(memory))
    const expected = found ? memory : null
    expect(await store().memories.findByName(place, 'wanted')).toEqual(expected)
    expect(await store().memories.withHash(place, memory.contentHash)).toEqual(expected)
    expect(await store().memories.findByName(place, 'unwanted')).toBeNull()
  })

  describe('filters', () => {
    /** One memory for each field; each filter must find its own and no other. */
    const plain = memoryWith({ content: 'Plain.', name: 'plain' })
    const others: Record<string, Partial<Memory>> = {
      global: { scope: 'global', project: null },
      elsewhere: { project: 'project-b' },
      session: { scope: 'session', session: 's1' },
      typed: { type: 'decision' },
      tagged: { tags: ['one', 'two'] },
      conceptual: { concepts: ['gotcha', 'pattern'] },
      read: { filesRead: ['src/api/limits.ts'] },
      modified: { filesModified: ['lib/50%_done/x.ts'] },
      low: { state: 'low' },
      removed: { state: 'removed' },
      secret: { sensitivity: 'secret' },
      old: { createdAt: '2025-06-01T00:00:00.000Z' },
      told: { provenance: { ...plain.provenance, session: 's2' } },
      task: { type: 'task', done: true },
      archived: { archived: true },
      held: { held: true },
      quarantined: { quarantined: true },
      superseded: { supersededBy: 'plain' },
      validated: { validated: true },
      observed: { provenance: { ...plain.provenance, origin: 'agent' } },
      accepted: { validated: true, provenance: { ...plain.provenance, origin: 'agent' } },
      expired: { expiresAt: '2026-01-01T00:00:00.000Z' },
      triggered: { triggers: ['println!'] },
      globbed: { globs: ['src/**'] },
    }
    const everything = ['plain', ...Object.keys(others)]
    const without = (...names: string[]) => everything.filter((name) => !names.includes(name))

    beforeEach(async () => {
      const rows = Object.entries(others).map(([name, change]) =>
        memoryWith({ content: `About ${name}.`, name, ...change }),
      )
      await applyTo(store(), inserted(plain, ...rows))
    })

    const NEXT = '2026-01-01T00:00:00.001Z'
    const cases: { filter: MemoryFilter; names: readonly string[] }[] = [
      { filter: {}, names: everything },
      {
        filter: { visibleTo: { project: null, session: null } },
        names: ['global'],
      },
      {
        filter: { visibleTo: { project: 'project-a', session: null } },
        names: without('elsewhere', 'session'),
      },
      {
        filter: { visibleTo: { project: 'project-b', session: 's1' } },
        names: ['global', 'elsewhere', 'session'],
      },
      { filter: { ids: [plain.id] }, names: ['plain'] },
      { filter: { ids: [] }, names: [] },
      { filter: { scopes: ['global', 'session'] }, names: ['global', 'session'] },
      { filter: { project: 'project-b' }, names: ['elsewhere'] },
      { filter: { project: null }, names: ['global'] },
      { filter: { types: ['decision', 'none'] }, names: ['typed'] },
      { filter: { tags: ['one'] }, names: ['tagged'] },
      { filter: { tags: ['one', 'two'] }, names: ['tagged'] },
      { filter: { tags: ['one', 'three'] }, names: [] },
      { filter: { concepts: ['gotcha', 'pattern'] }, names: ['conceptual'] },
      { filter: { concepts: ['gotcha', 'trade-off'] }, names: [] },
      { filter: { file: 'src/api/limits.ts' }, names: ['read'] },
      { filter: { file: 'src' }, names: ['read'] },
      { filter: { file: 'src/' }, names: ['read'] },
      { filter: { file: 'src/ap' }, names: [] },
      { filter: { file: 'lib/50%_done' }, names: ['modified'] },
      { filter: { file: 'lib/50x_done' }, names: [] },
      { filter: { file: 'a'.repeat(60_000) }, names: [] },
      { filter: { file: `${'/'.repeat(60_000)}a` }, names: [] },
      { filter: { states: ['low', 'removed'] }, names: ['low', 'removed'] },
      { filter: { sensitivities: ['secret'] }, names: ['secret'] },
      { filter: { createdFrom: AT }, names: without('old') },
      { filter: { createdFrom: NEXT }, names: [] },
      { filter: { createdTo: '2025-12-31T00:00:00.000Z' }, names: ['old'] },
      { filter: { session: 's1' }, names: ['session'] },
      { filter: { session: 's2' }, names: ['told'] },
      { filter: { done: true }, names: ['task'] },
      { filter: { done: false }, names: [] },
      { filter: { archived: true }, names: ['archived'] },
      { filter: { archived: false }, names: without('archived') },
      { filter: { held: true }, names: ['held'] },
      { filter: { quarantined: true }, names: ['quarantined'] },
      { filter: { superseded: true }, names: ['superseded'] },
      { filter: { superseded: false }, names: without('superseded') },
      { filter: { validated: true }, names: ['validated', 'accepted'] },
      { filter: { persons: true }, names: without('observed') },
      { filter: { persons: false }, names: ['observed'] },
      { filter: { notExpiredAt: AT }, names: without('expired') },
      { filter: { notExpiredAt: '2025-12-31T23:59:59.999Z' }, names: everything },
      { filter: { expiredAt: AT }, names: ['expired'] },
      { filter: { hasTriggers: true }, names: ['triggered'] },
      { filter: { hasTriggers: false }, names: without('triggered') },
      { filter: { hasGlobs: true }, names: ['globbed'] },
      { filter: { types: ['task'], done: true, archived: true }, names: [] },
    ]

    it.each(cases)('D-07 $filter', async ({ filter, names }) => {
      const found = await store().memories.list(filter, { limit: 100 })
      expect(found.map((memory) => memory.name).sort()).toEqual([...names].sort())
      expect(await store().memories.count(filter)).toBe(names.length)
    })

    it('D-07 a filter with many ids is as good as one with few', async () => {
      const ids = Array.from({ length: 2000 }, (_, at) => `nobody-${at}`)
      expect(await store().memories.count({ ids: [...ids, plain.id] })).toBe(1)
    })

    it('E-03 tags are counted, most first', async () => {
      await applyTo(store(), inserted(memoryWith({ content: 'More.', tags: ['two'] })))
      expect(await store().memories.tags({})).toEqual([
        { value: 'two', count: 2 },
        { value: 'one', count: 1 },
      ])
    })

    it('I-13 numbers by one column', async () => {
      expect(await store().memories.countBy({ archived: false }, 'state')).toEqual([
        { value: 'new', count: everything.length - 3 },
        { value: 'low', count: 1 },
        { value: 'removed', count: 1 },
      ])
    })

    it('I-13 how long the texts are together', async () => {
      expect(await store().memories.characters({ ids: [plain.id] })).toBe('Plain.'.length)
      expect(await store().memories.characters({ ids: [] })).toBe(0)
    })

    it('names of living memories that begin so, in order', async () => {
      const names = (prefix: string, limit = 10) => store().memories.namesLike({}, prefix, limit)
      expect(await names('t')).toEqual(['tagged', 'task', 'told', 'triggered', 'typed'])
      expect(await names('t', 2)).toEqual(['tagged', 'task'])
      expect(await names('super')).toEqual([])
      expect(await names('%')).toEqual([])
      expect(await names('_')).toEqual([])
    })

    it('memories whose id begins so', async () => {
      const [found] = await store().memories.withIdStart({}, plain.id.slice(0, 25), 1)
      expect(found?.id.startsWith(plain.id.slice(0, 25))).toBe(true)
      expect(await store().memories.withIdStart({}, 'ZZZZZZ', 5)).toEqual([])
      expect(await store().memories.withIdStart({ held: true }, plain.id, 5)).toEqual([])
    })
  })

  it('D-08 newest first unless asked otherwise, ties by id, page by page', async () => {
    const times = ['2026-01-02', '2026-01-03', '2026-01-02'].map((day) => `${day}T00:00:00.000Z`)
    const [a, b, c] = times.map((createdAt, at) =>
      memoryWith({ content: `Text ${at}.`, createdAt, updatedAt: createdAt }),
    ) as [Memory, Memory, Memory]
    await applyTo(store(), inserted(a, b, c))
    await applyTo(store(), [updated(a.id, { updatedAt: '2026-02-01T00:00:00.000Z' })])
    const order = async (by?: 'newest' | 'oldest' | 'updated' | 'id') =>
      (await store().memories.list({}, { limit: 9, ...(by ? { order: by } : {}) })).map(
        ({ id }) => id,
      )
    expect(await order()).toEqual([b.id, c.id, a.id])
    expect(await order('oldest')).toEqual([a.id, c.id, b.id])
    expect(await order('updated')).toEqual([a.id, b.id, c.id])
    expect(await order('id')).toEqual([a.id, b.id, c.id])
    const page = await store().memories.list({}, { limit: 1, offset: 1 })
    expect(page.map(({ id }) => id)).toEqual([c.id])
  })

  it('B-10 a use counts, an injection counts apart, and neither is journaled', async () => {
    const memory = memoryWith()
    const session = memoryWith({ scope: 'session', session: 's', content: 'Short-lived.' })
    await applyTo(store(), inserted(memory, session))
    const position = await store().journal.position()
    const later = '2026-03-01T00:00:00.000Z'
    await store().memories.touch(
      [memory.id, session.id, 'nobody'],
      '2026-02-01T00:00:00.000Z',
      later,
    )
    await store().memories.countInjections([memory.id])
    const [used, lived] = await store().memories.get([memory.id, session.id])
    expect(used).toEqual({
      ...memory,
      accessCount: 1,
      injectedCount: 1,
      lastAccessedAt: '2026-02-01T00:00:00.000Z',
    })
    expect(lived?.expiresAt).toBe(later)
    expect(await store().journal.position()).toBe(position)
  })
}
