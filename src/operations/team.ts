/** K-18. The team of this home: join, leave, members, sync. */
import * as z from 'zod'
import { joinTeam, leaveTeam, renewTeamToken } from '../engine/team/belong.ts'
import { copyPlace, lastLook } from '../engine/team/copy.ts'
import { isOffline, requireTeam, teamOf } from '../engine/team/membership.ts'
import { dropWrites, waitingWrites } from '../engine/team/queue.ts'
import { forgetInTeam } from '../engine/team/share.ts'
import { syncTeam } from '../engine/team/sync.ts'
import { createTeam, ownInvitation } from '../engine/team-server/members.ts'
import { MnemeError } from '../errors.ts'
import { AuditEntry, Invitation, RoleName, TeamMember, TeamName } from '../team/wire.ts'
import { operation } from './operation.ts'

export const teamCreate = operation({
  name: 'team create',
  summary:
    'Create a team in the PostgreSQL database at store.url, with an invitation for its first maintainer.',
  needsPerson: 'creating a team',
  effect: 'writes',
  whenOff: 'answers',
  http: { method: 'POST', path: '/api/team' },
  input: z.object({
    name: TeamName.describe('What the team is called: a–z, 0–9 and hyphens'),
    again: z
      .boolean()
      .optional()
      .describe('The team exists: only create a new maintainer invitation'),
  }),
  output: Invitation.extend({ team: z.string() }),
  async run(engine, _caller, { name, again = false }) {
    const { service, close } = await engine.openTeams()
    try {
      if (!again) {
        const { team, invitation } = await createTeam(service, name)
        return { team: team.name, ...invitation }
      }
      const team = await service.database.own.team(name)
      if (!team) throw new MnemeError('not_found', `there is no team "${name}" there`)
      return { team: team.name, ...(await ownInvitation(service, team, 'maintainer')) }
    } finally {
      await close()
    }
  },
})

export const teamJoin = operation({
  name: 'team join',
  summary: 'Join a team with an invitation. Its memories become searchable here.',
  needsPerson: 'joining a team',
  effect: 'writes',
  http: { method: 'POST', path: '/api/team/join' },
  input: z.object({
    server: z.string().min(1).max(1000).describe('The address of the team’s server'),
    code: z.string().min(1).max(200).describe('The invitation'),
    as: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('Your name in the team (default: your login)'),
  }),
  output: z.object({
    team: z.string(),
    member: z.string(),
    role: RoleName,
    memories: z.int().describe('Number of team memories copied here'),
    expiresAt: z.string().nullable().describe('When the token of this home ends'),
  }),
  async run(engine, _caller, { server, code, as }) {
    const asked = { server, code, ...(as === undefined ? {} : { name: as }) }
    const { membership, memories } = await joinTeam(engine, asked)
    const { team, member, role, expiresAt } = membership
    return { team, member, role, memories, expiresAt }
  },
})

export const teamLeave = operation({
  name: 'team leave',
  summary:
    'Leave the team: the local copy of its memories is deleted; what you shared stays with the team.',
  needsPerson: 'leaving a team',
  effect: 'destroys',
  http: { method: 'POST', path: '/api/team/leave' },
  input: z.object({
    force: z
      .boolean()
      .optional()
      .describe('Even if changes are unsent or the server is unreachable'),
  }),
  output: z.object({
    team: z.string(),
    erased: z.int().describe('Number of copies deleted'),
    notified: z.boolean().describe('Whether the server was notified'),
  }),
  run: (engine, caller, { force = false }) => leaveTeam(engine, caller, force),
})

export const teamInvite = operation({
  name: 'team invite',
  summary: 'Create an invitation for one person, valid for some days. For maintainers.',
  needsPerson: 'inviting someone to the team',
  effect: 'writes',
  http: { method: 'POST', path: '/api/team/invitations' },
  input: z.object({
    role: RoleName.optional().describe('What they may do: reader (default), writer, maintainer'),
    days: z.number().positive().max(365).optional().describe('Days within which it must be used'),
  }),
  output: Invitation.extend({ team: z.string(), server: z.string() }),
  async run(engine, _caller, { role = 'reader', days }) {
    const { server, membership } = requireTeam(engine)
    const invitation = await server.invite(role, days)
    return { ...invitation, team: membership.team, server: membership.server }
  },
})

export const teamMembers = operation({
  name: 'team members',
  summary: 'List the team’s members and their roles.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/team/members' },
  input: z.object({}),
  output: z.object({ team: z.string(), members: z.array(TeamMember) }),
  async run(engine) {
    const { server, membership } = requireTeam(engine)
    return { team: membership.team, members: await server.members() }
  },
})

export const teamRole = operation({
  name: 'team role',
  summary: 'Change a member’s role. For maintainers.',
  needsPerson: 'changing a member’s role',
  effect: 'writes',
  http: { method: 'PATCH', path: '/api/team/members/:name' },
  input: z.object({
    name: z.string().min(1).max(64).describe('Who'),
    role: RoleName.describe('reader, writer or maintainer'),
  }),
  output: z.object({ name: z.string(), role: RoleName }),
  async run(engine, _caller, { name, role }) {
    const changed = await requireTeam(engine).server.changeRole(name, role)
    return { name: changed.name, role: changed.role }
  },
})

export const teamRemove = operation({
  name: 'team remove',
  summary: 'Remove a member from the team. For maintainers.',
  needsPerson: 'removing a member',
  effect: 'destroys',
  http: { method: 'DELETE', path: '/api/team/members/:name' },
  input: z.object({ name: z.string().min(1).max(64).describe('Who') }),
  output: z.object({ removed: z.string() }),
  run: async (engine, _caller, { name }) => ({
    removed: await requireTeam(engine).server.remove(name),
  }),
})

