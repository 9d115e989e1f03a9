/** K-18. What a person's machine and the team's server say to each other. */
import * as z from 'zod'
import { Content, DraftFields } from '../memory/draft.ts'
import { Memory, Origin, Procedure, Source } from '../memory/memory.ts'
import { ROLES } from './roles.ts'

export const RoleName = z.enum(ROLES)
/** Of a team: part of addresses, so it is kept plain. */
export const TeamName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,38}$/, 'a team’s name is made of a–z, 0–9 and hyphens, at most 39')
const MemberName = z
  .string()
  .trim()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N}._@ -]{0,63}$/u,
    'a name begins with a letter or digit, at most 64',
  )

/** A memory as it is proposed. */
export const SharedDraft = DraftFields.omit({ sensitivity: true, ttlDays: true }).partial().extend({
  content: Content,
  origin: Origin.optional(),
  source: Source.optional(),
  procedure: Procedure.optional(),
})
export type SharedDraft = z.infer<typeof SharedDraft>

/** Chosen by the proposer: the same id is the same proposal, however often it arrives. */
export const ProposalId = z.ulid()

export const PROPOSAL_STATES = ['waiting', 'accepted', 'rejected', 'withdrawn'] as const
export const Proposal = z.object({
  id: ProposalId,
  by: z.string(),
  at: z.string(),
  state: z.enum(PROPOSAL_STATES),
  draft: SharedDraft,
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  reason: z.string().nullable(),
  /** The team's memory that came of it. */
  memory: z.string().nullable(),
})
export type Proposal = z.infer<typeof Proposal>

export const Proposed = z.object({ proposal: Proposal, notes: z.array(z.string()) })
export type Proposed = z.infer<typeof Proposed>

export const TeamStatus = z.object({
  team: z.string(),
  member: z.string(),
  role: RoleName,
  members: z.int(),
  memories: z.int(),
  waiting: z.int().describe('Undecided proposals that this member can see'),
  position: z.int().describe('Grows with every change; equal means nothing changed'),
  tokenExpiresAt: z.string().nullable(),
})
export type TeamStatus = z.infer<typeof TeamStatus>

export const TeamMember = z.object({
  name: z.string(),
  role: RoleName,
  since: z.string(),
  invitedBy: z.string().nullable(),
  lastSeenAt: z.string().nullable(),
})
export type TeamMember = z.infer<typeof TeamMember>

export const Invitation = z.object({
  code: z.string(),
  role: RoleName,
  expiresAt: z.string(),
})
export type Invitation = z.infer<typeof Invitation>

export const JoinRequest = z.object({ code: z.string().min(16).max(200), name: MemberName })
export const Joined = z.object({
  team: z.string(),
  member: z.string(),
  role: RoleName,
  token: z.string(),
  expiresAt: z.string().nullable(),
})
export type Joined = z.infer<typeof Joined>

/** Memories that changed since, as they are now; `gone` are no more to be shown. */
export const Changes = z.object({
  memories: z.array(Memory),
  gone: z.array(z.string()),
  /** Where to go on. */
  next: z.int(),
  more: z.boolean(),
})
export type Changes = z.infer<typeof Changes>

export const AuditEntry = z.object({
  seq: z.int(),
  at: z.string(),
  member: z.string(),
  act: z.string(),
  outcome: z.enum(['done', 'refused']).default('done'),
  /** Which memory, proposal, member or role. */
  subject: z.string().nullable(),
  /** What came of it, or why it was refused. */
  detail: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const Decision = z.object({
  verdict: z.enum(['accept', 'reject', 'withdraw']),
  reason: z.string().max(1000).optional(),
})
export type Decision = z.infer<typeof Decision>
