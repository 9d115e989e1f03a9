/** How memories look from outside: whole, or brief for lists. */
import type * as z from 'zod'
import { type Memory, MemoryFields } from '../memory/memory.ts'

/** Enough to recognise a memory by. */
export const MemoryBrief = MemoryFields.pick({
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
export type MemoryBrief = z.infer<typeof MemoryBrief>

const BRIEF_FIELDS = Object.keys(MemoryBrief.shape) as (keyof MemoryBrief)[]

export function briefly(memory: Memory): MemoryBrief {
  return Object.fromEntries(BRIEF_FIELDS.map((field) => [field, memory[field]])) as MemoryBrief
}
