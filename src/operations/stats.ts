import { z } from 'zod'
import { visible } from '../engine/find-memory.ts'
import { operation } from './operation.ts'

const Counts = z.record(z.string(), z.int())

export const stats = operation({
  name: 'stats',
  summary: 'How much is remembered: by type, state and scope, and in tokens.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/stats' },
  input: z.object({ everywhere: z.boolean().optional().describe('Of all projects and sessions') }),
  output: z.object({
    memories: z.int(),
    byType: Counts,
    byState: Counts,
    byScope: Counts,
    bySensitivity: Counts,
    archived: z.int(),
    superseded: z.int(),
    held: z.int(),
    tokens: z.int().describe('Of all texts, counted roughly'),
  }),
  async run(engine, caller, { everywhere = false }) {
    const { memories } = engine.store
    const seen = everywhere ? {} : visible(caller)
    const living = {
      ...seen,
      states: ['new', 'high', 'low'] as const,
      notExpiredAt: engine.clock.now(),
    }
    const [total, types, states, scopes, sensitivities, archived, superseded, held, characters] =
      await Promise.all([
        memories.count(living),
        memories.countBy(living, 'type'),
        memories.countBy(seen, 'state'),
        memories.countBy(living, 'scope'),
        memories.countBy(living, 'sensitivity'),
        memories.count({ ...living, archived: true }),
        memories.count({ ...living, superseded: true }),
        memories.count({ ...living, held: true }),
        memories.characters(living),
      ])
    const counts = (list: readonly { value: string; count: number }[]) =>
      Object.fromEntries(list.map(({ value, count }) => [value, count]))
    return {
      memories: total,
      byType: counts(types),
      byState: counts(states),
      byScope: counts(scopes),
      bySensitivity: counts(sensitivities),
      archived,
      superseded,
      held,
      tokens: Math.ceil(characters / 4),
    }
  },
})
