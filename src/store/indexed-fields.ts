/** D-01. Fields whose words are found, or decide where they are: a change of one asks for a new entry. */
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
