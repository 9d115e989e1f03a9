import * as z from 'zod'
import { eraseMemories } from '../engine/memories/erase.ts'
import { operation } from './operation.ts'

export const erase = operation({
  name: 'erase',
  summary:
    'Permanently erase memories from rows, indexes, versions, journal, files and backups. Cannot be undone.',
  needsPerson: ({ yes }) => (yes ? 'erasing for good' : null),
  effect: 'destroys',
  http: { method: 'POST', path: '/api/erase' },
  input: z.object({
    id: z.array(z.string().min(1)).min(1).readonly().describe('Ids or names'),
    yes: z.boolean().optional().describe('Do it; without this flag only a preview is shown'),
  }),
  output: z.object({
    erased: z.boolean(),
    memories: z.array(z.object({ id: z.string(), name: z.string() })),
    removed: z.record(z.string(), z.int()).describe('How many of each kind were removed'),
  }),
  run: (engine, caller, { id, yes = false }) => eraseMemories(engine, caller, id, yes),
})
