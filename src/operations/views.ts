/** The output form of memories: complete, or brief for lists. */
import * as z from 'zod'
import { cleanWordsOf } from '../context/governor.ts'
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

/** M-01. Text for agents names its origin, unless it is the user's own. */
export function originFlag({ origin }: Pick<MemoryBrief, 'origin'>): string[] {
  return origin === 'user' ? [] : [`from ${origin}`]
}

type Listed = z.infer<typeof Listed>
const LISTED_FIELDS = Object.keys(Listed.shape) as (keyof Listed)[]

/** H-05. Labelled with its origin and cleaned accordingly: agents read lists too. */
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
