/** Short ways to say what is applied to a store. */
import type { Memory } from '../../src/memory/memory.ts'
import type { Batch, Change } from '../../src/store/change.ts'
import type { Document, Fact, Link, Project, Version } from '../../src/store/records.ts'
import type { Store } from '../../src/store/store.ts'
import { testClock } from '../support/clock.ts'

const ids = testClock('2026-02-01T00:00:00.000Z', 7)

export const AT = '2026-01-01T00:00:00.000Z'

export function batchOf(changes: readonly Change[], more: Partial<Batch> = {}): Batch {
  return { id: ids.newId(), at: AT, actor: 'test', cause: 'test', changes, ...more }
}

/** Applies and gives the batch's id. */
export async function applyTo(
  store: Store,
  changes: readonly Change[],
  more: Partial<Batch> = {},
): Promise<string> {
  const batch = batchOf(changes, more)
  await store.apply(batch)
  return batch.id
}

export function inserted(...memories: Memory[]): Change[] {
  return memories.map((row) => ({ op: 'insert', kind: 'memory', row }))
}

export function updated(key: string, set: Partial<Memory>, expect?: Partial<Memory>): Change {
  return { op: 'update', kind: 'memory', key, set, ...(expect ? { expect } : {}) }
}

export function deleted(key: string): Change {
  return { op: 'delete', kind: 'memory', key }
}

export function linkWith(from: string, to: string, change: Partial<Link> = {}): Link {
  return { from, to, kind: 'relates_to', weight: 0.5, createdAt: AT, by: 'test', ...change }
}

export function factWith(change: Partial<Fact> = {}): Fact {
  return {
    id: ids.newId(),
    subject: 'api',
    predicate: 'uses',
    object: 'postgres',
    confidence: 0.9,
    project: null,
    memory: null,
    validFrom: null,
    validTo: null,
    createdAt: AT,
    ...change,
  }
}

export function projectWith(change: Partial<Project> = {}): Project {
  const id = change.id ?? `p${ids.newId().toLowerCase()}`
  return {
    id,
    slug: `slug-${id}`,
    name: id,
    rootCommits: [],
    commonDirs: [],
    remotes: [],
    paths: [`/home/dev/${id}`],
    excluded: [],
    mergedInto: null,
    off: false,
    createdAt: AT,
    ...change,
  }
}

export function versionOf(memory: Memory, change: Partial<Version> = {}): Version {
  return {
    id: ids.newId(),
    memory: memory.id,
    at: AT,
    cause: 'update',
    snapshot: memory,
    ...change,
  }
}

export function documentWith(change: Partial<Document> = {}): Document {
  return {
    kind: 'lifeboat',
    key: ids.newId(),
    project: null,
    session: null,
    at: AT,
    body: { task: 'ship it' },
    ...change,
  }
}
