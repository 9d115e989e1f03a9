import * as z from 'zod'
import { visibleFilter } from '../engine/memories/find-memory.ts'
import { searchable } from '../search/visible.ts'
import { operation } from './operation.ts'

export const tags = operation({
  name: 'tags',
  summary: 'List tags with the number of memories for each.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/tags' },
  input: z.object({
    limit: z.int().min(1).max(1000).optional().describe('At most this many (default 100)'),
  }),
  output: z.object({ tags: z.array(z.object({ tag: z.string(), count: z.int() })) }),
  async run(engine, caller, { limit = 100 }) {
    const counted = await engine.store.memories.tags(
      searchable(engine.clock.now(), { ...visibleFilter(caller), superseded: false }),
    )
    return { tags: counted.slice(0, limit).map(({ value, count }) => ({ tag: value, count })) }
  },
})
