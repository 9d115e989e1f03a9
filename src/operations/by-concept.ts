import * as z from 'zod'
import { visibleFilter } from '../engine/memories/find-memory.ts'
import { Concept } from '../memory/memory.ts'
import { searchable } from '../search/visible.ts'
import { operation } from './operation.ts'
import { briefly, MemoryBrief } from './views.ts'

export const byConcept = operation({
  name: 'by-concept',
  summary: 'List memories by concept: gotcha, pattern, trade-off, how-it-works …',
  effect: 'reads',
  whenOff: 'refuses',
  http: { method: 'GET', path: '/api/by-concept' },
  input: z.object({
    concept: Concept.describe('The concept'),
    limit: z.int().min(1).max(200).optional().describe('At most this many (default 20)'),
  }),
  output: z.object({ memories: z.array(MemoryBrief) }),
  async run(engine, caller, { concept, limit = 20 }) {
    const filter = searchable(engine.clock.now(), { ...visibleFilter(caller), concepts: [concept] })
    const memories = await engine.store.memories.list({ ...filter, superseded: false }, { limit })
    return { memories: memories.map(briefly) }
  },
})
