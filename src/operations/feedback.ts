import * as z from 'zod'
import { giveFeedback } from '../engine/memories/feedback.ts'
import { operation } from './operation.ts'

export const feedback = operation({
  name: 'feedback',
  summary: 'Rate a memory as helpful or unhelpful. Helpful memories rank higher.',
  effect: 'writes',
  http: { method: 'POST', path: '/api/memories/:id/feedback' },
  input: z.object({
    id: z.string().min(1).describe('Id or name'),
    verdict: z.enum(['helpful', 'unhelpful']).describe('Did it help?'),
  }),
  output: z.object({
    id: z.string(),
    confidence: z.number(),
    strength: z.int(),
    batch: z.string().nullable(),
  }),
  run: (engine, caller, { id, verdict }) => giveFeedback(engine, caller, id, verdict),
})

export const validate = operation({
  name: 'validate',
  summary: 'Confirm that a memory is correct. Confirmed memories are never demoted automatically.',
  effect: 'writes',
  http: { method: 'POST', path: '/api/memories/:id/validate' },
  input: z.object({
    id: z.string().min(1).describe('Id or name'),
    off: z.boolean().optional().describe('Withdraw the confirmation'),
  }),
  output: z.object({
    id: z.string(),
    validated: z.boolean(),
    proposed: z.boolean().describe('It waits for a person’s yes'),
    batch: z.string().nullable(),
  }),
  async run(engine, caller, { id, off = false }) {
    const { updateMemory } = await import('../engine/memories/update.ts')
    const { memory, proposed, batch } = await updateMemory(
      engine,
      caller,
      id,
      { validated: !off },
      'validate',
    )
    return { id: memory.id, validated: memory.validated, proposed: proposed !== null, batch }
  },
})
