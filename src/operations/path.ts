import * as z from 'zod'
import { findPath } from '../engine/graph/explore.ts'
import { operation } from './operation.ts'

export const path = operation({
  name: 'path',
  summary: 'Show how two memories are connected through links and tags.',
  effect: 'reads',
  whenOff: 'refuses',
  http: { method: 'GET', path: '/api/graph/path' },
  input: z.object({
    from: z.string().min(1).describe('Id or name of the first memory'),
    to: z.string().min(1).describe('Id or name of the second'),
    by: z
      .enum(['shortest', 'strongest'])
      .optional()
      .describe('Fewest steps (default), or the strongest edges'),
  }),
  output: z.object({
    from: z.object({ id: z.string(), title: z.string() }),
    to: z.object({ id: z.string(), title: z.string() }),
    connected: z.boolean(),
    strength: z.number().describe('The product of the weights'),
    steps: z.array(
      z.object({
        from: z.string(),
        fromLabel: z.string(),
        kind: z.string(),
        to: z.string(),
        toLabel: z.string(),
        weight: z.number(),
      }),
    ),
  }),
  async run(engine, caller, { from, to, by }) {
    const found = await findPath(engine, caller, { from, to, by: by ?? 'shortest' })
    return {
      from: { id: found.from.id, title: found.from.title },
      to: { id: found.to.id, title: found.to.title },
      connected: found.path !== null,
      strength: found.path?.strength ?? 0,
      steps: (found.path?.steps ?? []).map((step) => ({
        ...step,
        fromLabel: found.labels.get(step.from) ?? step.from,
        toLabel: found.labels.get(step.to) ?? step.to,
      })),
    }
  },
})
