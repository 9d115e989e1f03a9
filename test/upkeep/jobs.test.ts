/** I-02, I-05 to I-08, I-10, I-11, A-15, B-08, B-09. What each job decides, on a real store. */
import { describe, expect, it } from 'vitest'
import { addDays } from '../../src/clock.ts'
import { undo } from '../../src/engine/journal/undo.ts'
import type { Memory } from '../../src/memory/memory.ts'
import { JOB_NAMES, type JobName } from '../../src/upkeep/jobs.ts'
import { runUpkeep } from '../../src/upkeep/run.ts'
import { busyHome } from './busy-home.ts'
import { NOW, type TestHome, testHome } from './home.ts'

const daysAgo = (days: number) => addDays(NOW, -days)
const provenance = (source: Memory['provenance']['source'], session: string | null = null) => ({
  source,
  origin: 'agent' as const,
  host: null,
  session,
  messages: null,
  at: NOW,
  snippet: null,
  confidenceReason: null,
})
const seen = { provenance: provenance('observed'), trust: 0.9 }

async function run(home: TestHome, ...jobs: JobName[]) {
  const report = await runUpkeep(home.mneme.engine, { jobs })
  expect(report.reports.flatMap(({ error }) => error ?? [])).toEqual([])
  return report
}

describe('ranking', () => {
  it('I-02 what nobody used goes from new to low, and an event to removed', async () => {
    const home = await testHome()
    const old = { ...seen, createdAt: daysAgo(20), stateSince: daysAgo(20), confidence: 0.5 }
    const [made, fact] = await home.keep(
      { ...old, type: 'bugfix', content: 'Fixed the loop in the parser.' },
      { ...old, type: 'fact', content: 'The gateway is behind a proxy.' },
    )
    const id = made?.id ?? ''
    await run(home, 'ranking')
    expect(await home.get(id)).toMatchObject({ state: 'low', stateSince: NOW })
    home.clock.advance(20 * 86_400_000)
    await run(home, 'ranking')
    expect((await home.get(id)).state).toBe('low') // low for 30 days first
    home.clock.advance(11 * 86_400_000)
    await run(home, 'ranking')
    expect((await home.get(id)).state).toBe('removed')
    expect((await home.get(fact?.id ?? '')).state).toBe('low')
  })

  it('I-02 validated memories and what a person said are not removed', async () => {
    const home = await testHome()
    const old = { createdAt: daysAgo(200), confidence: 0.1, state: 'low' as const }
    const [validated, said] = await home.keep(
      { ...seen, ...old, validated: true, content: 'One.' },
      { ...old, content: 'Two.' },
    )
    await run(home, 'ranking')
    expect((await home.get(validated?.id ?? '')).state).toBe('low')
    expect((await home.get(said?.id ?? '')).state).toBe('low')
  })
})

describe('duplicates', () => {
  it('I-08 the older stays and keeps what the newer had to add', async () => {
    const home = await testHome()
    const text = 'The release job signs the packages before it uploads them.'
    const [older, newer] = await home.keep(
      { ...seen, content: text, title: 'Release signing', createdAt: daysAgo(9), tags: ['ci'] },
      {
        ...seen,
        content: text.replace('signs', 'always signs'),
        title: 'Release signing',
        createdAt: daysAgo(2),
        tags: ['release'],
      },
    )
    await run(home, 'duplicates')
    expect((await home.get(newer?.id ?? '')).state).toBe('removed')
    expect(await home.get(older?.id ?? '')).toMatchObject({ state: 'new', strength: 1 })
    expect((await home.get(older?.id ?? '')).tags).toEqual(['ci', 'release'])
  })

  it('I-08 a newer one that corrects supersedes the older', async () => {
    const home = await testHome()
    const [older, newer] = await home.keep(
      {
        title: 'API rate limit',
        content: 'The API rate limit is 100 requests per minute.',
        createdAt: daysAgo(9),
      },
      {
        title: 'API rate limit',
        content: 'The API rate limit is 200 requests per minute.',
        createdAt: daysAgo(2),
      },
    )
    const { run: batch } = await run(home, 'duplicates')
    expect((await home.get(older?.id ?? '')).supersededBy).toBe(newer?.id)
    const links = await home.mneme.engine.store.links.of([older?.id ?? ''])
    expect(links).toMatchObject([{ kind: 'supersedes', from: newer?.id, to: older?.id }])
    expect(batch).not.toBeNull()
  })
})

