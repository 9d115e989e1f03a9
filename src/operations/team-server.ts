/**
 * K-18. The operations of a team server: each row is one HTTP route with its input and handler. `enter` inside
 * the handler checks the member's role (team/roles.ts).
 */
import * as z from 'zod'
import * as members from '../engine/team-server/members.ts'
import * as memories from '../engine/team-server/memories.ts'
import * as proposals from '../engine/team-server/proposals.ts'
import type { TeamService } from '../engine/team-server/service.ts'
import { MnemeError } from '../errors.ts'
import {
  Decision,
  JoinRequest,
  PROPOSAL_STATES,
  ProposalId,
  RoleName,
  SharedDraft,
} from '../team/wire.ts'

/** The member a request's token belongs to. */
export interface TeamCaller {
  readonly member: number
  readonly expiresAt: string | null
}

interface TeamOperation<Input extends z.ZodType, By extends TeamCaller | null = TeamCaller> {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Parameters as `:team`; with the query or the body they are the input. */
  readonly path: string
  readonly input: Input
  /** Answered without a token as well: then the caller is null. */
  readonly isOpen?: boolean
  readonly run: (service: TeamService, caller: By, input: z.output<Input>) => Promise<object>
}

// biome-ignore lint/suspicious/noExplicitAny: inputs are contravariant; `callTeam` parses before it runs
type AnyTeamOperation = TeamOperation<any, any>

function teamOperation<Input extends z.ZodType>(
  definition: TeamOperation<Input>,
): AnyTeamOperation {
  return definition
}

function openTeamOperation<Input extends z.ZodType>(
  definition: TeamOperation<Input, TeamCaller | null>,
): AnyTeamOperation {
  return { ...definition, isOpen: true }
}

const MAX_LISTED = 500
/** Maximum length of a search query. */
const MAX_QUERY_CHARACTERS = 10_000
/** Query parameters arrive as text. */
const Count = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const Limit = z.coerce.number().int().min(1).max(MAX_LISTED).default(100)
const InTeam = z.object({ team: z.string() })
const OfMember = InTeam.extend({ name: z.string() })
const OfMemory = InTeam.extend({ id: z.string() })

