/** B-10, I-10, K-08. What every store promises about uses, retrievals, injections, parts and runs. */
import { expect, it } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { NO_MEMORY } from '../../src/store/usage.ts'
import { memoryWith } from '../support/memory.ts'
import { AT, applyTo, batchOf, inserted, updated } from './changes.ts'

const later = (minutes: number) => new Date(Date.parse(AT) + minutes * 60_000).toISOString()

export function itCountsUse(store: () => Store): void {
  it('B-10 counts uses after a moment, and in which sessions they were', async () => {
    const { usage } = store()
    await usage.recordUses([
      { memory: 'a', at: later(1), session: 'one' },
      { memory: 'a', at: later(2), session: 'two' },
      { memory: 'b', at: later(3), session: null },
    ])
    expect(await usage.countSince(['a', 'b', 'c'], AT)).toEqual(
      new Map([
        ['a', 2],
        ['b', 1],
      ]),
    )
    expect(await usage.countSince(['a', 'b'], later(2))).toEqual(new Map([['b', 1]]))
    expect(await usage.sessionsOf(['a', 'b'])).toEqual(new Map([['a', new Set(['one', 'two'])]]))
  })

  it('I-10 gives retrievals back in order, of one project or of all', async () => {
    const { usage } = store()
    expect(await usage.lastRetrieval()).toBe(0)
    const retrieval = (project: string | null, query: string) => ({
      at: AT,
      project,
      session: 's',
      query,
      relevant: ['a', 'b'],
      rejected: ['c'],
    })
    await usage.recordRetrieval(retrieval('p', 'first'))
    await usage.recordRetrieval(retrieval(null, 'second'))
    await usage.recordRetrieval(retrieval('p', 'third'))
    const all = await usage.retrievals({ after: 0 }, 10)
    expect(all.map(({ query }) => query)).toEqual(['first', 'second', 'third'])
    expect(all[0]).toMatchObject({ ...retrieval('p', 'first') })
    const [first] = all
    const rest = await usage.retrievals({ after: first?.number ?? 0, project: 'p' }, 10)
    expect(rest.map(({ query }) => query)).toEqual(['third'])
    const ofNone = await usage.retrievals({ after: 0, project: null }, 10)
    expect(ofNone.map(({ query }) => query)).toEqual(['second'])
    expect(await usage.lastRetrieval()).toBe(all.at(-1)?.number)
  })

  it('K-08 sums what was injected and what was used, the most expensive first', async () => {
    const { usage } = store()
    const injection = (memory: string, tokens: number, minute: number) => ({
      at: later(minute),
      project: 'p',
      session: 's',
      turn: 1,
      memory,
      tokens,
    })
    await usage.recordInjections([
      injection('a', 10, 1),
      injection('a', 12, 2),
      injection('b', 40, 3),
    ])
    // What is no memory costs tokens, and is neither injected nor used.
    await usage.recordInjections([{ ...injection(NO_MEMORY, 7, 4), project: 'framed' }])
    expect(await usage.ledgerTotal({ project: 'framed' })).toEqual({
      injections: 0,
      tokens: 7,
      used: 0,
      usedTokens: 0,
      memories: 0,
    })
    const open = await usage.unsettledInjections(AT, 10)
    expect(open.map(({ memory }) => memory)).toEqual(['a', 'a', 'b'])
    await usage.markEarned(open[0]?.number ?? 0, later(5), 'words')
    await usage.markEarned(open[0]?.number ?? 0, later(9), 'named')
    expect((await usage.unsettledInjections(AT, 10)).map(({ memory }) => memory)).toEqual([
      'a',
      'b',
    ])
    expect(await usage.ledger({ project: 'p' }, 10)).toEqual([
      { memory: 'b', injections: 1, tokens: 40, used: 0, usedTokens: 0, lastAt: later(3) },
      { memory: 'a', injections: 2, tokens: 22, used: 1, usedTokens: 10, lastAt: later(2) },
    ])
    expect(await usage.ledgerTotal({ project: 'p', since: later(2) })).toEqual({
      injections: 2,
      tokens: 52,
      used: 0,
      usedTokens: 0,
      memories: 2,
    })
    expect(await usage.ledgerTotal({ project: 'other' })).toMatchObject({
      injections: 0,
      tokens: 0,
    })
    expect(await usage.prune(later(3))).toBe(2)
    expect(await usage.ledgerTotal({ project: 'p' })).toMatchObject({ injections: 1 })
  })

  it('I-12 applies a long batch in parts, each once, and undoes nothing by halves', async () => {
    const memory = memoryWith()
    const set = (confidence: number) => [updated(memory.id, { confidence })]
    await applyTo(store(), inserted(memory))
    const batch = { ...batchOf([]), run: 'run' }
    await store().apply({ ...batch, part: 0, changes: set(0.1) })
    await store().apply({ ...batch, part: 0, changes: set(0.2) })
    await store().apply({ ...batch, part: 1, changes: set(0.3) })
    await store().apply({ ...batch, part: 1, changes: set(0.4) })
    expect((await store().memories.get([memory.id]))[0]?.confidence).toBe(0.3)
    const [info] = await store().journal.ofRun('run')
    expect(info).toMatchObject({ id: batch.id, run: 'run', changes: 2, undoneBy: null })
    const undoing = { ...batchOf([]), undoes: 'run', changes: set(0.9) }
    await store().apply(undoing)
    expect((await store().journal.batch(batch.id))?.undoneBy).toBe(undoing.id)
  })

  it('I-12 pages through what lives by the order of ids', async () => {
    const states = ['new', 'new', 'removed', 'new'] as const
    const memories = states.map((state, i) => memoryWith({ state, content: `Memory ${i}.` }))
    await applyTo(store(), inserted(...memories))
    const [first, second, , fourth] = memories.map(({ id }) => id)
    const ids = async (afterId: string) => {
      const filter = { living: true, project: 'project-a', afterId }
      return (await store().memories.list(filter, { limit: 2, order: 'id' })).map(({ id }) => id)
    }
    expect(await ids('')).toEqual([first, second])
    expect(await ids(second ?? '')).toEqual([fourth])
  })
}
