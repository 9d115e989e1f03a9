/** What goes wrong with a server far away: said clearly, nothing lost, nothing twice. */

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../../src/store/postgres/migrate.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { PostgresSettings } from '../../src/store/postgres-settings.ts'
import type { Store } from '../../src/store/store.ts'
import { memoryWith } from '../support/memory.ts'
import { type Cluster, findPostgres, startPostgres } from '../support/postgres.ts'
import { applyTo, batchOf, inserted } from './changes.ts'
import { findExpression, findWords } from './finding.ts'

describe.skipIf('missing' in findPostgres())('PostgreSQL in trouble', () => {
  let cluster: Cluster
  let url: string
  const opened: Store[] = []
  const open = (more: Partial<Parameters<typeof openPostgresStore>[0]> = {}) => {
    const store = openPostgresStore({ url, ...more })
    opened.push(store)
    return store
  }
  beforeAll(async () => {
    cluster = await startPostgres()
    url = await cluster.createDatabase('faults')
  }, 60_000)
  afterAll(async () => {
    for (const store of opened) await store.close()
    await cluster?.stop()
  })

  it('K-18 two servers that come first at once make one schema', async () => {
    const fresh = await cluster.createDatabase('race')
    const stores = Array.from({ length: 4 }, () => open({ url: fresh }))
    await Promise.all(
      stores.map((store, at) => applyTo(store, inserted(memoryWith({ content: `From ${at}.` })))),
    )
    expect(await stores[0]?.memories.count({})).toBe(4)
    expect(await cluster.run('SELECT version FROM mneme_schema', 'race')).toHaveLength(1)
  }, 60_000)

  it('K-18 a server that is not there is named without the password', async () => {
    const settings = PostgresSettings.parse({ connectTimeoutMs: 500, retryMs: 100 })
    const store = open({ url: 'postgres://me:secret@127.0.0.1:9/nothing', settings })
    const failed = await store.memories.count({}).catch((thrown) => thrown)
    expect(failed).toMatchObject({ code: 'unavailable' })
    expect(failed.message).toContain('127.0.0.1:9/nothing')
    expect(failed.message).not.toContain('secret')
  })

  it.each([
    { why: 'a database that is not there', of: () => cluster.urlOf('nowhere'), code: 'not_found' },
    {
      why: 'a user that is not there',
      of: () => cluster.urlOf('faults', 'eve'),
      code: 'unauthorized',
    },
  ])('K-18 $why', async ({ of, code }) => {
    await expect(open({ url: of() }).memories.count({})).rejects.toMatchObject({ code })
  })

  it('K-18 an address that is none', () => {
    expect(() => openPostgresStore({ url: 'no address' })).toThrow(/store\.url/)
  })

  it('K-18 missing rights are said as such', async () => {
    const bare = await cluster.createDatabase('rights')
    await cluster.run('CREATE ROLE reader LOGIN')
    const failed = await open({ url: bare.replace('mneme@', 'reader@') })
      .memories.count({})
      .catch((thrown) => thrown)
    expect(failed).toMatchObject({ code: 'not_allowed' })
    expect(failed.hint).toContain('GRANT')
  })

  it('K-18 an older PostgreSQL is refused before anything is changed', async () => {
    const asked: string[] = []
    const old = {
      async query(sql: string) {
        asked.push(sql)
        return { rows: [{ number: 140_011, name: '14.11', encoding: 'UTF8' }], rowCount: 1 }
      },
    }
    await expect(migrate(old, 'there')).rejects.toMatchObject({ code: 'unavailable' })
    expect(asked).toHaveLength(1)
  })

  it('K-18 another encoding is refused', async () => {
    const latin = await cluster.createDatabase('latin', `ENCODING 'LATIN1' TEMPLATE template0`)
    await expect(open({ url: latin }).memories.count({})).rejects.toThrow(/LATIN1/)
  })

  it('B-15 a newer schema is left alone', async () => {
    const newer = await cluster.createDatabase('newer')
    const store = open({ url: newer })
    await store.memories.count({})
    await cluster.run('UPDATE mneme_schema SET version = 99', 'newer')
    await expect(open({ url: newer }).memories.count({})).rejects.toMatchObject({
      code: 'store_newer',
    })
  }, 30_000)

  it('B-13 connections cut at random: what was acknowledged is there once', async () => {
    const space = 'cut'
    const stores = Array.from({ length: 3 }, () => open({ space }))
    await stores[0]?.memories.count({})
    const acknowledged: string[] = []
    let cutting = true
    const cut = (async () => {
      while (cutting) {
        await sleep(40)
        await cluster.killConnections(0.5)
      }
    })()
    const failures: unknown[] = []
    await Promise.all(
      Array.from({ length: 9 }, async (_, worker) => {
        const store = stores[worker % stores.length] as Store
        for (let at = 0; at < 12; at++) {
          const memory = memoryWith({ content: `Worker ${worker} wrote line ${at}.` })
          try {
            await applyTo(store, inserted(memory))
            acknowledged.push(memory.id)
          } catch (thrown) {
            failures.push(thrown)
          }
        }
      }),
    )
    cutting = false
    await cut
    const store = open({ space })
    const found = await store.memories.list({}, { limit: 1000 })
    const ids = found.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(50)
    expect(await store.care.check()).toEqual([])
    for (const failed of failures) expect(failed).toMatchObject({ name: 'MnemeError' })
  }, 60_000)

  it('B-13 a batch whose answer was lost is not applied twice', async () => {
    const store = open({ space: 'again' })
    const batch = batchOf(inserted(memoryWith()))
    await Promise.all(Array.from({ length: 5 }, () => store.apply(batch)))
    expect(await store.memories.count({})).toBe(1)
    expect(await store.journal.entries(batch.id)).toHaveLength(1)
  })

  it('K-18 more callers than connections wait for their turn', async () => {
    const store = open({ space: 'pool', settings: PostgresSettings.parse({ poolSize: 1 }) })
    const writing = Array.from({ length: 30 }, (_, at) =>
      applyTo(store, inserted(memoryWith({ content: `Line ${at} of many.` }))),
    )
    const reading = Array.from({ length: 30 }, () => store.memories.count({}))
    await Promise.all([...writing, ...reading])
    expect(await store.memories.count({})).toBe(30)
  })

  it('K-18 a lock that is held too long is said, not waited for', async () => {
    const settings = PostgresSettings.parse({ lockTimeoutMs: 150, poolSize: 2 })
    const store = open({ space: 'locked', settings })
    await store.memories.count({})
    const holding = cluster.run(
      `BEGIN; SELECT 1 FROM space WHERE name = 'locked' FOR UPDATE; SELECT pg_sleep(1); COMMIT`,
      'faults',
    )
    await sleep(100)
    await expect(applyTo(store, inserted(memoryWith()))).rejects.toMatchObject({
      code: 'store_busy',
    })
    await holding
    await applyTo(store, inserted(memoryWith()))
  })

  it('K-18 spaces of one database do not see each other', async () => {
    const [a, b] = [open({ space: 'team a' }), open({ space: 'team b' })]
    const memory = memoryWith({ content: 'The launch code name is Heron.', tags: ['launch'] })
    await applyTo(a, inserted(memory))
    await applyTo(b, inserted(memoryWith({ content: 'Nothing about birds.' })))
    expect(await b.memories.get([memory.id])).toEqual([])
    expect(await b.memories.withIdStart({}, memory.id, 5)).toEqual([])
    expect(await findWords(b, ['heron'])).toEqual([])
    expect(await findExpression(b, 'heron OR launch')).toEqual([])
    expect(await b.journal.list({ key: memory.id }, { limit: 5 })).toEqual([])
    expect((await b.memories.tags({})).map(({ value }) => value)).not.toContain('launch')
    await expect(
      applyTo(b, [{ op: 'update', kind: 'memory', key: memory.id, set: { title: 'mine' } }]),
    ).rejects.toMatchObject({ code: 'conflict' })
    await applyTo(b, inserted(memory))
    expect(await a.memories.count({})).toBe(1)
  })

  it.each([
    "Robert'); DROP TABLE memory;--",
    '$1',
    '\\',
    "''",
    '%',
    '\u0000',
    '\ue0000',
    '"',
    '{}',
  ])('B-13 %j comes back as it was, wherever it stands', async (text) => {
    const store = open({ space: 'signs' })
    const memory = memoryWith({
      content: `${text} ${Math.random()}`,
      title: text,
      tags: [text],
      filesRead: [text],
      subtitle: text,
      session: text,
      scope: 'session',
      project: text,
    })
    await applyTo(store, inserted(memory), { actor: text, cause: text })
    expect(await store.memories.get([memory.id])).toEqual([memory])
    expect(await store.memories.count({ tags: [text] })).toBe(1)
    expect(await store.memories.count({ file: text, session: text })).toBe(1)
    const [entry] = await store.journal.list({ actor: text }, { limit: 1 })
    expect(entry).toMatchObject({ actor: text, cause: text })
    await store.notes.set(text, text)
    expect(await store.notes.get(text)).toBe(text)
  })
})
