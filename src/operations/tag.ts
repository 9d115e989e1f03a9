import * as z from 'zod'
import { findMemory } from '../engine/memories/find-memory.ts'
import { updateMemory } from '../engine/memories/update.ts'
import { DraftFields } from '../memory/draft.ts'
import { operation } from './operation.ts'

const Tags = DraftFields.shape.tags

export const tag = operation({
  name: 'tag',
  summary: 'Add tags to a memory or remove them.',
  effect: 'writes',
  http: { method: 'POST', path: '/api/memories/:id/tags' },
  input: z.object({
    id: z.string().min(1).describe('Id or name'),
    add: Tags.optional().describe('Tags to add'),
    remove: Tags.optional().describe('Tags to remove'),
  }),
  output: z.object({
    id: z.string(),
    tags: z.array(z.string()).readonly(),
    batch: z.string().nullable(),
  }),
  async run(engine, caller, { id, add = [], remove = [] }) {
    const memory = await findMemory(engine, caller, id)
    const gone = new Set(remove)
    const wanted = [...new Set([...memory.tags, ...add])].filter((each) => !gone.has(each))
    const updated = await updateMemory(engine, caller, memory.id, { tags: wanted }, 'tag')
    return { id: memory.id, tags: updated.memory.tags, batch: updated.batch }
  },
})