export const teamStatus = operation({
  name: 'team status',
  summary: 'Show the team this home belongs to, how up to date its copy is, and unsent changes.',
  effect: 'reads',
  whenOff: 'answers',
  http: { method: 'GET', path: '/api/team' },
  input: z.object({}),
  output: z.object({
    team: z.string().nullable(),
    server: z.string().nullable(),
    member: z.string().nullable(),
    role: RoleName.nullable(),
    memories: z.int().describe('Of the team, in the copy here'),
    lookedAt: z.string().nullable().describe('When the server was last asked'),
    reachable: z.boolean().nullable(),
    problem: z.string().nullable(),
    behind: z.int().nullable().describe('Changes on the server that are not here yet'),
    proposals: z.int().nullable().describe('Waiting for a decision, as far as you can see'),
    tokenExpiresAt: z.string().nullable(),
    waiting: z.array(
      z.object({
        at: z.string(),
        what: z.string(),
        about: z.string(),
        refused: z.string().nullable(),
      }),
    ),
  }),
  async run(engine) {
    const inTeam = teamOf(engine)
    const waiting = (await waitingWrites(engine)).map(({ at, said, refused }) => ({
      at,
      what: said.what === 'decide' ? said.decision.verdict : said.what,
      about: said.what === 'propose' ? said.title : said.id,
      refused,
    }))
    if (!inTeam) return { ...NO_TEAM, waiting }
    const { membership, server } = inTeam
    const [place, lookedAt, memories, asked] = await Promise.all([
      copyPlace(engine),
      lastLook(engine),
      engine.store.memories.count({ scopes: ['team'], living: true }),
      server.status().then(
        (found) => ({ found, problem: null, reachable: true }),
        (thrown: unknown) => ({
          found: null,
          problem: thrown instanceof Error ? thrown.message : String(thrown),
          reachable: !isOffline(thrown),
        }),
      ),
    ])
    const { found, problem, reachable } = asked
    return {
      team: membership.team,
      server: membership.server,
      member: found?.member ?? membership.member,
      role: found?.role ?? membership.role,
      memories,
      lookedAt,
      reachable,
      problem,
      behind: found ? Math.max(0, found.position - (place?.at ?? 0)) : null,
      proposals: found?.waiting ?? null,
      tokenExpiresAt: found?.tokenExpiresAt ?? membership.expiresAt,
      waiting,
    }
  },
})

const NO_TEAM = {
  team: null,
  server: null,
  member: null,
  role: null,
  memories: 0,
  lookedAt: null,
  reachable: null,
  problem: null,
  behind: null,
  proposals: null,
  tokenExpiresAt: null,
} as const

export const teamSync = operation({
  name: 'team sync',
  summary:
    'Send pending changes to the team and fetch new ones. The daemon does this automatically.',
  needsPerson: ({ dropRefused }) => (dropRefused ? 'discarding changes' : null),
  effect: 'writes',
  http: { method: 'POST', path: '/api/team/sync' },
  input: z.object({
    dropRefused: z.boolean().optional().describe('Discard changes the server refused'),
  }),
  output: z.object({
    sent: z.int(),
    refused: z.int(),
    waiting: z.int(),
    changed: z.int(),
    gone: z.int(),
    dropped: z.int(),
  }),
  async run(engine, caller, input) {
    const dropped = input.dropRefused ? await dropWrites(engine, caller, 'refused') : 0
    return { ...(await syncTeam(engine, caller)), dropped }
  },
})

export const teamToken = operation({
  name: 'team token',
  summary: 'Create a new token for this home and revoke your older ones.',
  needsPerson: 'replacing your team token',
  effect: 'writes',
  http: { method: 'POST', path: '/api/team/token' },
  input: z.object({}),
  output: z.object({ expiresAt: z.string() }),
  run: (engine) => renewTeamToken(engine),
})

export const teamAudit = operation({
  name: 'team audit',
  summary: 'Show the audit log, newest first. For maintainers.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/team/audit' },
  input: z.object({
    limit: z.int().min(1).max(500).optional().describe('At most this many (50)'),
  }),
  output: z.object({ entries: z.array(AuditEntry) }),
  run: async (engine, _caller, { limit = 50 }) => ({
    entries: await requireTeam(engine).server.audit(limit),
  }),
})

export const teamHistory = operation({
  name: 'team history',
  summary: 'Show the history of a team memory.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/team/memories/:id/history' },
  input: z.object({ id: z.string().min(1).describe('Id or name') }),
  output: z.object({
    id: z.string(),
    name: z.string(),
    events: z.array(
      z.object({
        at: z.string(),
        by: z.string(),
        what: z.string(),
        fields: z.array(z.string()).readonly(),
      }),
    ),
  }),
  async run(engine, caller, { id: reference }) {
    const { findMemory } = await import('../engine/memories/find-memory.ts')
    const { id, name } = await findMemory(engine, caller, reference)
    const events = await requireTeam(engine).server.history(id)
    return { id, name, events: [...events] }
  },
})

export const teamForget = operation({
  name: 'team forget',
  summary: 'Forget a team memory on every machine. For maintainers.',
  needsPerson: 'forgetting a memory of the team',
  effect: 'destroys',
  http: { method: 'DELETE', path: '/api/team/memories/:id' },
  input: z.object({ id: z.string().min(1).describe('Id or name') }),
  output: z.object({
    outcome: z.enum(['done', 'waiting']),
    id: z.string(),
    name: z.string(),
  }),
  async run(engine, caller, { id }) {
    const { outcome, memory } = await forgetInTeam(engine, caller, id)
    return { outcome, id: memory.id, name: memory.name }
  },
})
