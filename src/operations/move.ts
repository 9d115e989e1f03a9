import * as z from 'zod'
import { moveMemory } from '../engine/memories/move.ts'
import { operation } from './operation.ts'
import { briefly, MemoryBrief } from './views.ts'

export const move = operation({
  name: 'move',
  summary: 'Move a memory between scopes: to this project, or to all projects. Can be undone.',
  effect: 'writes',
  http: { method: 'POST', path: '/api/memories/:id/move' },
  input: z.object({
    id: z.string().min(1).describe('Id or name'),
    scope: z.enum(['global', 'project']).describe('global: all projects; project: this one only'),
  }),
  output: z.object({ memory: MemoryBrief, batch: z.string().nullable() }),
  async run(engine, caller, { id, scope }) {
    const { memory, batch } = await moveMemory(engine, caller, id, scope)
    return { memory: briefly(memory), batch }
  },
})
