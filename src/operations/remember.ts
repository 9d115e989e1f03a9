import { z } from 'zod'
import { remember as keep } from '../engine/remember.ts'
import { MemoryDraft } from '../memory/draft.ts'
import { operation } from './operation.ts'

export const remember = operation({
  name: 'remember',
  summary:
    'Keep something worth knowing later: a decision with its reason, a preference, a fact, a correction. Search first; the same text is never stored twice.',
  effect: 'writes',
  whenOff: 'refuses',
  http: { method: 'POST', path: '/api/memories' },
  input: MemoryDraft,
  output: z.object({
    outcome: z.enum(['created', 'updated', 'duplicate', 'near-duplicate', 'refused']),
    id: z.string().nullable(),
    name: z.string().nullable(),
    title: z.string().nullable(),
    type: z.string().nullable(),
    scope: z.string().nullable(),
    sensitivity: z.string().nullable(),
    archived: z.boolean().describe('A prior version was kept'),
    held: z.boolean().describe('Waits for a human yes before it is served'),
    supersedes: z.array(z.string()).readonly(),
    contradicts: z.array(z.string()).readonly(),
    notes: z.array(z.string()).readonly(),
    batch: z.string().nullable().describe('For undo'),
  }),
  run: (engine, caller, input) => keep(engine, caller, input),
})
