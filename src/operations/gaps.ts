import * as z from 'zod'
import { listGaps } from '../engine/capture/gaps.ts'
import { operation } from './operation.ts'

export const gaps = operation({
  name: 'gaps',
  summary: 'What memory was asked for here and did not have, most wanted first.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/gaps' },
  input: z.object({
    all: z.boolean().optional().describe('Also those that a memory has closed since'),
    limit: z.int().min(1).max(200).default(20).describe('At most this many'),
  }),
  output: z.object({
    gaps: z.array(
      z.object({
        snippet: z.string().describe('What was asked'),
        topic: z.array(z.string()).readonly(),
        count: z.int().describe('How often it was asked in vain'),
        at: z.string(),
        lastAt: z.string(),
        session: z.string().nullable(),
        answeredBy: z.string().nullable().describe('The memory that has closed it'),
      }),
    ),
  }),
  async run(engine, caller, { all = false, limit }) {
    const found = await listGaps(engine, caller, all)
    return { gaps: found.slice(0, limit).map(({ id: _, ...gap }) => gap) }
  },
})
