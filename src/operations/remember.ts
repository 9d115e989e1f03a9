import * as z from 'zod'
import { remember as keep } from '../engine/memories/remember.ts'
import { MemoryDraft } from '../memory/draft.ts'
import { operation } from './operation.ts'

export const remember = operation({
  name: 'remember',
  summary:
    'Save something worth knowing later: a decision with its reason, a preference, a fact, a correction. Search first; the same text is never stored twice.',
  effect: 'writes',
  whenOff: 'refuses',
  http: { method: 'POST', path: '/api/memories' },
  input: MemoryDraft,
  output: z.object({
    outcome: z
      .enum(['created', 'updated', 'duplicate', 'near-duplicate', 'refused', 'proposed', 'waiting'])
      .describe('proposed, waiting: to the team, which decides'),
    id: z.string().nullable(),
    name: z.string().nullable(),
    title: z.string().nullable(),
    type: z.string().nullable(),
    scope: z.string().nullable(),
    sensitivity: z.string().nullable(),
    archived: z.boolean().describe('The previous version was archived'),
    held: z.boolean().describe('Needs a person’s approval before it is used'),
    supersedes: z.array(z.string()).readonly(),
    contradicts: z.array(z.string()).readonly(),
    notes: z.array(z.string()).readonly(),
    batch: z.string().nullable().describe('For undo'),
  }),
  async run(engine, caller, input) {
    if (input.scope !== 'team' || !engine.team?.membership()) return keep(engine, caller, input)
    // A-04, K-18. Memories for the team must be accepted by the team.
    const { proposeDraft } = await import('../engine/team/share.ts')
    const { outcome, proposal, title, notes } = await proposeDraft(engine, caller, input)
    return {
      ...{ outcome, title, id: null, name: input.name ?? null, type: input.type ?? null },
      ...{ scope: 'team', sensitivity: 'public', archived: false, held: true },
      ...{ supersedes: [], contradicts: [], batch: null },
      notes: [`proposal ${proposal}: a maintainer accepts it with mneme review`, ...notes],
    }
  },
})
