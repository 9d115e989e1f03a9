import * as z from 'zod'
import { updateMemory } from '../engine/memories/update.ts'
import { Content, DraftFields } from '../memory/draft.ts'
import { MemoryFields, STATES } from '../memory/memory.ts'
import { versionOf } from '../memory/version.ts'
import { operation } from './operation.ts'

export const update = operation({
  name: 'update',
  summary: 'Change a memory. The previous version is kept and can be restored.',
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
    archived: z.boolean().optional().describe('Searchable, but never injected'),
    done: z.boolean().optional().describe('For tasks'),
    ifVersion: z
      .string()
      .optional()
      .describe('The version the edit was made from; refused with both texts if it is another now'),
    redact: z.boolean().optional().describe('Redact credentials and store the rest'),
  }),
  output: z.object({
    memory: MemoryFields,
    changed: z.array(z.string()).readonly(),
    archived: z.boolean().describe('The previous version was archived'),
    notes: z.array(z.string()).readonly(),
    version: z.string().describe('For ifVersion of the next edit'),
    proposed: z.boolean().describe('It is a person’s memory: the change waits for a person’s yes'),
    batch: z.string().nullable(),
  }),
  async run(engine, caller, { id, ...fields }) {
    const { proposed, ...updated } = await updateMemory(engine, caller, id, fields)
    return { ...updated, version: versionOf(updated.memory), proposed: proposed !== null }
  },
})
