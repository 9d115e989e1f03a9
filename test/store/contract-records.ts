/** Links, facts, projects, versions and documents, read back by what they are asked for. */
import { expect, it } from 'vitest'
import type { RecordKind, RecordTypes } from '../../src/store/records.ts'
import type { Store } from '../../src/store/store.ts'
import { memoryWith } from '../support/memory.ts'
import {
  applyTo,
  documentWith,
  factWith,
  inserted,
  linkWith,
  projectWith,
  versionOf,
} from './changes.ts'

export function itKeepsRecords(store: () => Store): void {
  const put = <Kind extends RecordKind>(kind: Kind, ...rows: RecordTypes[Kind][]) =>
    applyTo(
      store(),
      rows.map((row) => ({ op: 'insert', kind, row }) as never),
    )

  it('E-01 links are found from either end, by kind', async () => {
    const [a, b, c] = ['a', 'b', 'c']
      .map((content) => memoryWith({ content }))
      .map(({ id }) => id) as [string, string, string]
    const related = linkWith(a, b)
    const opposed = linkWith(c, a, { kind: 'contradicts', weight: 1 })
    await put('link', related, opposed)
    expect(await store().links.of([b])).toEqual([related])
    expect((await store().links.of([a])).map(({ kind }) => kind).sort()).toEqual([
      'contradicts',
      'relates_to',
    ])
    expect(await store().links.of([a], ['contradicts'])).toEqual([opposed])
    expect(await store().links.of([])).toEqual([])
    expect(await store().links.all(['relates_to'])).toEqual([related])
    expect(await store().links.all()).toHaveLength(2)
    await expect(put('link', related)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('A-13 facts are found by any part, newest first', async () => {
    const old = factWith({ createdAt: '2025-01-01T00:00:00.000Z', object: 'mysql' })
    const fresh = factWith({ subject: 'API', memory: 'm1', project: 'p1' })
    const other = factWith({ subject: 'cli', predicate: 'needs', object: 'node' })
    await put('fact', fresh, old, other)
    const find = async (query: object) =>
      (await store().facts.find({ limit: 10, ...query })).map(({ id }) => id)
    expect(await find({ subject: 'api' })).toEqual([fresh.id, old.id])
    expect(await find({ predicate: 'needs' })).toEqual([other.id])
    expect(await find({ object: 'postgres' })).toEqual([fresh.id])
    expect(await find({ memory: 'm1' })).toEqual([fresh.id])
    expect(await find({ projects: ['p1'] })).toEqual([fresh.id])
    expect(await find({ projects: [null] })).toEqual([other.id, old.id])
    expect(await find({ projects: [null, 'p1'] })).toHaveLength(3)
    expect(await find({ subject: 'api', limit: 1 })).toEqual([fresh.id])
    expect(await find({ subject: 'api', object: 'node' })).toEqual([])
  })

  it('A-13 a fact is true from a moment up to another', async () => {
    const fact = factWith({
      validFrom: '2026-01-01T00:00:00.000Z',
      validTo: '2026-02-01T00:00:00.000Z',
    })
    await put('fact', fact)
    const isTrue = async (at: string) => (await store().facts.find({ at, limit: 1 })).length === 1
    expect(await isTrue('2025-12-31T23:59:59.999Z')).toBe(false)
    expect(await isTrue('2026-01-01T00:00:00.000Z')).toBe(true)
    expect(await isTrue('2026-01-31T23:59:59.999Z')).toBe(true)
    expect(await isTrue('2026-02-01T00:00:00.000Z')).toBe(false)
  })

  it('K-04 projects, by id and all of them; a slug is taken once', async () => {
    const [a, b] = [
      projectWith({ slug: 'api', remotes: ['github.com/x/api'], off: true }),
      projectWith(),
    ]
    await put('project', a, b)
    expect(await store().projects.get(a.id)).toEqual(a)
    expect(await store().projects.get('nobody')).toBeNull()
    expect((await store().projects.all()).map(({ id }) => id).sort()).toEqual([a.id, b.id].sort())
    await expect(put('project', projectWith({ slug: 'api' }))).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('B-06 versions, newest first', async () => {
    const memory = memoryWith()
    const old = versionOf(memory, { at: '2025-01-01T00:00:00.000Z' })
    const fresh = versionOf({ ...memory, title: 'later' })
    const other = versionOf(memoryWith({ content: 'Other.' }))
    await applyTo(store(), inserted(memory))
    await put('version', fresh, old, other)
    expect(await store().versions.of(memory.id)).toEqual([fresh, old])
    expect(await store().versions.get(old.id)).toEqual(old)
    expect(await store().versions.get('nobody')).toBeNull()
    expect(await store().versions.list({ before: '2025-06-01T00:00:00.000Z' }, 10)).toEqual([old])
    expect(await store().versions.list({ memory: memory.id }, 1)).toEqual([fresh])
    expect(await store().versions.list({}, 10)).toHaveLength(3)
  })

  it('documents, by kind, project and session, newest first', async () => {
    const old = documentWith({
      at: '2025-01-01T00:00:00.000Z',
      project: 'p',
      body: [1, { a: null }],
    })
    const fresh = documentWith({ session: 's', project: 'p' })
    const other = documentWith({ kind: 'cluster', key: old.key })
    await put('document', old, fresh, other)
    const list = async (filter: object, limit = 10) =>
      (await store().documents.list('lifeboat', filter, limit)).map(({ key }) => key)
    expect(await store().documents.get('lifeboat', old.key)).toEqual(old)
    expect(await store().documents.get('cluster', old.key)).toEqual(other)
    expect(await store().documents.get('lifeboat', 'nobody')).toBeNull()
    expect(await list({})).toEqual([fresh.key, old.key])
    expect(await list({ project: 'p' })).toEqual([fresh.key, old.key])
    expect(await list({ project: null })).toEqual([])
    expect(await list({ session: 's' })).toEqual([fresh.key])
    expect(await list({}, 1)).toEqual([fresh.key])
  })
}
