/** How memories look from outside: whole, or brief for lists. */
import * as z from 'zod'
import { cleanQuoted, cleanWordsOf } from '../context/governor.ts'
import type { Caller } from '../engine/engine.ts'
import { type Memory, MemoryFields, ORIGINS } from '../memory/memory.ts'

/** Enough to recognise a memory by. */
const Listed = MemoryFields.pick({
  id: true,
  name: true,
  title: true,
  description: true,
  type: true,
  scope: true,
  project: true,
  state: true,
  tags: true,
  importance: true,
  sensitivity: true,
  validated: true,
  archived: true,
  held: true,
  supersededBy: true,
  createdAt: true,
  updatedAt: true,
  accessCount: true,
})

export const MemoryBrief = Listed.extend({
  origin: z.enum(ORIGINS).describe('Whose words it is in'),
})
export type MemoryBrief = z.infer<typeof MemoryBrief>

type Listed = z.infer<typeof Listed>
const LISTED_FIELDS = Object.keys(Listed.shape) as (keyof Listed)[]

/** H-05. Labelled with its origin, and cleaned by it: a list is read by agents too. */
export function briefly(memory: Memory): MemoryBrief {
  const { origin } = memory.provenance
  const listed = Object.fromEntries(LISTED_FIELDS.map((field) => [field, memory[field]])) as Listed
  const clean = (text: string) => cleanWordsOf(memory, text)
  return {
    ...listed,
    title: clean(listed.title),
    description: clean(listed.description),
    tags: listed.tags.map(clean),
    origin,
  }
}

/** H-05. Whole, as it is kept for a person, cleaned by its origin for an agent. */
export function wholeFor({ speaker }: Caller, memory: Memory): Memory {
  if (speaker !== 'agent') return memory
  const clean = (text: string) => cleanWordsOf(memory, text)
  const { procedure } = memory
  return {
    ...memory,
    title: clean(memory.title),
    subtitle: clean(memory.subtitle),
    description: clean(memory.description),
    content: clean(memory.content),
    tags: memory.tags.map(clean),
    triggers: memory.triggers.map(clean),
    procedure: procedure && {
      ...procedure,
      trigger: clean(procedure.trigger),
      prerequisites: procedure.prerequisites.map(clean),
      steps: procedure.steps.map(clean),
      warnings: procedure.warnings.map(clean),
    },
  }
}

/** H-05. Words of others in any shape: for an agent every text in it is cleaned. */
export function quotedFor<Value>(caller: Caller, value: Value): Value {
  if (caller.speaker !== 'agent') return value
  if (typeof value === 'string') return cleanQuoted(value) as Value
  if (Array.isArray(value)) return value.map((each) => quotedFor(caller, each)) as Value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [name, quotedFor(caller, each)])
  return Object.fromEntries(entries) as Value
}
