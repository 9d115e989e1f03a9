import * as z from 'zod'
import { relatedTo } from '../engine/graph/explore.ts'
import { operation } from './operation.ts'
import { briefly, MemoryBrief } from './views.ts'

const DEFAULT_LIMIT = 10

export const related = operation({
  name: 'related',
  summary: 'Show related memories: by links, shared tags, clusters and meaning.',
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
          .describe('The edges in between; empty if related by meaning alone'),
        cosine: z.number().nullable().describe('Cosine similarity, if known'),
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
