import * as z from 'zod'
import { visibleFilter } from '../engine/memories/find-memory.ts'
import { forgetFrom, forgetMatching, forgetMemories } from '../engine/memories/forget.ts'
import { nearFilterValues } from '../engine/recall/near-filters.ts'
import { MnemeError } from '../errors.ts'
import { FilterInput, filterOf } from './filter-input.ts'
import { operation } from './operation.ts'
import { briefly, MemoryBrief } from './views.ts'

export const forget = operation({
  name: 'forget',
  summary: 'Forget memories by id or name, or all that match a filter. Can be undone.',
  effect: 'destroys',
  http: { method: 'DELETE', path: '/api/memories/:id' },
  input: FilterInput.extend({
    id: z.array(z.string().min(1)).readonly().optional().describe('Ids or names'),
    from: z
      .string()
      .min(1)
      .optional()
      .describe('Everything that came from this session, file, URL or import'),
    dryRun: z.boolean().optional().describe('Only show what would be forgotten'),
  }),
  output: z.object({
    forgotten: z.array(MemoryBrief),
    proposed: z
      .array(MemoryBrief)
      .describe('A person’s own: that they be forgotten needs a person’s approval'),
    dryRun: z.boolean(),
    batch: z.string().nullable(),
    notes: z.array(z.string()).describe('Notes about this answer'),
  }),
  async run(engine, caller, { id, from, dryRun = false, ...filters }) {
    const ids = id ?? []
    // Given together with a name, a scope only picks among memories that share the name.
    const [scope] = ids.length > 0 && filters.scope?.length === 1 ? filters.scope : []
    const filter = filterOf(caller, scope ? { ...filters, scope: [] } : filters, engine.clock.now())
    const byFilter = Object.keys(filter).length > 0
    const ways = [ids.length > 0, byFilter, from !== undefined].filter(Boolean)
    if (ways.length !== 1) {
      throw new MnemeError('invalid_input', 'say which: ids or names, a filter, or a source', {
        hint: 'For example: mneme forget api-rate-limit, mneme forget --tag old --dry-run, or mneme forget --from https://example.com/page',
      })
    }
    const { forgotten, proposed, batch } =
      from !== undefined
        ? await forgetFrom(engine, caller, from, dryRun)
        : byFilter
          ? await forgetMatching(engine, caller, filter, dryRun)
          : await forgetMemories(engine, caller, ids, dryRun, scope)
    const isEmpty = forgotten.length + proposed.length === 0
    return {
      forgotten: forgotten.map(briefly),
      proposed: proposed.map(briefly),
      dryRun,
      batch,
      notes: isEmpty ? await nearFilterValues(engine, { ...visibleFilter(caller), ...filter }) : [],
    }
  },
})