describe('compression', () => {
  it('I-07 keeps every fact, links to its sources and archives them', async () => {
    const home = await testHome()
    const sources = await home.keep(
      ...['staging', 'production', 'preview'].map((place, i) => ({
        ...seen,
        type: 'discovery',
        title: `Deploy log of ${place}`,
        content: `The deploy log of the web service for ${place} is kept ${i + 3} days.`,
        createdAt: daysAgo(20 - i),
      })),
    )
    await run(home, 'compression')
    const { store } = home.mneme.engine
    const [summary] = await store.memories.list({ living: true, archived: false }, { limit: 5 })
    for (const { content } of sources) expect(summary?.content).toContain(content.slice(0, -1))
    expect(summary?.createdAt).toBe(daysAgo(18))
    const links = await store.links.of([summary?.id ?? ''], ['derived_from'])
    expect(links.map(({ to }) => to).sort()).toEqual(sources.map(({ id }) => id).sort())
    for (const { id } of sources) {
      expect(await home.get(id)).toMatchObject({ archived: true, state: 'new' })
    }
  })
})

describe('consolidation', () => {
  it('I-06 use lifts vitality, neglect lowers it by day and not by run', async () => {
    const home = await testHome()
    const [used, unused] = await home.keep(
      { ...seen, content: 'Used.', createdAt: daysAgo(2) },
      { ...seen, content: 'Unused.', createdAt: daysAgo(2) },
    )
    const { usage } = home.mneme.engine.store
    await usage.recordUses(
      Array.from({ length: 9 }, () => ({ memory: used?.id ?? '', at: NOW, session: null })),
    )
    await run(home, 'consolidation')
    expect((await home.get(used?.id ?? '')).vitality).toBeCloseTo(0.73, 3)
    expect((await home.get(unused?.id ?? '')).vitality).toBeCloseTo(0.4, 6)
    await run(home, 'consolidation')
    expect((await home.get(unused?.id ?? '')).vitality).toBeCloseTo(0.4, 6)
    expect((await home.get(used?.id ?? '')).vitality).toBeCloseTo(0.73, 3)
  })

  it('I-11 what was seen in two sessions gets a lasting place', async () => {
    const home = await testHome()
    const [made] = await home.keep({
      provenance: provenance('observed', 'first'),
      scale: 'task',
      expiresAt: addDays(NOW, 90),
      ttlDays: 90,
      createdAt: NOW,
    })
    const id = made?.id ?? ''
    await home.mneme.engine.store.usage.recordUses([{ memory: id, at: NOW, session: 'second' }])
    await run(home, 'consolidation')
    expect(await home.get(id)).toMatchObject({ state: 'high', scale: 'project', expiresAt: null })
  })
})

