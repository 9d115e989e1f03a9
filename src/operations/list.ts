import * as z from 'zod'
import { cacheUntilJournalMoves } from '../engine/cache.ts'
import { visibleFilter } from '../engine/memories/find-memory.ts'
import { inUse } from '../engine/memories/in-use.ts'
import { readsEverywhere } from '../engine/person.ts'
import { nearFilterValues } from '../engine/recall/near-filters.ts'
import { FilterInput, filterOf } from './filter-input.ts'
import { operation } from './operation.ts'
import { briefly, MemoryBrief } from './views.ts'

export const list = operation({
  name: 'list',
  summary: 'List memories, newest first.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/memories' },
  input: FilterInput.extend({
    limit: z.int().min(1).max(1000).optional().describe('At most this many (default 20)'),
    offset: z.int().min(0).optional().describe('Number to skip'),
    order: z.enum(['newest', 'oldest', 'updated']).optional().describe('Sort order'),
    archived: z.boolean().optional().describe('Include archived memories'),
    superseded: z.boolean().optional().describe('Include superseded memories'),
    removed: z.boolean().optional().describe('Include forgotten and expired memories'),
    everywhere: z.boolean().optional().describe('In all projects and sessions'),
  }),
  output: z.object({
    memories: z.array(MemoryBrief),
    total: z.int(),
    notes: z.array(z.string()).describe('Notes about this answer'),
  }),
  async run(engine, caller, input) {
    const now = engine.clock.now()
    const { states, notExpiredAt, archived, superseded, ...rest } = inUse(engine, caller)
    const filter = {
      ...rest,
      ...(input.everywhere && readsEverywhere(caller) ? {} : visibleFilter(caller)),
      ...(input.removed ? {} : { states, notExpiredAt }),
      ...(input.archived ? {} : { archived }),
      ...(input.superseded ? {} : { superseded }),
      ...filterOf(caller, input, now),
    }
    const page = {
      limit: input.limit ?? 20,
      offset: input.offset ?? 0,
      order: input.order ?? 'newest',
    }
    const [memories, total] = await Promise.all([
      engine.store.memories.list(filter, page),
      // All pages have the same total, and counting reads every memory.
      cacheUntilJournalMoves(
        engine,
        `list ${JSON.stringify({ ...filter, notExpiredAt: null })}`,
        () => engine.store.memories.count(filter),
      ),
    ])
    const notes = total === 0 ? await nearFilterValues(engine, filter) : []
    return { memories: memories.map(briefly), total, notes }
  },
})
