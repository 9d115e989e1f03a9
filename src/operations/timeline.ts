import * as z from 'zod'
import { visibleFilter } from '../engine/memories/find-memory.ts'
import { nearFilterValues } from '../engine/recall/near-filters.ts'
import { FilterInput, filterOf } from './filter-input.ts'
import { operation } from './operation.ts'
import { briefly, MemoryBrief } from './views.ts'

export const timeline = operation({
  name: 'timeline',
  summary: 'Show memories in the order they were learned, for this project or one session.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/timeline' },
  input: FilterInput.extend({
    ofSession: z.string().optional().describe('Only memories from this session'),
    limit: z.int().min(1).max(1000).optional().describe('At most this many (default 50)'),
    offset: z.int().min(0).optional().describe('Number to skip'),
  }),
  output: z.object({
    memories: z.array(MemoryBrief),
    total: z.int(),
    notes: z.array(z.string()).describe('Notes about this answer'),
  }),
  async run(engine, caller, { ofSession, limit = 50, offset = 0, ...filters }) {
    const now = engine.clock.now()
    const filter = {
      ...visibleFilter(caller),
      states: ['new', 'high', 'low'] as const,
      sensitivities: ['public'] as const,
      held: false,
      quarantined: false,
      notExpiredAt: now,
      ...filterOf(caller, filters, now),
      ...(ofSession === undefined ? {} : { session: ofSession }),
    }
    const [memories, total] = await Promise.all([
      engine.store.memories.list(filter, { limit, offset, order: 'oldest' }),
      engine.store.memories.count(filter),
    ])
    const notes = total === 0 ? await nearFilterValues(engine, filter) : []
    return { memories: memories.map(briefly), total, notes }
  },
})
