/** B-07. What was before and after, and that everything can be turned back. */

import { expect, it } from 'vitest'
import { type Change, inverseOf } from '../../src/store/change.ts'
import { RECORD_KINDS, RECORDS } from '../../src/store/records.ts'
import type { Store } from '../../src/store/store.ts'
import { memoryWith } from '../support/memory.ts'
import { fc } from '../support/property.ts'
import {
  AT,
  applyTo,
  deleted,
  documentWith,
  factWith,
  inserted,
  linkWith,
  projectWith,
  updated,
  versionOf,
} from './changes.ts'
import { findWords } from './finding.ts'

export function itKeepsAJournal(store: () => Store): void {
  it('B-07 an insert keeps the row, an update what changed, a delete what was', async () => {
    const memory = memoryWith({ title: 'one' })
    const first = await applyTo(store(), inserted(memory))
    const second = await applyTo(store(), [
      updated(memory.id, { title: 'two', content: memory.content, accessCount: 9 }),
    ])
    const third = await applyTo(store(), [deleted(memory.id)])
    const [insert] = await store().journal.entries(first)
    expect(insert).toMatchObject({ op: 'insert', kind: 'memory', key: memory.id, before: null })
    expect(insert?.after).toEqual(memory)
    const [update] = await store().journal.entries(second)
    expect(update).toMatchObject({ before: { title: 'one' }, after: { title: 'two' } })
    expect(Object.keys(update?.after ?? {})).toEqual(['title'])
    const [remove] = await store().journal.entries(third)
    expect(remove).toMatchObject({ op: 'delete', after: null, erased: false })
    expect(remove?.before).toMatchObject({ id: memory.id, title: 'two' })
  })

  it('B-07 who, when and why, in the order it happened', async () => {
    const [a, b] = [memoryWith({ content: 'First.' }), memoryWith({ content: 'Second.' })]
    const batch = await applyTo(store(), inserted(a, b), {
      actor: 'cli',
      cause: 'remember',
      at: AT,
    })
    const entries = await store().journal.entries(batch)
    expect(entries.map(({ key }) => key)).toEqual([a.id, b.id])
    expect(entries[0]).toMatchObject({ batch, actor: 'cli', cause: 'remember', at: AT })
    expect(await store().journal.batch(batch)).toMatchObject({
      id: batch,
      at: AT,
      actor: 'cli',
      cause: 'remember',
      undoes: null,
      undoneBy: null,
      changes: 2,
    })
    expect(await store().journal.batch('nobody')).toBeNull()
    expect(await store().journal.entries('nobody')).toEqual([])
  })

  it('B-07 asked by memory, actor, cause and time, newest first', async () => {
    const memory = memoryWith()
    const times = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => `${day}T00:00:00.000Z`)
    const by = (at: number, actor: string, cause: string) => ({ at: times[at] ?? AT, actor, cause })
    const one = await applyTo(store(), inserted(memory), by(0, 'cli', 'remember'))
    const two = await applyTo(store(), [updated(memory.id, { title: 'b' })], by(1, 'mcp', 'update'))
    const three = await applyTo(
      store(),
      [updated(memory.id, { title: 'c' })],
      by(2, 'cli', 'update'),
    )
    const list = async (filter: object, page = { limit: 10 }) =>
      (await store().journal.list(filter, page)).map(({ batch }) => batch)
    expect(await list({})).toEqual([three, two, one])
    expect(await list({ key: memory.id }, { limit: 1, offset: 1 } as never)).toEqual([two])
    expect(await list({ actor: 'cli' })).toEqual([three, one])
    expect(await list({ cause: 'update' })).toEqual([three, two])
    expect(await list({ since: times[1] ?? '' })).toEqual([three, two])
    expect(await list({ until: times[1] ?? '' })).toEqual([two, one])
    expect(await list({ key: 'nobody' })).toEqual([])
    expect((await store().journal.batches({ limit: 2 })).map(({ id }) => id)).toEqual([three, two])
    expect((await store().journal.batches({ limit: 2, offset: 2 })).map(({ id }) => id)).toEqual([
      one,
    ])
  })

  it('D-15 the position grows with every change, and only then', async () => {
    const before = await store().journal.position()
    const memory = memoryWith()
    await applyTo(store(), inserted(memory))
    const after = await store().journal.position()
    expect(after).toBeGreaterThan(before)
    await store().memories.list({}, { limit: 1 })
    await applyTo(store(), [updated(memory.id, { title: memory.title })])
    expect(await store().journal.position()).toBe(after)
  })

  it('B-07 undoing an undo makes the first batch stand again', async () => {
    const memory = memoryWith()
    const first = await applyTo(store(), inserted(memory))
    const undo = await applyTo(store(), [deleted(memory.id)], { undoes: first })
    expect(await store().journal.batch(first)).toMatchObject({ undoneBy: undo })
    expect(await store().journal.batch(undo)).toMatchObject({ undoes: first })
    const redo = await applyTo(store(), inserted(memory), { undoes: undo })
    expect(await store().journal.batch(first)).toMatchObject({ undoneBy: null })
    expect(await store().journal.batch(undo)).toMatchObject({ undoneBy: redo })
  })

  it('B-07 every kind of record has its inverse', async () => {
    const memory = memoryWith()
    const rows = {
      memory,
      version: versionOf(memory),
      link: linkWith(memory.id, 'elsewhere'),
      fact: factWith(),
      project: projectWith(),
      document: documentWith(),
    }
    expect(Object.keys(rows).sort()).toEqual([...RECORD_KINDS].sort())
    const before = await stateOf(store())
    const kinds = RECORD_KINDS.filter((kind) => kind !== 'link')
    const batch = await applyTo(
      store(),
      [...kinds, 'link' as const].map(
        (kind) => ({ op: 'insert', kind, row: rows[kind] }) as Change,
      ),
    )
    const after = await stateOf(store())
    const undo = await applyTo(store(), inverseOf(await store().journal.entries(batch)))
    expect(await stateOf(store())).toEqual(before)
    await applyTo(store(), inverseOf(await store().journal.entries(undo)))
    expect(await stateOf(store())).toEqual(after)
  })

  it('B-07 any changes, undone last first, leave the very same state; redone, the state after', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 8 }),
        async (plan) => {
          const states = [await stateOf(store())]
          const batches: string[] = []
          for (const steps of plan) {
            const changes = await changesFor(store(), steps)
            if (changes.length === 0) continue
            batches.push(await applyTo(store(), changes))
            states.push(await stateOf(store()))
          }
          const undos: string[] = []
          for (const batch of [...batches].reverse()) {
            states.pop()
            const entries = await store().journal.entries(batch)
            undos.push(await applyTo(store(), inverseOf(entries), { undoes: batch }))
            expect(await stateOf(store())).toEqual(states.at(-1))
          }
          const last = undos.at(-1)
          if (last !== undefined) {
            const entries = await store().journal.entries(last)
            const redo = await applyTo(store(), inverseOf(entries), { undoes: last })
            expect(await store().journal.batch(batches[0] ?? '')).toMatchObject({ undoneBy: null })
            await applyTo(store(), inverseOf(await store().journal.entries(redo)))
            expect(await stateOf(store())).toEqual(states.at(-1))
          }
          expect(await store().care.check()).toEqual([])
        },
      ),
      { numRuns: 40 },
    )
  }, 120_000)
}

