import * as z from 'zod'
import { updateMemory } from '../engine/memories/update.ts'
import { Content, DraftFields } from '../memory/draft.ts'
import { MemoryFields, STATES } from '../memory/memory.ts'
import { operation } from './operation.ts'

export const update = operation({
  name: 'update',
  summary: 'Change a memory. The prior version is kept and can be brought back.',
  effect: 'writes',
  http: { method: 'PATCH', path: '/api/memories/:id' },
  input: DraftFields.partial().extend({
    id: z.string().min(1).describe('Id or name'),
    content: Content.optional().describe('The new text'),
    state: z
      .enum([...STATES, 'validated'])
      .optional()
      .describe('new, high, low, removed or validated'),
    validated: z.boolean().optional().describe('A person has confirmed it'),
    archived: z.boolean().optional().describe('Searchable, but never brought up by itself'),
    done: z.boolean().optional().describe('For tasks'),
    redact: z.boolean().optional().describe('Store it with any credential blacked out'),
  }),
  output: z.object({
    memory: MemoryFields,
    changed: z.array(z.string()).readonly(),
    archived: z.boolean().describe('A prior version was kept'),
    notes: z.array(z.string()).readonly(),
    batch: z.string().nullable(),
  }),
  run: (engine, caller, { id, ...fields }) => updateMemory(engine, caller, id, fields),
})
