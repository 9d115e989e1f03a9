/** K-11. What may become of words of foreign origin, by whose hand. */
import type { Memory } from '../../memory/memory.ts'
import { RULE_TYPES } from '../../memory/types.ts'
import type { Caller } from '../engine.ts'
import { isPerson, requirePerson } from '../person.ts'
import { isUntrusted } from './new-memory.ts'

/** Changing one of these makes another rule of it, which nobody has said yes to. */
const WORDS: readonly (keyof Memory)[] = [
  'content',
  'title',
  'subtitle',
  'description',
  'triggers',
  'globs',
  'procedure',
]

/**
 * The change as it may be made: a yes to foreign words is a person's alone; without one they become
 * no rule, and a rule that was changed since its yes waits for the next.
 */
export function gated(caller: Caller, prior: Memory, set: Partial<Memory>): Partial<Memory> {
  if (!isUntrusted(prior.provenance.origin) || isPerson(caller)) return set
  if (set.validated === true)
    requirePerson(caller, `confirming words from ${prior.provenance.origin}`)
  const becomesRule = set.type !== undefined && !RULE_TYPES.has(prior.type)
  const reworded = WORDS.some((field) => set[field] !== undefined)
  if (!RULE_TYPES.has(set.type ?? prior.type) || !(becomesRule || reworded)) return set
  return { ...set, held: true, validated: false }
}