export const TEAM_OPERATIONS: readonly AnyTeamOperation[] = [
  openTeamOperation({
    name: 'join',
    method: 'POST',
    path: '/v1/join',
    input: JoinRequest,
    run: (service, caller, invitation) => members.join(service, caller?.member ?? null, invitation),
  }),
  teamOperation({
    name: 'renew token',
    method: 'POST',
    path: '/v1/token',
    input: z.object({}),
    run: (service, { member }) => members.renewToken(service, member),
  }),
  teamOperation({
    name: 'revoke tokens',
    method: 'DELETE',
    path: '/v1/token',
    input: z.object({}),
    run: async (service, { member }) => ({ revoked: await members.revokeTokens(service, member) }),
  }),
  teamOperation({
    name: 'status',
    method: 'GET',
    path: '/v1/teams/:team',
    input: InTeam,
    run: (service, { member, expiresAt }, { team }) =>
      members.status(service, member, team, expiresAt),
  }),
  teamOperation({
    name: 'members',
    method: 'GET',
    path: '/v1/teams/:team/members',
    input: InTeam,
    run: async (service, { member }, { team }) => ({
      members: await members.members(service, member, team),
    }),
  }),
  teamOperation({
    name: 'change role',
    method: 'PATCH',
    path: '/v1/teams/:team/members/:name',
    input: OfMember.extend({ role: RoleName }),
    run: (service, { member }, { team, ...change }) =>
      members.changeRole(service, member, team, change),
  }),
  teamOperation({
    name: 'remove member',
    method: 'DELETE',
    path: '/v1/teams/:team/members/:name',
    input: OfMember,
    run: (service, { member }, { team, name }) =>
      members.remove(service, member, team, name === '@me' ? null : name),
  }),
  teamOperation({
    name: 'invite',
    method: 'POST',
    path: '/v1/teams/:team/invitations',
    input: InTeam.extend({
      role: RoleName.default('reader'),
      days: z.number().positive().max(365).optional(),
    }),
    run: (service, { member }, { team, role, days }) =>
      members.invite(service, member, team, days === undefined ? { role } : { role, days }),
  }),
  teamOperation({
    name: 'audit',
    method: 'GET',
    path: '/v1/teams/:team/audit',
    input: InTeam.extend({ before: Count.nullable().default(null), limit: Limit }),
    run: async (service, { member }, { team, ...asked }) => ({
      entries: await members.audit(service, member, team, asked),
    }),
  }),
  teamOperation({
    name: 'changes',
    method: 'GET',
    path: '/v1/teams/:team/changes',
    input: InTeam.extend({ after: Count.default(0) }),
    run: (service, { member }, { team, after }) => memories.changes(service, member, team, after),
  }),
  teamOperation({
    name: 'search',
    method: 'POST',
    path: '/v1/teams/:team/search',
    input: InTeam.extend({
      query: z.string().max(MAX_QUERY_CHARACTERS),
      limit: z.int().min(1).max(100).default(10),
    }),
    run: async (service, { member }, { team, ...asked }) => ({
      hits: await memories.search(service, member, team, asked),
    }),
  }),
  teamOperation({
    name: 'memory',
    method: 'GET',
    path: '/v1/teams/:team/memories/:id',
    input: OfMemory,
    run: (service, { member }, { team, id }) => memories.memory(service, member, team, id),
  }),
  teamOperation({
    name: 'history',
    method: 'GET',
    path: '/v1/teams/:team/memories/:id/history',
    input: OfMemory,
    run: async (service, { member }, { team, id }) => ({
      events: await memories.history(service, member, team, id),
    }),
  }),
  teamOperation({
    name: 'forget',
    method: 'DELETE',
    path: '/v1/teams/:team/memories/:id',
    input: OfMemory,
    run: (service, { member }, { team, id }) => memories.forget(service, member, team, id),
  }),
  teamOperation({
    name: 'proposals',
    method: 'GET',
    path: '/v1/teams/:team/proposals',
    input: InTeam.extend({ state: z.enum(PROPOSAL_STATES).optional(), limit: Limit }),
    run: async (service, { member }, { team, state, limit }) => {
      const asked = { limit, ...(state ? { state } : {}) }
      return { proposals: await proposals.proposals(service, member, team, asked) }
    },
  }),
  teamOperation({
    name: 'propose',
    method: 'POST',
    path: '/v1/teams/:team/proposals',
    input: InTeam.extend({ id: ProposalId, draft: SharedDraft }),
    run: (service, { member }, { team, ...proposal }) =>
      proposals.propose(service, member, team, proposal),
  }),
  teamOperation({
    name: 'decide',
    method: 'POST',
    path: '/v1/teams/:team/proposals/:id/decision',
    input: OfMemory.extend(Decision.shape),
    run: (service, { member }, { team, id, verdict, reason }) =>
      proposals.decide(service, member, team, id, {
        verdict,
        ...(reason === undefined ? {} : { reason }),
      }),
  }),
]

/** Calls a team operation: authenticates, parses, runs it. */
export async function callTeam(
  operation: AnyTeamOperation,
  service: TeamService,
  caller: TeamCaller | null,
  input: unknown,
): Promise<object> {
  if (caller === null && !operation.isOpen) {
    throw new MnemeError('unauthorized', 'a token is needed')
  }
  const given = operation.input.safeParse(input)
  if (!given.success) throw notValid(given.error.issues[0])
  return operation.run(service, caller, given.data)
}

function notValid(issue: z.core.$ZodIssue | undefined): MnemeError {
  const where = issue?.path.join('.') ?? ''
  const message = issue?.message ?? 'the request is not valid'
  return new MnemeError('invalid_input', where === '' ? message : `${where}: ${message}`)
}
