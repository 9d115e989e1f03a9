/**
 * What every Store promises, sentence by sentence as they stand in src/store/store.ts. An adapter's
 * own test calls `itIsAStore` once; nothing here knows which store it is.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { memoryWith } from '../support/memory.ts'
import {
  AT,
  applyTo,
  batchOf,
  documentWith,
  inserted,
  linkWith,
  updated,
  versionOf,
} from './changes.ts'
import { itKeepsHistory } from './contract-history.ts'
import { itKeepsAJournal } from './contract-journal.ts'
import { itReadsMemories } from './contract-memories.ts'
import { itRecallsMemories } from './contract-recall.ts'
import { itKeepsRecords } from './contract-records.ts'
import { itKeepsTranscripts } from './contract-sessions.ts'
import { itFindsWords } from './contract-text.ts'
import { itCountsUse } from './contract-usage.ts'
import { findWords } from './finding.ts'

const COMMIT = { at: '2026-01-05T10:00:00.000Z', author: 'Anna', branch: 'main', files: [] }

/** One empty place to keep things in, opened as often as is wanted. */
export interface StoreUnderTest {
  /** Every call opens the same data once more, as another process would. */
  open(): Promise<Store>
  /** For backups. */
  readonly folder: string
  /** Ends what was opened. */
  dispose(): Promise<void>
}

export function itIsAStore(name: string, make: () => Promise<StoreUnderTest>): void {
  describe(`${name} is a Store`, () => {
    let place: StoreUnderTest
    let store: Store
    beforeEach(async () => {
      place = await make()
      store = await place.open()
    })
    afterEach(async () => {
      await store.close()
      await place.dispose()
    })
    const current = { store: () => store, another: () => place.open() }

    describe('applying', () =>
      itApplies(
        () => store,
        () => place,
      ))
    describe('memories', () => itReadsMemories(current.store))
    describe('words', () => itFindsWords(current.store))
    describe('recall', () => itRecallsMemories(current.store))
    describe('history', () => itKeepsHistory(current.store))
    describe('records', () => itKeepsRecords(current.store))
    describe('journal', () => itKeepsAJournal(current.store))
    describe('transcripts', () => itKeepsTranscripts(current.store))
    describe('usage', () => itCountsUse(current.store))
    describe('outbox and notes', () => itTellsWhatHappened(current.store))
    describe('care', () =>
      itCares(
        () => store,
        () => place,
      ))
  })
}

