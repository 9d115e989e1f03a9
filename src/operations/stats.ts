import * as z from 'zod'
import { statsOf } from '../engine/care/stats.ts'
import { operation } from './operation.ts'

const Counts = z.record(z.string(), z.int())

export const stats = operation({
  name: 'stats',
  summary: 'Show statistics: memories by type, state and scope, tokens, growth and cost.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/stats' },
  input: z.object({ everywhere: z.boolean().optional().describe('In all projects and sessions') }),
  output: z.object({
    memories: z.int(),
    byType: Counts,
    byState: Counts,
    byScope: Counts,
    bySensitivity: Counts,
    archived: z.int(),
    superseded: z.int(),
    held: z.int(),
    removed: z.int().describe('Forgotten'),
    tokens: z.int().describe('Approximate tokens of all texts'),
    growth: z
      .object({ day: z.int(), week: z.int(), month: z.int() })
      .describe('Created in the last day, week and month, and still present'),
    perDay: z
      .array(z.object({ day: z.string(), created: z.int() }))
      .describe('Created on each of the last thirty days, and still present'),
    injected: z.object({ injections: z.int(), tokens: z.int(), used: z.int() }),
    spend: z.object({ calls: z.int(), tokens: z.int() }).describe('On the model, today'),
    disk: z
      .object({
        memories: z.int(),
        index: z.int(),
        vectors: z.int(),
        journal: z.int(),
        transcripts: z.int(),
        other: z.int(),
        perMemory: z.int().describe('Index and journal, for each memory'),
      })
      .describe('Bytes on disk, by use'),
    vectors: z.array(z.object({ model: z.string(), memories: z.int() })),
  }),
  run: (engine, caller, { everywhere = false }) => statsOf(engine, caller, everywhere),
})
