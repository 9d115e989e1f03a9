/** K-18. From one store to the other and back: nothing lost, nothing twice, also after a break. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moveStore } from '../../src/engine/exchange/move-store.ts'
import { inverseOf } from '../../src/store/change.ts'
import { REMAIN_KINDS } from '../../src/store/moving.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import type { NewMessage } from '../../src/store/sessions.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src/store/store.ts'
import { testClock } from '../support/clock.ts'
import { memoryWith } from '../support/memory.ts'
import { type Cluster, findPostgres, startPostgres } from '../support/postgres.ts'
import {
  AT,
  applyTo,
  documentWith,
  factWith,
  inserted,
  linkWith,
  projectWith,
  updated,
  versionOf,
} from './changes.ts'
import { findMessages, findWords } from './finding.ts'

const MODEL = { id: 'test', dims: 8 }

describe('moving', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-test-'))
  const opened: Store[] = []
  const clock = testClock()
  const context = { now: clock.now(), newId: () => clock.newId() }
  let cluster: Cluster | undefined
  let url = ''
  let files = 0
  let spaces = 0
  const sqlite = () =>
    opening(openSqliteStore({ file: join(folder, `${++files}.db`), synchronous: 'OFF' }))
  const postgres = () => opening(openPostgresStore({ url, space: `moved ${++spaces}` }))
  const opening = (store: Store) => {
    opened.push(store)
    return store
  }
  beforeAll(async () => {
    if ('missing' in findPostgres()) return
    cluster = await startPostgres()
    url = await cluster.createDatabase('moving')
  }, 60_000)
  afterAll(async () => {
    for (const store of opened) await store.close()
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const ways = [
    { way: 'a file to a file', from: sqlite, to: sqlite, needs: false },
    { way: 'a file to PostgreSQL', from: sqlite, to: postgres, needs: true },
    { way: 'PostgreSQL to a file', from: postgres, to: sqlite, needs: true },
  ].filter(({ needs }) => !(needs && 'missing' in findPostgres()))

  describe.each(ways)('$way', ({ from, to }) => {
    it('K-18 everything comes along, history included', async () => {
      const [source, target] = [from(), to()]
      const { undoable } = await fill(source)
      const before = await everything(source)
      const moved = await moveStore(source, target, context)
      expect(moved).toMatchObject({ resumed: false, vectors: 12 })
      expect(await everything(target)).toEqual(before)
      expect(moved.digest).toMatch(/^[0-9a-f]{64}$/)
      expect(await target.notes.get('moving')).toBeNull()
      // History is alive: what was done before the move is undone after it.
      await applyTo(target, inverseOf(await target.journal.entries(undoable)), { undoes: undoable })
      expect(await target.journal.batch(undoable)).toMatchObject({ undoneBy: expect.any(String) })
      // What is forgotten stays forgotten, and what was read is not read again.
      await target.sessions.put([transcript('forgotten', 0, 1)])
      expect(await target.sessions.get('forgotten')).toBeNull()
      expect(await target.sessions.place('/logs/s1.jsonl')).toMatchObject({ cursor: 'at s1' })
      expect(await target.care.check()).toEqual([])
    }, 60_000)

    it('K-18 a move that was cut short goes on', async () => {
      const [source, target] = [from(), to()]
      await fill(source)
      const before = await everything(source)
      let left = 3
      const failing: Store = Object.create(target, {
        moving: {
          value: {
            read: target.moving.read.bind(target.moving),
            write: target.moving.write.bind(target.moving),
            documentKinds: target.moving.documentKinds.bind(target.moving),
            adopt: async (records: Parameters<Store['moving']['adopt']>[0]) => {
              left -= 1
              await target.moving.adopt(left === 0 ? records.slice(0, 5) : records)
              if (left === 0) throw new Error('the power went off')
            },
          },
        },
        apply: { value: target.apply.bind(target) },
      })
      await expect(moveStore(source, failing, context)).rejects.toThrow(/power/)
      const moved = await moveStore(source, target, context)
      expect(moved.resumed).toBe(true)
      expect(await everything(target)).toEqual(before)
    }, 60_000)

    it('K-18 what changed meanwhile is brought after', async () => {
      const [source, target] = [from(), to()]
      await fill(source)
      const [first] = await source.memories.list({}, { limit: 1, order: 'id' })
      const progress = async () => {
        await applyTo(source, [updated(first?.id ?? '', { title: 'Changed on the way' })])
      }
      let changed: Promise<void> | null = null
      await moveStore(source, target, {
        ...context,
        progress: ({ what }) => {
          if (what === 'messages') changed ??= progress()
        },
      })
      await changed
      const [kept] = await target.memories.get([first?.id ?? ''])
      expect(kept?.title).toBe('Changed on the way')
    }, 60_000)

    it('K-18 a store in use is never moved into', async () => {
      const [source, target] = [from(), to()]
      await applyTo(source, inserted(memoryWith()))
      await applyTo(target, inserted(memoryWith()))
      await expect(moveStore(source, target, context)).rejects.toMatchObject({ code: 'conflict' })
      expect(await target.memories.count({})).toBe(1)
    })
  })
})

async function fill(store: Store): Promise<{ undoable: string }> {
  const memories = Array.from({ length: 12 }, (_, at) =>
    memoryWith({
      content: `Fact number ${at}, with 'quotes' and "more" and ☕.`,
      tags: at % 2 ? ['odd'] : [],
      scope: at % 3 ? 'project' : 'global',
      project: at % 3 ? 'project-a' : null,
    }),
  )
  const [a, b, c] = memories as [(typeof memories)[0], (typeof memories)[0], (typeof memories)[0]]
  await applyTo(store, [{ op: 'insert', kind: 'project', row: projectWith() }])
  await applyTo(store, inserted(...memories))
  await applyTo(store, [
    { op: 'insert', kind: 'version', row: versionOf(a) },
    { op: 'insert', kind: 'link', row: linkWith(a.id, b.id) },
    { op: 'insert', kind: 'fact', row: factWith({ memory: a.id }) },
    { op: 'insert', kind: 'document', row: documentWith({ body: { deep: [1, { x: null }] } }) },
    { op: 'insert', kind: 'document', row: documentWith({ kind: 'guard' }) },
  ])
  await applyTo(store, [updated(c.id, { state: 'removed' })])
  const undoable = await applyTo(store, [updated(b.id, { title: 'Another title' })])
  await store.memories.touch([a.id], AT, AT)
  await store.notes.set('cursor', '42')
  await store.usage.recordUses([{ memory: a.id, at: AT, session: 's1' }])
  const due = await store.vectors.due('memories', 100)
  await store.vectors.put(
    'memories',
    MODEL,
    due.map(({ unit, ticket }, at) => {
      const vector = Float32Array.from({ length: 8 }, (_, of) => (of === at % 8 ? 1 : 0))
      return { unit, ticket, passages: [{ start: 0, end: 4, vector }] }
    }),
  )
  await store.sessions.put([transcript('s1', 5), transcript('forgotten', 2)])
  await store.sessions.markCaptured({ host: 'h', id: 's1' }, 3)
  await store.sessions.forget({ host: 'h', id: 'forgotten' })
  return { undoable }
}

function transcript(id: string, count: number, revision = 0) {
  const session = { host: 'h', id }
  const messages = Array.from(
    { length: count },
    (_, at): NewMessage => ({
      key: `${id}/${at}`,
      session,
      messageId: `m${at}`,
      eventId: `e${at}`,
      role: at % 2 ? 'assistant' : 'user',
      origin: at % 2 ? 'agent' : 'user',
      at: AT,
      text: `Message ${at} of ${id} about teapots.`,
      calls: [],
      callId: null,
      failed: false,
      cwd: null,
      branch: null,
      model: null,
      isMeta: false,
    }),
  )
  const about = {
    parent: null,
    cwd: null,
    branch: null,
    model: null,
    version: null,
    headless: null,
  }
  const news = {
    ...session,
    ...about,
    project: 'a',
    title: id,
    startedAt: AT,
    lastAt: AT,
    compactions: 1,
  }
  return {
    path: `/logs/${id}.jsonl`,
    host: 'h',
    cursor: `at ${id}`,
    revision,
    at: AT,
    sessions: [news],
    messages,
    skipped: [],
    restarted: false,
  }
}

/** All that must be the same on the other side. */
async function everything(store: Store) {
  const memories = await store.memories.list({}, { limit: 1000, order: 'id' })
  const units = await store.memories.unitsOf(memories.map(({ id }) => id))
  const vectors = await store.vectors.of('memories', MODEL.id, [...units.values()])
  const remains: Record<string, unknown> = {}
  for (const kind of REMAIN_KINDS) {
    if (kind === 'transcript' || kind === 'forgotten') continue
    const rows = await store.moving.read(kind, null, 1000)
    remains[kind] = rows
      .map(({ fields }) => ({
        ...fields,
        ...('erased' in fields ? { erased: Boolean(fields.erased) } : {}),
      }))
      .filter((fields) => !('key' in fields && fields.key === 'moving'))
  }
  return {
    memories,
    remains,
    projects: await store.projects.all(),
    versions: await store.versions.list({}, 1000),
    links: await store.links.all(),
    facts: await store.facts.find({ limit: 1000 }),
    documents: await store.documents.list('lifeboat', {}, 100),
    guards: await store.documents.list('guard', {}, 100),
    sessions: await store.sessions.list({}, { limit: 100 }),
    messages: (await store.sessions.messages({ host: 'h', id: 's1' })).map(
      ({ row: _, ...rest }) => rest,
    ),
    found: (await findWords(store, ['number'], {}, 100))?.map(({ id }) => id).sort(),
    said: (await findMessages(store, ['teapots'], {}, 100))?.length,
    vectors: vectors.length,
    backlog: await store.vectors.backlog('memories'),
  }
}
