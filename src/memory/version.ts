/** M-08. What an edit was made from: the same for as long as no one changed what a person can edit. */
import { createHash } from 'node:crypto'
import type { Memory } from './memory.ts'

/** Scores, counts and times move by themselves and make no other version. */
const EDITED = [
  'scope',
  'project',
  'session',
  'type',
  'name',
  'title',
  'subtitle',
  'description',
  'content',
  'tags',
  'concepts',
  'filesRead',
  'filesModified',
  'globs',
  'triggers',
  'importance',
  'priority',
  'sensitivity',
  'validated',
  'archived',
  'held',
  'ttlDays',
  'expiresAt',
  'season',
  'outcome',
  'done',
] as const satisfies readonly (keyof Memory)[]

const VERSION_CHARACTERS = 16

export function versionOf(memory: Memory): string {
  const { trigger, steps, prerequisites, warnings } = memory.procedure ?? {}
  const fields = [
    ...EDITED.map((field) => memory[field]),
    memory.state === 'removed',
    [trigger, steps, prerequisites, warnings],
  ]
  return createHash('sha256')
    .update(JSON.stringify(fields))
    .digest('hex')
    .slice(0, VERSION_CHARACTERS)
}
