import * as z from 'zod'
import {
  approveAnchor,
  proposals,
  proposeAnchor,
  rejectAnchor,
  viewAnchors,
} from '../engine/vault/anchor-care.ts'
import { Content } from '../memory/draft.ts'
import { ORIGINS } from '../memory/memory.ts'
import { operation } from './operation.ts'

const AnchorView = z.object({
  file: z.string(),
  path: z.string(),
  scope: z.enum(['global', 'project']),
  origin: z.enum(ORIGINS).describe('Whose words it is in: a file’s until a person approves it'),
  state: z.enum(['none', 'trusted', 'unapproved', 'unreadable']),
  bytes: z.int(),
  hash: z.string().nullable(),
  text: z.string().nullable().describe('Hidden characters are shown as <U+…>'),
  hidden: z.int().describe('How many hidden characters there are'),
  notice: z.string().nullable(),
})

const Proposal = z.object({
  id: z.string(),
  at: z.string(),
  by: z.string(),
  why: z.string(),
  diff: z.string(),
  hidden: z.int(),
})

export const anchorShow = operation({
  name: 'anchor show',
  summary:
    'Show the trust anchors that go into every session: USER.md and the project’s PROJECT.md.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/anchors' },
  input: z.object({}),
  output: z.object({ anchors: z.array(AnchorView) }),
  run: async (engine, caller) => ({ anchors: await viewAnchors(engine, caller) }),
})

export const anchorList = operation({
  name: 'anchor list',
  summary: 'List proposed changes to PROJECT.md that need approval, each as a diff.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/anchors/proposals' },
  input: z.object({}),
  output: z.object({ proposals: z.array(Proposal) }),
  run: async (engine, caller) => ({ proposals: await proposals(engine, caller) }),
})

export const anchorPropose = operation({
  name: 'anchor propose',
  summary: 'Propose new text for PROJECT.md. It takes effect once a person approves it.',
  effect: 'writes',
  whenOff: 'refuses',
  http: { method: 'POST', path: '/api/anchors/proposals' },
  input: z.object({
    text: Content.min(1).describe('The whole new text'),
    why: z.string().max(1000).optional().describe('Why it should change'),
  }),
  output: Proposal.extend({ batch: z.string() }),
  run: (engine, caller, { text, why = '' }) => proposeAnchor(engine, caller, { text, why }),
})

export const anchorApprove = operation({
  name: 'anchor approve',
  summary: 'Review and approve PROJECT.md as it is on disk, or a proposal. Only in a terminal.',
  needsPerson: 'approving an anchor',
  effect: 'writes',
  http: { method: 'POST', path: '/api/anchors/approve' },
  input: z.object({
    id: z.string().min(1).optional().describe('The proposal (default: the file on disk)'),
    hash: z.string().min(6).optional().describe('Approve only if the text still has this hash'),
    file: z
      .enum(['PROJECT.md', 'USER.md'])
      .optional()
      .describe('USER.md where an agent wrote it (default PROJECT.md)'),
    yes: z.boolean().optional().describe('Approve; without this flag only the diff is shown'),
  }),
  output: z.object({
    approved: z.boolean(),
    path: z.string(),
    diff: z.string(),
    hidden: z.int(),
    hash: z.string(),
    batch: z.string().nullable(),
  }),
  run: (engine, caller, input) => approveAnchor(engine, caller, input),
})

export const anchorReject = operation({
  name: 'anchor reject',
  summary: 'Reject a proposal for PROJECT.md. Only in a terminal.',
  needsPerson: 'rejecting a proposal',
  effect: 'destroys',
  http: { method: 'POST', path: '/api/anchors/reject' },
  input: z.object({ id: z.string().min(1).describe('The proposal') }),
  output: z.object({ batch: z.string() }),
  run: async (engine, caller, { id }) => ({ batch: await rejectAnchor(engine, caller, id) }),
})