function itApplies(store: () => Store, place: () => StoreUnderTest): void {
  it('B-13 what was applied is seen by whoever opens the store afterwards', async () => {
    const memory = memoryWith()
    await applyTo(store(), inserted(memory))
    const other = await place().open()
    expect(await other.memories.get([memory.id])).toEqual([memory])
    await other.close()
  })

  it('B-13 a batch is applied whole or not at all', async () => {
    const [first, second] = [memoryWith({ name: 'taken' }), memoryWith({ content: 'Other words.' })]
    const before = await store().journal.position()
    const changes = [...inserted(first, second), updated('nobody', { title: 'x' })]
    await expect(applyTo(store(), changes)).rejects.toMatchObject({ code: 'conflict' })
    expect(await store().memories.count({})).toBe(0)
    expect(await store().journal.position()).toBe(before)
    expect(await store().outbox.backlog('reader')).toBe(0)
    expect(await findWords(store(), ['build'])).toEqual([])
  })

  it('B-13 a batch that was applied before is not applied again', async () => {
    const batch = batchOf(inserted(memoryWith()))
    await store().apply(batch)
    await store().apply(batch)
    expect(await store().memories.count({})).toBe(1)
    expect(await store().journal.entries(batch.id)).toHaveLength(1)
  })

  it('B-13 an expectation that no longer holds is a conflict', async () => {
    const memory = memoryWith({ title: 'as it was' })
    await applyTo(store(), inserted(memory))
    await applyTo(store(), [updated(memory.id, { title: 'as somebody else left it' })])
    const late = updated(memory.id, { title: 'mine' }, { title: 'as it was' })
    await expect(applyTo(store(), [late])).rejects.toMatchObject({ code: 'conflict' })
    const [kept] = await store().memories.get([memory.id])
    expect(kept?.title).toBe('as somebody else left it')
  })

  it('B-10 counting a use in between is no conflict', async () => {
    const memory = memoryWith()
    await applyTo(store(), inserted(memory))
    await store().memories.touch([memory.id], AT, AT)
    await applyTo(store(), [
      updated(memory.id, { title: 'new' }, { accessCount: 0, title: memory.title }),
    ])
    const [kept] = await store().memories.get([memory.id])
    expect(kept).toMatchObject({ title: 'new', accessCount: 1 })
  })

  it.each(['update', 'delete'] as const)(
    'B-13 an %s of what is not there is a conflict',
    async (op) => {
      const change =
        op === 'update'
          ? updated('gone', { title: 'x' })
          : ({ op, kind: 'memory', key: 'gone' } as const)
      await expect(applyTo(store(), [change])).rejects.toMatchObject({ code: 'conflict' })
    },
  )

  const here = { scope: 'project', project: 'a', session: null } as const
  it.each([
    { why: 'the same project', other: here, taken: true },
    { why: 'another project', other: { ...here, project: 'b' }, taken: false },
    {
      why: 'global',
      other: { scope: 'global', project: null, session: null } as const,
      taken: false,
    },
    {
      why: 'a session there',
      other: { ...here, scope: 'session', session: 's' } as const,
      taken: false,
    },
    {
      why: 'the same project, forgotten',
      other: { ...here, state: 'removed' } as const,
      taken: false,
    },
    { why: 'the same project, superseded', other: { ...here, supersededBy: 'x' }, taken: false },
  ])('A-06 a name is unique in its place: $why', async ({ other, taken }) => {
    await applyTo(store(), inserted(memoryWith({ ...here, name: 'same', content: 'One text.' })))
    const second = applyTo(
      store(),
      inserted(memoryWith({ ...other, name: 'same', content: 'Two.' })),
    )
    if (taken) await expect(second).rejects.toMatchObject({ code: 'conflict' })
    else await expect(second).resolves.toBeTypeOf('string')
  })

  it('B-02 a content is unique in its place, and free again when its memory is forgotten', async () => {
    const first = memoryWith({ content: 'The very same.' })
    await applyTo(store(), inserted(first))
    const twin = memoryWith({ content: 'The very same.' })
    await expect(applyTo(store(), inserted(twin))).rejects.toMatchObject({ code: 'conflict' })
    await applyTo(store(), [updated(first.id, { state: 'removed' })])
    await expect(applyTo(store(), inserted(twin))).resolves.toBeTypeOf('string')
  })

  it('B-07 a memory does not go while something points at it', async () => {
    const [a, b] = [memoryWith({ content: 'First.' }), memoryWith({ content: 'Second.' })]
    await applyTo(store(), inserted(a, b))
    await applyTo(store(), [{ op: 'insert', kind: 'link', row: linkWith(a.id, b.id) }])
    const gone = { op: 'delete', kind: 'memory', key: b.id } as const
    await expect(applyTo(store(), [gone])).rejects.toMatchObject({ code: 'conflict' })
    const link = { op: 'delete', kind: 'link', key: `relates_to:${a.id}:${b.id}` } as const
    await expect(applyTo(store(), [link, gone])).resolves.toBeTypeOf('string')
  })

  it('B-13 two that write at once both succeed', async () => {
    const other = await place().open()
    const writing = Array.from({ length: 40 }, (_, at) =>
      applyTo(at % 2 ? store() : other, inserted(memoryWith({ content: `Text number ${at}.` }))),
    )
    await Promise.all(writing)
    expect(await store().memories.count({})).toBe(40)
    await other.close()
  })

  it('closing twice is safe, and afterwards it says so', async () => {
    const other = await place().open()
    await other.close()
    await other.close()
    await expect(other.memories.count({})).rejects.toMatchObject({ code: 'unavailable' })
  })
}

