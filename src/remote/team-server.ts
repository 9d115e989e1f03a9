/** K-18. A team's server over HTTP. */
import * as z from 'zod'
import type { Membership, TeamServer } from '../team/server.ts'
import {
  AuditEntry,
  Changes,
  Invitation,
  Joined,
  Proposal,
  Proposed,
  TeamMember,
  TeamStatus,
} from '../team/wire.ts'
import { type Reaching, requestTeam } from './team-request.ts'

export function joinOverHttp(reaching: Reaching, code: string, name: string): Promise<Joined> {
  return requestTeam(reaching, 'POST', '/v1/join', Joined, { code, name })
}

export function teamServerOverHttp(
  { server, team, token }: Membership,
  timeoutMs: number,
): TeamServer {
  const reaching = { server, token, timeoutMs }
  const here = `/v1/teams/${encodeURIComponent(team)}`
  const part = (name: string) => encodeURIComponent(name)
  return {
    status: () => requestTeam(reaching, 'GET', here, TeamStatus),
    members: async () => (await requestTeam(reaching, 'GET', `${here}/members`, Members)).members,
    changeRole: (name, role) =>
      requestTeam(reaching, 'PATCH', `${here}/members/${part(name)}`, TeamMember, { role }),
    remove: async (name) =>
      (await requestTeam(reaching, 'DELETE', `${here}/members/${part(name ?? '@me')}`, Removed))
        .removed,
    invite: (role, days) =>
      requestTeam(reaching, 'POST', `${here}/invitations`, Invitation, {
        role,
        ...(days === undefined ? {} : { days }),
      }),
    audit: async (limit) =>
      (await requestTeam(reaching, 'GET', `${here}/audit?limit=${limit}`, Audit)).entries,
    changes: (after) => requestTeam(reaching, 'GET', `${here}/changes?after=${after}`, Changes),
    history: async (id) =>
      (await requestTeam(reaching, 'GET', `${here}/memories/${part(id)}/history`, History)).events,
    propose: (id, draft) =>
      requestTeam(reaching, 'POST', `${here}/proposals`, Proposed, { id, draft }),
    proposals: async (state, limit) => {
      const query = new URLSearchParams({ limit: String(limit), ...(state ? { state } : {}) })
      return (await requestTeam(reaching, 'GET', `${here}/proposals?${query}`, Proposals)).proposals
    },
    decide: (id, decision) =>
      requestTeam(reaching, 'POST', `${here}/proposals/${part(id)}/decision`, Proposed, decision),
    forget: async (id) =>
      (await requestTeam(reaching, 'DELETE', `${here}/memories/${part(id)}`, Forgotten)).forgotten,
    renewToken: () => requestTeam(reaching, 'POST', '/v1/token', Renewed),
    async revokeTokens() {
      await requestTeam(reaching, 'DELETE', '/v1/token', z.object({ revoked: z.int() }))
    },
  }
}

const Members = z.object({ members: z.array(TeamMember) })
const Removed = z.object({ removed: z.string() })
const Audit = z.object({ entries: z.array(AuditEntry) })
const History = z.object({
  events: z.array(
    z.object({
      at: z.string(),
      by: z.string(),
      what: z.string(),
      fields: z.array(z.string()),
    }),
  ),
})
const Proposals = z.object({ proposals: z.array(Proposal) })
const Forgotten = z.object({ forgotten: z.boolean() })
const Renewed = z.object({ token: z.string(), expiresAt: z.string() })
