/** M-08. The version an edit is based on: unchanged for as long as no field that a person can edit changes. */
import { createHash } from 'node:crypto'
import type { Memory } from './memory.ts'
import { REVISABLE } from './revise.ts'

/** These move by themselves and make no other version; of a procedure its steps count, not its outcomes. */
const MOVING: readonly string[] = ['confidence', 'state', 'supersededBy', 'scale', 'procedure']
const EDITED = REVISABLE.filter((field) => !MOVING.includes(field))

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