function itTellsWhatHappened(store: () => Store): void {
  const keys = async (consumer: string, limit = 10) =>
    (await store().outbox.pending(consumer, limit)).map((item) => item.key)

  it('DESIGN a new consumer starts at the beginning, oldest first', async () => {
    const [a, b] = [memoryWith({ content: 'First.' }), memoryWith({ content: 'Second.' })]
    await applyTo(store(), inserted(a))
    await applyTo(store(), inserted(b))
    await applyTo(store(), [updated(a.id, { title: 'again' })])
    const items = await store().outbox.pending('vault', 10)
    expect(items.map(({ key, op }) => [key, op])).toEqual([
      [a.id, 'insert'],
      [b.id, 'insert'],
      [a.id, 'update'],
    ])
    expect(await store().outbox.pending('vault', 1)).toHaveLength(1)
  })

  it('DESIGN each consumer has its own place, which never goes back', async () => {
    const memories = ['One.', 'Two.', 'Three.'].map((content) => memoryWith({ content }))
    await store().outbox.confirm('embedder', 0)
    await applyTo(store(), inserted(...memories))
    const [first, second] = await store().outbox.pending('vault', 10)
    await store().outbox.confirm('vault', second?.seq ?? 0)
    await store().outbox.confirm('vault', first?.seq ?? 0)
    expect(await keys('vault')).toEqual([memories[2]?.id])
    expect(await keys('embedder')).toEqual(memories.map((each) => each.id))
    expect(await store().outbox.backlog('vault')).toBe(1)
    expect(await store().outbox.backlog('embedder')).toBe(3)
  })

  it('DESIGN what one consumer has confirmed waits for another that is behind', async () => {
    const memory = memoryWith()
    await store().outbox.confirm('embedder', 0)
    await applyTo(store(), inserted(memory))
    const [item] = await store().outbox.pending('vault', 10)
    await store().outbox.confirm('vault', item?.seq ?? 0)
    expect(await keys('embedder')).toEqual([memory.id])
  })

  it('notes are set, read and removed', async () => {
    expect(await store().notes.get('cursor')).toBeNull()
    await store().notes.set('cursor', '1')
    await store().notes.set('cursor', '2')
    expect(await store().notes.get('cursor')).toBe('2')
    await store().notes.remove('cursor')
    await store().notes.remove('cursor')
    expect(await store().notes.get('cursor')).toBeNull()
  })

  it('a note is taken by one only', async () => {
    expect(await store().notes.compareAndSet('lease', null, 'mine')).toBe(true)
    expect(await store().notes.compareAndSet('lease', null, 'yours')).toBe(false)
    expect(await store().notes.compareAndSet('lease', 'mine', 'yours')).toBe(true)
    expect(await store().notes.get('lease')).toBe('yours')
  })

  it('notes are removed by how their key begins, and by a value that is less', async () => {
    const { notes } = store()
    await notes.set('seen:a:1', '2026-01-01 done')
    await notes.set('seen:a:2', '2026-03-01 done')
    await notes.set('seen:ab:1', '2026-01-01 done')
    await notes.set('seem', '2026-01-01')
    expect(await notes.removeUnder('seen:a:', '2026-02-01')).toBe(1)
    expect(await notes.get('seen:a:1')).toBeNull()
    expect(await notes.removeUnder('seen:a:')).toBe(1)
    expect(await notes.removeUnder('seen:a:')).toBe(0)
    expect(await notes.get('seen:ab:1')).toBe('2026-01-01 done')
    expect(await notes.get('seem')).toBe('2026-01-01')
  })
}

