import { z } from 'zod'
import { noteRetrieval } from '../engine/after-retrieval.ts'
import { searchMemories } from '../engine/search.ts'
import { countUse } from '../engine/use.ts'
import { FilterInput, filterOf } from './filter-input.ts'
import { operation } from './operation.ts'
import { briefly, MemoryBrief } from './views.ts'

export const search = operation({
  name: 'search',
  summary:
    'Find the memories that bear on a question, best first. Use it before you decide or save.',
  effect: 'reads',
  whenOff: 'refuses',
  http: { method: 'POST', path: '/api/memories/search' },
  input: FilterInput.extend({
    query: z.string().max(100_000).describe('What you want to know, in plain words'),
    limit: z.int().min(1).max(100).optional().describe('At most this many'),
    strategy: z.enum(['keyword', 'bm25']).optional().describe('How words are matched'),
    rank: z
      .enum(['scored', 'relevance'])
      .optional()
      .describe('By everything, or by the match alone'),
    minScore: z.number().min(0).max(1).optional().describe('Leave out weaker matches, 0 to 1'),
  }),
  output: z.object({
    hits: z.array(
      MemoryBrief.extend({
        score: z.number().describe('What the order is made by'),
        match: z.number().describe('How well it matches, the best one being 1'),
        snippet: z.string(),
      }),
    ),
  }),
  async run(engine, caller, input) {
    const { retrieval } = engine.config
    const hits = await searchMemories(engine, caller, {
      query: input.query,
      limit: input.limit ?? retrieval.limit,
      strategy: input.strategy ?? 'bm25',
      rank: input.rank ?? 'scored',
      minScore: input.minScore ?? retrieval.minScore,
      filter: filterOf(input, engine.clock.now()),
    })
    const found = hits.map(({ memory }) => memory)
    countUse(engine, found, caller.session)
    noteRetrieval(engine, caller, { query: input.query, relevant: found.map(({ id }) => id) })
    return {
      hits: hits.map(({ memory, score, match, snippet }) => ({
        ...briefly(memory),
        score,
        match,
        snippet,
      })),
    }
  },
})
