import * as z from 'zod'
import { healthOf } from '../upkeep/health.ts'
import { operation } from './operation.ts'

export const health = operation({
  name: 'health',
  summary:
    'How well memory is: duplicates, stale and contradicting memories, missing vectors, upkeep.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/health' },
  input: z.object({}),
  output: z.object({
    healthy: z.boolean(),
    findings: z.array(
      z.object({ what: z.string(), count: z.int(), hint: z.string(), serious: z.boolean() }),
    ),
    duplicates: z.int().nullable().describe('Null in a store too large to look for them now'),
    stale: z.int(),
    contradictions: z.int(),
    faded: z.int().nullable().describe('That the next archive job would put aside'),
    held: z.int(),
    expired: z.int(),
    embedded: z.number().describe('Share of memories that have vectors, 0 to 1'),
    overdue: z.array(z.string()).describe('Jobs whose time is long over'),
  }),
  run: (engine) => healthOf(engine),
})