describe('archive and expiry', () => {
  it('I-05 what has faded is archived, what was recalled lately is not', async () => {
    const home = await testHome()
    const old = { ...seen, type: 'change', createdAt: daysAgo(150) }
    const [faded, recalled] = await home.keep(
      { ...old, content: 'Faded.', lastReinforcedAt: daysAgo(150) },
      {
        ...old,
        content: 'Recalled.',
        lastReinforcedAt: daysAgo(150),
        lastAccessedAt: daysAgo(3),
        accessCount: 1,
      },
    )
    await run(home, 'archive')
    expect((await home.get(faded?.id ?? '')).archived).toBe(true)
    expect((await home.get(recalled?.id ?? '')).archived).toBe(false)
  })

  it('B-09 over the cap the least worth are archived, in whatever project', async () => {
    const home = await testHome({ MNEME_STORE_MAX_MEMORIES: '1' })
    const [worthy, lesser] = await home.keep(
      { ...seen, content: 'Worthy.', vitality: 0.9, createdAt: NOW },
      { ...seen, content: 'Lesser.', vitality: 0.1, createdAt: NOW },
    )
    await run(home, 'archive')
    expect((await home.get(worthy?.id ?? '')).archived).toBe(false)
    expect((await home.get(lesser?.id ?? '')).archived).toBe(true)
  })

  it('B-08 what has expired is removed, and can be brought back', async () => {
    const home = await testHome()
    const [made] = await home.keep({ expiresAt: daysAgo(1), ttlDays: 1 })
    const { run: batch } = await run(home, 'expiry')
    expect((await home.get(made?.id ?? '')).state).toBe('removed')
    const { engine, caller } = home.mneme
    await undo(engine, caller, { kind: 'batch', id: batch ?? '' })
    expect((await home.get(made?.id ?? '')).state).toBe('new')
  })
})

describe('skills', () => {
  it('A-15 the same skill twice becomes one, with the experience of both', async () => {
    const home = await testHome()
    const procedure = (successes: number) => ({
      trigger: 'release',
      steps: ['run the tests', 'tag the commit', 'push the tag'],
      prerequisites: [],
      warnings: [],
      successes,
      failures: 1,
    })
    const skill = { ...seen, type: 'procedure', title: 'release the package' }
    const [older, newer] = await home.keep(
      { ...skill, content: 'a', procedure: procedure(2), createdAt: daysAgo(5) },
      { ...skill, content: 'b', procedure: procedure(3), createdAt: daysAgo(1) },
    )
    await run(home, 'skills')
    expect((await home.get(newer?.id ?? '')).state).toBe('removed')
    expect((await home.get(older?.id ?? '')).procedure).toMatchObject({ successes: 5, failures: 2 })
  })
})

describe('after retrievals', () => {
  const retrieval = (relevant: string[], rejected: string[] = []) => ({
    at: NOW,
    project: 'project-a',
    session: 's',
    query: 'how is the database migrated',
    relevant,
    rejected,
  })

  it('E-05, I-10, M-16 used together twice makes a link; each retrieval of what is used moves confidence once', async () => {
    const home = await testHome()
    const { usage, links } = home.mneme.engine.store
    const [a, b, c] = await home.keep(
      { ...seen, content: 'One.', confidence: 0.5 },
      { ...seen, content: 'Two.', confidence: 0.5 },
      { ...seen, content: 'Three.', confidence: 0.5 },
    )
    const ids = [a?.id ?? '', b?.id ?? '']
    await usage.recordRetrieval(retrieval(ids))
    await run(home, 'links')
    expect(await home.get(ids[0] ?? '')).toMatchObject({ confidence: 0.5, strength: 0 })
    await usage.recordUses(ids.map((memory) => ({ memory, at: NOW, session: null })))
    await usage.recordRetrieval(retrieval(ids, [c?.id ?? '']))
    await run(home, 'links')
    expect(await links.of(ids, ['relates_to'])).toEqual([])
    expect(await home.get(ids[0] ?? '')).toMatchObject({ confidence: 0.52, strength: 1 })
    expect((await home.get(c?.id ?? '')).confidence).toBe(0.48)
    await usage.recordRetrieval(retrieval(ids))
    await run(home, 'links')
    expect((await links.of(ids, ['relates_to']))[0]?.weight).toBeCloseTo(0.36, 6)
    await usage.recordRetrieval(retrieval(ids))
    await run(home, 'links')
    expect((await links.of(ids, ['relates_to']))[0]?.weight).toBeCloseTo(0.488, 6)
    expect((await run(home, 'links')).run).toBeNull()
  })

  it('E-03, I-10 memories get tags by what they mention and what they were relevant to', async () => {
    const home = await testHome()
    const { usage } = home.mneme.engine.store
    const made = await home.keep(
      ...['first', 'second', 'third'].map((word) => ({
        ...seen,
        content: `The ${word} step of the ledger import reads a file.`,
        tags: [word],
      })),
      ...Array.from({ length: 15 }, (_, i) => ({ ...seen, content: `Other note ${i}.` })),
      { ...seen, content: 'We run postgres in docker.' },
    )
    const ids = made.slice(0, 3).map(({ id }) => id)
    await usage.recordRetrieval({ ...retrieval(ids), query: 'how does the ledger import work' })
    await run(home, 'tags')
    for (const id of ids) expect((await home.get(id)).tags).toContain('import')
    expect((await home.get(made.at(-1)?.id ?? '')).tags).toEqual(['docker', 'postgres'])
  })
})