/** Something to do to one of what there is, by number. */
const step = fc.record({
  what: fc.constantFrom(
    'insert',
    'retitle',
    'rewrite',
    'forget',
    'delete',
    'link',
    'fact',
    'touch',
    'version',
  ),
  which: fc.nat(),
  text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
})

let made = 0

async function changesFor(
  store: Store,
  steps: readonly { what: string; which: number; text: string }[],
): Promise<Change[]> {
  const present = await store.memories.list({}, { limit: 100, order: 'id' })
  const linked = new Set((await store.links.all()).flatMap(({ from, to }) => [from, to]))
  const used = new Set<string>()
  const changes: Change[] = []
  for (const { what, which, text } of steps) {
    made += 1
    const memory = present[which % Math.max(present.length, 1)]
    const content = `${text} number ${made}`
    if (what === 'insert') changes.push(...inserted(memoryWith({ content, tags: [text] })))
    if (what === 'fact')
      changes.push({ op: 'insert', kind: 'fact', row: factWith({ object: text }) })
    if (!memory || used.has(memory.id)) continue
    used.add(memory.id)
    const other = present[(which + 1) % present.length]
    if (what === 'retitle') changes.push(updated(memory.id, { title: text, updatedAt: AT }))
    if (what === 'rewrite')
      changes.push(updated(memory.id, { content, tags: [], filesRead: [text] }))
    if (what === 'forget') changes.push(updated(memory.id, { state: 'removed' }))
    if (what === 'version') changes.push({ op: 'insert', kind: 'version', row: versionOf(memory) })
    if (what === 'touch') await store.memories.touch([memory.id], AT, AT)
    if (what === 'delete' && !linked.has(memory.id)) changes.push(deleted(memory.id))
    if (what === 'link' && other && other.id !== memory.id && !used.has(other.id)) {
      used.add(other.id)
      const key = `relates_to:${memory.id}:${other.id}`
      const known = (await store.links.of([memory.id])).some(
        (link) => link.from === memory.id && link.to === other.id,
      )
      changes.push(
        known
          ? { op: 'delete', kind: 'link', key }
          : { op: 'insert', kind: 'link', row: linkWith(memory.id, other.id) },
      )
    }
  }
  return changes
}

/** Everything that undo brings back, and what is found by words. */
async function stateOf(store: Store) {
  const unjournaled = RECORDS.memory.unjournaled as readonly string[]
  const memories = await store.memories.list({}, { limit: 1000, order: 'id' })
  const journaled = memories.map((memory) =>
    Object.fromEntries(Object.entries(memory).filter(([field]) => !unjournaled.includes(field))),
  )
  const hits = await findWords(store, ['number'], {}, 1000)
  return {
    memories: journaled,
    found: (hits ?? []).map(({ id }) => id).sort(),
    tags: await store.memories.tags({}),
    links: await store.links.all(),
    facts: await store.facts.find({ limit: 1000 }),
    versions: await store.versions.list({}, 1000),
    projects: await store.projects.all(),
    documents: await store.documents.list('lifeboat', {}, 1000),
  }
}
