import * as z from 'zod'
import { shareMemory } from '../engine/team/share.ts'
import { operation } from './operation.ts'

export const share = operation({
  name: 'share',
  summary:
    'Propose one of your memories to the team; a maintainer decides. Private memories cannot be shared.',
  needsPerson: 'sharing a memory with the team',
  effect: 'writes',
  http: { method: 'POST', path: '/api/memories/:id/share' },
  input: z.object({ id: z.string().min(1).describe('Id or name') }),
  output: z.object({
    outcome: z.enum(['proposed', 'waiting']).describe('waiting: sent when the server answers'),
    proposal: z.string(),
    title: z.string(),
    team: z.string(),
    notes: z.array(z.string()).readonly(),
  }),
  run: (engine, caller, { id }) => shareMemory(engine, caller, id),
})