describe('clusters', () => {
  it('E-04 near in meaning is one cluster, with an id that lasts', async () => {
    const home = await testHome()
    const { store } = home.mneme.engine
    const made = await home.keep(
      ...Array.from({ length: 12 }, (_, i) => ({
        ...seen,
        content: i < 6 ? `Database index note ${i}` : `Button colour note ${i}`,
      })),
    )
    const due = await store.vectors.due('memories', 100)
    const units = await store.memories.unitsOf(made.map(({ id }) => id))
    await store.vectors.put(
      'memories',
      { id: 'test', dims: 4 },
      made.map(({ id, content }, i) => {
        const unit = units.get(id) ?? -1
        const ticket = due.find((each) => each.unit === unit)?.ticket ?? -1
        const side = i < 6 ? [1, 0] : [0, 1]
        const raw = [...side, 0.02 * (i % 6), 0.01 * (i % 3)]
        const length = Math.hypot(...raw)
        const vector = Float32Array.from(raw, (value) => value / length)
        return { unit, ticket, passages: [{ start: 0, end: content.length, vector }] }
      }),
    )
    await run(home, 'clusters')
    const first = await store.documents.list('cluster', { project: 'project-a' }, 10)
    expect(first).toHaveLength(2)
    expect((await run(home, 'clusters')).run).toBeNull()
    const again = await store.documents.list('cluster', { project: 'project-a' }, 10)
    expect(again.map(({ key }) => key)).toEqual(first.map(({ key }) => key))
  })
})

describe('every job', () => {
  it.each(JOB_NAMES)(
    'I-12 %s: a dry run changes nothing, and a second run finds nothing',
    async (job) => {
      const home = await busyHome()
      const before = await home.exported()
      const dry = await runUpkeep(home.mneme.engine, { jobs: [job], dryRun: true })
      expect(await home.exported()).toBe(before)
      const { reports } = await run(home, job)
      expect(
        reports.map(({ actions }) => actions.map(({ reason }) => reason.replace(/01\w{24}/g, ''))),
      ).toEqual(
        dry.reports.map(({ actions }) =>
          actions.map(({ reason }) => reason.replace(/01\w{24}/g, '')),
        ),
      )
      const again = await run(home, job)
      expect(again.run).toBeNull()
    },
  )

  it('I-11, K-13 a run of all of them is undone to the byte, and redone', async () => {
    const home = await busyHome()
    const { engine, caller } = home.mneme
    const before = await home.exported()
    const { run: batch, reports } = await run(home, ...JOB_NAMES)
    expect(reports.filter(({ changes }) => changes > 0).length).toBeGreaterThan(6)
    const after = await home.exported()
    expect(after).not.toBe(before)
    const undone = await undo(engine, caller, { kind: 'batch', id: batch ?? '' })
    expect(await home.exported()).toBe(before)
    await undo(engine, caller, { kind: 'batch', id: undone.batch ?? '' })
    expect(await home.exported()).toBe(after)
  })
})
