import * as z from 'zod'
import { memoriesForFile } from '../engine/recall/by-file.ts'
import { operation } from './operation.ts'
import { briefly, MemoryBrief } from './views.ts'

export const byFile = operation({
  name: 'by-file',
  summary:
    'List memories about a file: those that read or changed it, or whose path patterns match it.',
  effect: 'reads',
  whenOff: 'refuses',
  http: { method: 'GET', path: '/api/by-file' },
  input: z.object({
    path: z.string().min(1).describe('A file or folder, relative to the project'),
    limit: z.int().min(1).max(200).optional().describe('At most this many (default 20)'),
  }),
  output: z.object({
    memories: z.array(MemoryBrief.extend({ because: z.enum(['file', 'glob']) })),
  }),
  async run(engine, caller, { path, limit = 20 }) {
    const found = await memoriesForFile(engine, caller, path, limit)
    return { memories: found.map(({ memory, because }) => ({ ...briefly(memory), because })) }
  },
})
