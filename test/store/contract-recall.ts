/** How memories are recalled: what a store says of the words said around them in their session. */
import { expect, it } from 'vitest'
import type { Memory } from '../../src/memory/memory.ts'
import { wordGroups } from '../../src/search/terms.ts'
import type { MemoryFilter } from '../../src/store/filter.ts'
import type { Store } from '../../src/store/store.ts'
import { SynonymSettings } from '../../src/text/synonyms.ts'
import { memoryWith } from '../support/memory.ts'
import { applyTo, inserted, updated } from './changes.ts'

const synonyms = SynonymSettings.parse({ weight: 0 })

export function itRecallsMemories(store: () => Store): void {
  const from = (session: string | null, minute: number, content: string, more = {}): Memory =>
    memoryWith({
      content,
      title: `Note ${minute}`,
      name: `note-${session}-${minute}`,
      createdAt: `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`,
      provenance: { ...memoryWith().provenance, session },
      ...more,
    })
  const around = async (query: string, filter: MemoryFilter = {}) => {
    const ranked = await store().recall.byContext(wordGroups(synonyms, query, 32), filter)
    const idOf = async (units: readonly number[]) =>
      (await store().recall.units(units, {})).map(({ id }) => id)
    const best = await ranked.best(50)
    return {
      best: await idOf(best.map(({ unit }) => unit)),
      scores: best.map(({ score }) => score),
      of: async (memories: readonly Memory[]) => {
        const units = await store().memories.unitsOf(memories.map(({ id }) => id))
        const found = await ranked.of([...units.values()])
        return idOf(found.map(({ unit }) => unit))
      },
    }
  }

  it('M-30 a memory is found by the words of its session', async () => {
    const talk = [
      from('s1', 1, 'Kettle and teapot stand in the kitchen.'),
      from('s1', 2, 'It whistles when done.'),
      from('s1', 3, 'Somebody left it on once.'),
    ]
    const other = [from('s2', 4, 'Rain is likely.'), from('s2', 5, 'Take an umbrella.')]
    await applyTo(store(), inserted(...talk, ...other))
    const found = await around('kettle')
    expect(found.best.toSorted()).toEqual(talk.map(({ id }) => id).toSorted())
    expect(found.scores.every((score) => score > 0)).toBe(true)
    const asked = [talk[1], other[0]].flatMap((each) => each ?? [])
    expect(await found.of(asked)).toEqual([talk[1]?.id])
  })

  it('M-30 memories from far away in a long session are no neighbours', async () => {
    const talk = Array.from({ length: 30 }, (_, at) =>
      from('s1', at, at === 0 ? 'The kettle is on.' : `Line number ${at} of a talk.`),
    )
    await applyTo(store(), inserted(...talk))
    const near = talk.slice(0, 8).map(({ id }) => id)
    expect((await around('kettle')).best.toSorted()).toEqual(near.toSorted())
  })

  it('M-30 what stands alone has no neighbourhood, nor has what came from no session', async () => {
    await applyTo(
      store(),
      inserted(
        from('s1', 1, 'A kettle alone.'),
        from(null, 2, 'A kettle from nowhere.'),
        from(null, 3, 'Another kettle from nowhere.'),
      ),
    )
    expect((await around('kettle')).best).toEqual([])
  })

  it('D-18, A-04 forgotten and invisible memories lend no words to their neighbours', async () => {
    const gone = from('s1', 1, 'The kettle is on.')
    const foreign = from('s1', 2, 'The saucepan is on.', { project: 'elsewhere' })
    const here = [from('s1', 3, 'It whistles.'), from('s1', 4, 'It is hot.')]
    await applyTo(store(), inserted(gone, foreign, ...here))
    await applyTo(store(), [updated(gone.id, { state: 'removed' })])
    const visibleTo = { project: here[0]?.project ?? null, session: null }
    expect((await around('kettle', { visibleTo })).best).toEqual([])
    expect((await around('saucepan', { visibleTo })).best).toEqual([])
    expect((await around('whistles', { visibleTo })).best).toContain(here[1]?.id)
  })
}
