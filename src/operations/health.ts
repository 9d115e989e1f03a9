import * as z from 'zod'
import { healthOf } from '../upkeep/health.ts'
import { operation } from './operation.ts'

export const health = operation({
  name: 'health',
  summary:
    'Health check: duplicates, stale and contradicting memories, missing vectors, maintenance.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/health' },
  input: z.object({}),
  output: z.object({
    healthy: z.boolean(),
    findings: z.array(
      z.object({ what: z.string(), count: z.int(), hint: z.string(), serious: z.boolean() }),
    ),
    duplicates: z.int().nullable().describe('Null in a store too large to check now'),
    stale: z.int(),
    contradictions: z.int(),
    faded: z.int().nullable().describe('Memories that the next archive job would archive'),
    held: z.int(),
    expired: z.int(),
    embedded: z.number().describe('Share of memories that have vectors, 0 to 1'),
    overdue: z.array(z.string()).describe('Jobs that are overdue'),
  }),
  run: (engine) => healthOf(engine),
})
