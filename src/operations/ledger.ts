import * as z from 'zod'
import { ledgerOf } from '../engine/context/ledger.ts'
import { ORIGINS } from '../memory/memory.ts'
import { operation } from './operation.ts'

const Sums = {
  injections: z.int(),
  tokens: z.int(),
  used: z.int().describe('Injections the session used afterwards'),
  usedTokens: z.int().describe('Tokens of those'),
}

export const ledger = operation({
  name: 'ledger',
  summary: 'Show what was injected into prompts, what it cost in tokens, and whether it was used.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/ledger' },
  input: z.object({
    days: z.number().positive().max(36_500).optional().describe('Only the last this many days'),
    everywhere: z.boolean().optional().describe('In all projects'),
    limit: z.int().min(1).max(1000).default(20).describe('Maximum number of memories'),
  }),
  output: z.object({
    total: z.object({ ...Sums, memories: z.int() }),
    memories: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        origin: z.enum(ORIGINS).nullable().describe('Whose words it is in'),
        ...Sums,
        lastAt: z.string(),
      }),
    ),
  }),
  run: (engine, caller, { days, everywhere = false, limit }) =>
    ledgerOf(engine, caller, { days, everywhere, limit }),
})
