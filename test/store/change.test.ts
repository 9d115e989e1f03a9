import { expect, it } from 'vitest'
import { inverseOf, type JournalEntry } from '../../src/store/change.ts'

function entry(seq: number, change: Pick<JournalEntry, 'op' | 'before' | 'after'>): JournalEntry {
  const at = '2026-01-01T00:00:00.000Z'
  const who = { batch: 'b', at, actor: 't', cause: 't', erased: false }
  return { seq, ...who, kind: 'memory', key: 'm', ...change }
}

it('B-07 changes are turned back last first, each expecting what it left', () => {
  const made = entry(1, { op: 'insert', before: null, after: { id: 'm', title: 'a' } })
  const changed = entry(2, { op: 'update', before: { title: 'a' }, after: { title: 'b' } })
  const gone = entry(3, { op: 'delete', before: { id: 'm', title: 'b' }, after: null })
  expect(inverseOf([changed, gone, made])).toEqual([
    { op: 'insert', kind: 'memory', row: { id: 'm', title: 'b' } },
    { op: 'update', kind: 'memory', key: 'm', set: { title: 'a' }, expect: { title: 'b' } },
    { op: 'delete', kind: 'memory', key: 'm' },
  ])
})
