import * as z from 'zod'
import type { Caller, Engine } from '../engine/engine.ts'
import {
  acceptMerge,
  findMergeProposal,
  type MergeProposal,
  mergeProposals,
  rejectMerges,
} from '../engine/memories/merge-proposals.ts'
import {
  acceptWaiting,
  listHeldMemories,
  proposedChanges,
  rejectWaiting,
} from '../engine/memories/review.ts'
import { decideProposal, waitingProposals } from '../engine/team/share.ts'
import { MnemeError } from '../errors.ts'
import { type Memory, MemoryFields, Provenance } from '../memory/memory.ts'
import type { Wanted } from '../memory/revise.ts'
import { Proposal } from '../team/wire.ts'
import { operation } from './operation.ts'
import { briefly, MemoryBrief } from './views.ts'

const ProposedChange = z.object({
  memory: MemoryBrief,
  at: z.string(),
  by: z.string().describe('Which agent'),
  cause: z.string().describe('By which operation'),
  outdated: z.boolean().describe('The memory was changed after this was proposed'),
  fields: z.array(z.object({ field: z.string(), current: z.unknown(), proposed: z.unknown() })),
})

/** `by` shows the origin; a change of it is not compared. What is to be forgotten is changed in no other way. */
function fieldsSideBySide(memory: Memory, wanted: Wanted) {
  const isForgotten = wanted.state === 'removed'
  return Object.entries(wanted)
    .filter(([field]) => (isForgotten ? field === 'state' : field !== 'provenance'))
    .filter(([field, proposed]) => proposed !== memory[field as keyof Memory])
    .map(([field, proposed]) => ({ field, current: memory[field as keyof Memory], proposed }))
}

export const reviewList = operation({
  name: 'review list',
  summary:
    'List what needs approval: rules from tools, web pages and files, changes that agents propose, and proposals to the team.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/review' },
  input: z.object({
    limit: z.int().min(1).max(1000).optional().describe('At most this many (50)'),
  }),
  output: z.object({
    waiting: z.array(MemoryBrief.extend({ content: z.string(), provenance: Provenance })),
    changes: z
      .array(ProposedChange)
      .describe('Changes that agents propose to a person’s memories, with the present values'),
    proposals: z.array(Proposal).describe('To the team: your own, and for maintainers all'),
    merges: z
      .array(
        z.object({
          newer: MemoryBrief.extend({ content: z.string() }),
          older: MemoryBrief.extend({ content: z.string() }),
          reason: z.string(),
          at: z.string(),
        }),
      )
      .describe('Two memories that seem to say the same; accept the newer one to merge them'),
    notes: z.array(z.string()),
  }),
  async run(engine, caller, { limit = 50 }) {
    const [held, changes, merges, { proposals, note }] = await Promise.all([
      listHeldMemories(engine, caller, limit),
      proposedChanges(engine, caller, limit),
      mergeProposals(engine, caller, limit),
      waitingProposals(engine, Math.min(limit, MAX_PROPOSALS)),
    ])
    return {
      changes: changes.map(({ memory, wanted, isOutdated, ...change }) => ({
        ...change,
        memory: briefly(memory),
        outdated: isOutdated,
        fields: fieldsSideBySide(memory, wanted),
      })),
      proposals: [...proposals],
      notes: note === null ? [] : [note],
      merges: merges.map(({ newer, older, reason, at }) => ({
        newer: { ...briefly(newer), content: newer.content },
        older: { ...briefly(older), content: older.content },
        reason,
        at,
      })),
      waiting: held.map((memory) => ({
        ...briefly(memory),
        content: memory.content,
        provenance: memory.provenance,
      })),
    }
  },
})

/** The page size of the server. */
const MAX_PROPOSALS = 500

