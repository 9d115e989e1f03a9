/** D-01, D-18. Fields whose words are found, or decide where they are, and when they ask for a new entry. */
import { isDeepStrictEqual } from 'node:util'
import type { Memory } from '../memory/memory.ts'

export const INDEXED_FIELDS = [
  'scope',
  'project',
  'session',
  'state',
  'type',
  'name',
  'title',
  'subtitle',
  'description',
  'content',
  'tags',
] as const satisfies readonly (keyof Memory)[]

/** Most changes of state are of no concern: only what is forgotten has no words. */
export function asksForNewEntry(
  before: Memory,
  set: Partial<Memory>,
  fields: readonly (keyof Memory)[] = INDEXED_FIELDS,
): boolean {
  return fields.some((field) => {
    if (set[field] === undefined) return false
    if (field === 'state') return (before.state === 'removed') !== (set.state === 'removed')
    return !isDeepStrictEqual(before[field], set[field])
  })
}