function itCares(store: () => Store, place: () => StoreUnderTest): void {
  const erase = (ids: readonly string[]) => {
    const { changes: _, ...batch } = batchOf([], { cause: 'erase' })
    return store().care.erase(ids, batch)
  }

  it('I-13 says what the room on disk is spent on', async () => {
    const empty = await store().care.sizes()
    const words = (at: number) => `Word${at} word${at * 7} word${at * 13} and more. `.repeat(20)
    for (let part = 0; part < 4; part++) {
      const many = Array.from({ length: 50 }, (_, at) =>
        memoryWith({ content: words(part * 50 + at), title: `Title ${part} ${at}` }),
      )
      await applyTo(store(), inserted(...many))
    }
    const full = await store().care.sizes()
    for (const use of ['memories', 'index', 'journal'] as const) {
      expect(full[use], use).toBeGreaterThan(empty[use])
    }
  })

  it('B-14 erasing removes rows, versions, links and facts, and leaves tombstones', async () => {
    const memory = memoryWith({ content: 'The launch is on the ides of March.' })
    const other = memoryWith({ content: 'Something else.' })
    await applyTo(store(), [
      ...inserted(memory, other),
      { op: 'insert', kind: 'version', row: versionOf(memory) },
      { op: 'insert', kind: 'link', row: linkWith(other.id, memory.id) },
    ])
    await applyTo(store(), [updated(memory.id, { title: 'Ides' })])
    const counts = await erase([memory.id])
    expect(counts).toMatchObject({ memories: 1, versions: 1, links: 1, facts: 0 })
    expect(counts.journalEntries).toBe(4)
    expect(await store().memories.get([memory.id])).toEqual([])
    expect(await store().versions.of(memory.id)).toEqual([])
    expect(await store().links.all()).toEqual([])
    expect(await findWords(store(), ['ides'])).toEqual([])
    const entries = await store().journal.list({ key: memory.id }, { limit: 10 })
    expect(entries).toHaveLength(3)
    for (const entry of entries)
      expect(entry).toMatchObject({ before: null, after: null, erased: true })
    expect(await store().memories.get([other.id])).toEqual([other])
  })

  it('B-14, M-02 what is proposed for a memory is erased with it', async () => {
    const memory = memoryWith({ content: 'Kept by a person.' })
    const other = memoryWith({ content: 'Something else.' })
    const proposal = (key: string) =>
      documentWith({ kind: 'memory-proposal', key, body: { wanted: { content: 'quicksilver' } } })
    const rows = [proposal(memory.id), proposal(other.id)]
    await applyTo(store(), [
      ...inserted(memory, other),
      ...rows.map((row) => ({ op: 'insert', kind: 'document', row }) as const),
    ])
    await erase([memory.id])
    expect(await store().documents.get('memory-proposal', memory.id)).toBeNull()
    expect(await store().documents.get('memory-proposal', other.id)).toEqual(rows[1])
    const key = `memory-proposal/${memory.id}`
    for (const entry of await store().journal.list({ key }, { limit: 10 })) {
      expect(entry).toMatchObject({ before: null, after: null, erased: true })
    }
  })

  it('B-14 a version that was undone before is erased from the journal too', async () => {
    const memory = memoryWith({ content: 'A word that must not stay.' })
    const version = versionOf(memory)
    await applyTo(store(), [...inserted(memory), { op: 'insert', kind: 'version', row: version }])
    await applyTo(store(), [{ op: 'delete', kind: 'version', key: version.id }])
    await erase([memory.id])
    const left = await store().journal.list({ key: version.id }, { limit: 10 })
    expect(left.map(({ before, after }) => [before, after])).toEqual([
      [null, null],
      [null, null],
    ])
  })

  it('B-14 what was superseded by an erased memory stands again', async () => {
    const [older, newer] = [memoryWith({ content: 'Tabs.' }), memoryWith({ content: 'Spaces.' })]
    await applyTo(store(), inserted({ ...older, supersededBy: newer.id }, newer))
    await erase([newer.id])
    expect(await store().memories.get([older.id])).toEqual([older])
    expect(await store().care.check()).toEqual([])
  })

  it('B-14 … or is forgotten, when somebody else has its name by now', async () => {
    const [older, newer] = [
      memoryWith({ content: 'Tabs.', name: 'n' }),
      memoryWith({ content: 'Spaces.' }),
    ]
    await applyTo(store(), inserted({ ...older, supersededBy: newer.id }, newer))
    await applyTo(store(), inserted(memoryWith({ content: 'Third.', name: 'n' })))
    await erase([newer.id])
    const [left] = await store().memories.get([older.id])
    expect(left).toMatchObject({ supersededBy: null, state: 'removed' })
    expect(await store().care.check()).toEqual([])
  })

  it('B-15 a copy brings everything back, also for those who have it open', async () => {
    const kept = memoryWith({ content: 'Before the copy.' })
    await applyTo(store(), inserted(kept))
    const path = join(place().folder, 'copy')
    await store().care.backup(path)
    expect(existsSync(path)).toBe(true)
    await applyTo(store(), inserted(memoryWith({ content: 'After the copy.' })))
    const other = await place().open()
    expect(await other.memories.count({})).toBe(2)
    await store().care.restore(path)
    for (const each of [store(), other]) {
      expect(await each.memories.list({}, { limit: 10 })).toEqual([kept])
      expect(await findWords(each, ['after'])).toEqual([])
    }
    await applyTo(other, inserted(memoryWith({ content: 'Life goes on.' })))
    expect(await store().memories.count({})).toBe(2)
    await other.close()
  })

  it('B-15 a copy brings the commits back that its vectors are of', async () => {
    const put = (sign: string) =>
      store().commits.put('shop', [{ ...COMMIT, hash: sign.repeat(40), message: sign }])
    const messages = (found: readonly { message: string }[]) => found.map((each) => each.message)
    const listed = async () => messages(await store().commits.list({ project: 'shop' }, 9))
    const vector = Float32Array.from([1, 0])
    const near = async () => {
      const query = { model: 'm', vector }
      const hits = await store().commits.nearest(query, { project: 'shop' }, 9)
      return messages(await store().commits.withRows(hits.map(({ unit }) => unit)))
    }
    await put('a')
    const due = await store().vectors.due('commits', 9)
    const units = due.map((each) => ({ ...each, passages: [{ start: 0, end: 1, vector }] }))
    await store().vectors.put('commits', { id: 'm', dims: 2 }, units)
    const path = join(place().folder, 'copy')
    await store().care.backup(path)
    await store().commits.retain('shop', new Set())
    await put('b')
    await store().care.restore(path)
    expect(await listed()).toEqual(['a'])
    expect(await near()).toEqual(['a'])
    expect(await put('c')).toBe(1)
    expect((await listed()).toSorted()).toEqual(['a', 'c'])
    expect(await near()).toEqual(['a'])
    expect(await store().vectors.backlog('commits')).toBe(1)
  })

  it('B-15 a store that was only written to is found healthy', async () => {
    const memory = memoryWith({ tags: ['a'], filesRead: ['x.ts'] })
    await applyTo(store(), inserted(memory))
    await applyTo(store(), [updated(memory.id, { state: 'removed' })])
    await applyTo(store(), [updated(memory.id, { state: 'new', content: '' })])
    expect(await store().care.check()).toEqual([])
  })

  it('B-15 rebuilding the indexes changes no answer', async () => {
    const memories = [
      'The api runs on Fly.',
      'データベースは遅い',
      'Deploys go out on Friday.',
    ].map((content) => memoryWith({ content, tags: ['infra'], filesModified: ['src/a.ts'] }))
    await applyTo(store(), inserted(...memories))
    const ask = async () => [
      await findWords(store(), ['deploys', 'api', 'データ']),
      await store().memories.tags({}),
      await store().memories.list({ file: 'src' }, { limit: 5 }),
    ]
    const before = await ask()
    const steps: number[] = []
    await store().care.rebuildIndexes((done, total) => steps.push(done / total))
    expect(await ask()).toEqual(before)
    expect(steps.at(-1)).toBe(1)
  })

  it('B-16 what is pruned from the journal is gone, and its position does not go back', async () => {
    await applyTo(store(), inserted(memoryWith({ content: 'Old.' })), {
      at: '2025-01-01T00:00:00.000Z',
    })
    const old = await store().journal.position()
    expect(await store().care.pruneJournal('2025-06-01T00:00:00.000Z')).toBe(1)
    expect(await store().journal.batches({ limit: 10 })).toEqual([])
    expect(await store().journal.position()).toBe(old)
    expect(await store().journal.last()).toBe(null)
    await applyTo(store(), inserted(memoryWith({ content: 'New.' })))
    expect(await store().journal.position()).toBeGreaterThan(old)
    const [newest] = await store().journal.list({}, { limit: 1 })
    expect(await store().journal.last()).toEqual({ seq: newest?.seq, batch: newest?.batch })
    expect(await store().journal.changedSince(old, 'memory')).toBe(true)
    expect(await store().journal.changedSince(old, 'fact')).toBe(false)
    expect(await store().journal.changedSince(old + 1_000, 'memory')).toBe(false)
    expect(await store().care.check()).toEqual([])
  })

  it('B-16 pruned versions are gone for good', async () => {
    const memory = memoryWith()
    const [one, two] = [versionOf(memory), versionOf(memory)]
    const rows = [one, two].map((row) => ({ op: 'insert', kind: 'version', row }) as const)
    await applyTo(store(), [...inserted(memory), ...rows])
    expect(await store().care.pruneVersions([one.id, 'nobody'])).toBe(1)
    expect(await store().versions.of(memory.id)).toEqual([two])
    const [entry] = await store().journal.list({ key: one.id }, { limit: 1 })
    expect(entry).toMatchObject({ after: null, erased: true })
  })

  it('B-07 the words of a pruned version are left nowhere in the journal', async () => {
    const memory = memoryWith({ content: 'The old words were about zebras.' })
    await applyTo(store(), inserted(memory))
    const version = versionOf(memory)
    await applyTo(store(), [
      { op: 'insert', kind: 'version', row: version },
      { op: 'update', kind: 'memory', key: memory.id, set: { content: 'The new words.' } },
    ])
    await store().care.pruneVersions([version.id])
    const told = JSON.stringify(await store().journal.list({}, { limit: 100 }))
    expect(told).not.toContain('zebras')
    expect((await store().memories.get([memory.id]))[0]?.content).toBe('The new words.')
  })

  it('says what and where it is', async () => {
    const info = await store().care.info()
    expect(info.engine).not.toBe('')
    expect(info.schema).toBeGreaterThan(0)
    expect(info.bytes).toBeGreaterThan(0)
  })
}