export const reviewAccept = operation({
  name: 'review accept',
  summary:
    'Approve a memory or a proposal to the team; it is used from now on. Only a person can do this.',
  needsPerson: 'accepting what waits for review',
  effect: 'writes',
  http: { method: 'POST', path: '/api/review/:id/accept' },
  input: z.object({ id: z.string().min(1).describe('Id or name; of a proposal its id') }),
  output: z.object({
    memory: MemoryFields.nullable().describe('Null while the team’s server cannot be asked'),
    proposal: Proposal.nullable(),
    supersedes: z.array(z.string()).readonly(),
    contradicts: z.array(z.string()).readonly(),
    notes: z.array(z.string()).readonly(),
    batch: z.string().nullable(),
  }),
  async run(engine, caller, { id }) {
    if (await isProposal(engine, caller, id)) {
      const { memory, proposal, notes } = await decideProposal(engine, caller, id, {
        verdict: 'accept',
      })
      return { memory, proposal, notes, supersedes: [], contradicts: [], batch: null }
    }
    const merge = await findMergeProposal(engine, caller, id)
    if (merge) {
      const { memory, batch } = await acceptMerge(engine, caller, merge)
      const notes = [`merged with "${merge.older.name}"`]
      return { memory, proposal: null, supersedes: [merge.older.id], contradicts: [], notes, batch }
    }
    return { ...(await acceptWaiting(engine, caller, id)), proposal: null }
  },
})

export const reviewReject = operation({
  name: 'review reject',
  summary: 'Reject memories or proposals to the team. Only a person can do this.',
  needsPerson: 'rejecting what waits for review',
  effect: 'destroys',
  http: { method: 'POST', path: '/api/review/reject' },
  input: z.object({
    id: z.array(z.string().min(1)).min(1).readonly().describe('Ids or names'),
    reason: z
      .string()
      .max(1000)
      .optional()
      .describe('The reason, shown to the author of the proposal'),
  }),
  output: z.object({
    rejected: z.array(MemoryBrief),
    proposals: z.array(z.string()).describe('Ids of proposals that were rejected'),
    notes: z.array(z.string()).readonly(),
    batch: z.string().nullable(),
  }),
  async run(engine, caller, { id, reason }) {
    const own: string[] = []
    const proposals: string[] = []
    const merges: MergeProposal[] = []
    const notes: string[] = []
    for (const each of id) {
      if (await isProposal(engine, caller, each)) {
        proposals.push(each)
        continue
      }
      const merge = await findMergeProposal(engine, caller, each)
      if (merge) merges.push(merge)
      else own.push(each)
    }
    if (merges.length > 0) {
      await rejectMerges(engine, caller, merges)
      notes.push(
        ...merges.map(({ newer, older }) => `"${newer.name}" and "${older.name}" stay two`),
      )
    }
    const { rejected, batch } =
      own.length > 0 ? await rejectWaiting(engine, caller, own) : { rejected: [], batch: null }
    for (const each of proposals) {
      const verdict = { verdict: 'reject', ...(reason === undefined ? {} : { reason }) } as const
      notes.push(...(await decideProposal(engine, caller, each, verdict)).notes)
    }
    return { rejected: rejected.map(briefly), proposals, notes, batch }
  },
})

export const reviewWithdraw = operation({
  name: 'review withdraw',
  summary: 'Withdraw your proposal to the team before it is decided.',
  needsPerson: 'withdrawing a proposal',
  effect: 'writes',
  http: { method: 'POST', path: '/api/review/:id/withdraw' },
  input: z.object({ id: z.string().min(1).describe('The proposal’s id') }),
  output: z.object({ outcome: z.enum(['done', 'waiting']), notes: z.array(z.string()).readonly() }),
  async run(engine, caller, { id }) {
    const { outcome, notes } = await decideProposal(engine, caller, id, { verdict: 'withdraw' })
    return { outcome, notes }
  },
})

/** Local ids come first; anything else that looks like an id is the team's. */
async function isProposal(engine: Engine, caller: Caller, reference: string): Promise<boolean> {
  if (!engine.team?.membership() || !/^[0-9A-Z]{26}$/i.test(reference)) return false
  const { findMemory } = await import('../engine/memories/find-memory.ts')
  try {
    await findMemory(engine, caller, reference)
    return false
  } catch (thrown) {
    if (thrown instanceof MnemeError && thrown.code === 'not_found') return true
    throw thrown
  }
}
