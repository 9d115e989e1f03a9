import * as z from 'zod'
import { listGaps } from '../engine/capture/gaps.ts'
import { operation } from './operation.ts'

export const gaps = operation({
  name: 'gaps',
  summary: 'List questions that memory could not answer, most frequent first.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/gaps' },
  input: z.object({
    closed: z.boolean().optional().describe('Also gaps that have been closed since'),
    limit: z.int().min(1).max(200).default(20).describe('At most this many'),
  }),
  output: z.object({
    gaps: z.array(
      z.object({
        snippet: z.string().describe('What was asked'),
        topic: z.array(z.string()).readonly(),
        count: z.int().describe('How often it went unanswered'),
        at: z.string(),
        lastAt: z.string(),
        session: z.string().nullable(),
        answeredBy: z.string().nullable().describe('The memory that answers it'),
      }),
    ),
  }),
  async run(engine, caller, { closed = false, limit }) {
    const found = await listGaps(engine, caller, closed)
    return { gaps: found.slice(0, limit).map(({ id: _, ...gap }) => gap) }
  },
})
