import * as z from 'zod'
import { relatedTo } from '../engine/graph/explore.ts'
import { operation } from './operation.ts'
import { briefly, MemoryBrief } from './views.ts'

const DEFAULT_LIMIT = 10

export const related = operation({
  name: 'related',
  summary: 'What stands beside a memory: by links, shared tags, clusters, and meaning.',
  effect: 'reads',
  whenOff: 'refuses',
  http: { method: 'GET', path: '/api/memories/:id/related' },
  input: z.object({
    id: z.string().min(1).describe('Id or name of the memory'),
    limit: z.int().min(1).max(100).optional().describe('At most this many (default 10)'),
  }),
  output: z.object({
    memory: MemoryBrief,
    related: z.array(
      MemoryBrief.extend({
        score: z.number().describe('How strongly, from 0 to 1'),
        path: z
          .array(z.object({ kind: z.string(), to: z.string() }))
          .describe('Over which edges; empty when it is near in meaning alone'),
        cosine: z.number().nullable().describe('How near in meaning, where that is known'),
      }),
    ),
  }),
  async run(engine, caller, { id, limit }) {
    const found = await relatedTo(engine, caller, id, limit ?? DEFAULT_LIMIT)
    return {
      memory: briefly(found.memory),
      related: found.related.map(({ memory, score, path, cosine }) => ({
        ...briefly(memory),
        score,
        path: path.map((step) => ({ ...step })),
        cosine,
      })),
    }
  },
})
