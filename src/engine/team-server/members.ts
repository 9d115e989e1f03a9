/** K-18. Members of a team: creating teams, inviting, joining, leaving. */
import { MnemeError } from '../../errors.ts'
import type { Team } from '../../store/team.ts'
import type { Role } from '../../team/roles.ts'
import { digestOf, invitationFrom, tokenFrom } from '../../team/secrets.ts'
import type { AuditEntry, Invitation, Joined, TeamMember, TeamStatus } from '../../team/wire.ts'
import { enter, perform, type TeamService, type TeamSession } from './service.ts'

const SECRET_BYTES = 32

/** For the server's operator: creates the team and its first maintainer's invitation. */
export async function createTeam(
  service: TeamService,
  name: string,
): Promise<{ team: Team; invitation: Invitation }> {
  const team = await service.database.own.createTeam(name)
  return { team, invitation: await ownInvitation(service, team, 'maintainer') }
}

export async function ownInvitation(
  service: TeamService,
  team: Team,
  role: Role,
): Promise<Invitation> {
  const code = invitationFrom(service.randomBytes(SECRET_BYTES))
  const days = service.settings.invitationDays
  const expiresAt = await service.database.own.invite(team, { digest: digestOf(code), role, days })
  return { code, role, expiresAt }
}

export async function invite(
  service: TeamService,
  member: number,
  team: string,
  { role, days = service.settings.invitationDays }: { readonly role: Role; readonly days?: number },
): Promise<Invitation> {
  const entered = await enter(service, member, team, 'invite')
  return perform(service, entered, { act: 'invite', subject: role }, async () => {
    const code = invitationFrom(service.randomBytes(SECRET_BYTES))
    const invitation = { digest: digestOf(code), role, days }
    const expiresAt = await entered.records.invite(entered.team, member, invitation)
    const note = { subject: role, detail: `until ${expiresAt}` }
    return { result: { code, role, expiresAt }, note }
  })
}

/** Joins with an invitation; a caller with a token joins as the same person. */
export async function join(
  service: TeamService,
  member: number | null,
  { code, name }: { readonly code: string; readonly name: string },
): Promise<Joined> {
  const token = tokenFrom(service.randomBytes(SECRET_BYTES))
  const joined = await service.database.own.redeem({
    invitation: digestOf(code),
    name,
    token: digestOf(token),
    tokenDays: service.settings.tokenDays,
    member,
  })
  const { team, role, expiresAt } = joined
  return { team: team.name, member: joined.name, role, token, expiresAt }
}

export async function status(
  service: TeamService,
  member: number,
  team: string,
  tokenExpiresAt: string | null,
): Promise<TeamStatus> {
  const entered = await enter(service, member, team, 'read')
  const { records, engine, role, name } = entered
  const [members, memories, waiting, position] = await Promise.all([
    records.members(entered.team),
    engine.store.memories.count({ living: true }),
    records.proposals(entered.team, {
      state: 'waiting',
      limit: MAX_COUNTED,
      ...(role === 'maintainer' || role === null ? {} : { by: member }),
    }),
    engine.store.journal.position(),
  ])
  return {
    team: entered.team.name,
    member: name,
    role: role ?? members.find(({ id }) => id === member)?.role ?? 'reader',
    members: members.length,
    memories,
    waiting: waiting.length,
    position,
    tokenExpiresAt,
  }
}

const MAX_COUNTED = 1000

export async function members(
  service: TeamService,
  member: number,
  team: string,
): Promise<TeamMember[]> {
  const entered = await enter(service, member, team, 'read')
  const found = await entered.records.members(entered.team)
  return found.map(({ id: _, ...each }) => each)
}

export async function changeRole(
  service: TeamService,
  member: number,
  team: string,
  { name, role }: { readonly name: string; readonly role: Role },
): Promise<TeamMember> {
  const entered = await enter(service, member, team, 'change')
  return perform(service, entered, { act: 'role', subject: name }, async () => {
    const whom = await memberByName(entered, name)
    if (!(await entered.records.setRole(entered.team, whom.id, role))) throw notYours(name)
    const { id: _, ...rest } = whom
    const note = { subject: whom.name, detail: `${whom.role} to ${role}` }
    return { result: { ...rest, role }, note }
  })
}

/** Removes oneself or, as a maintainer, another member. Shared memories stay with the team. */
export async function remove(
  service: TeamService,
  member: number,
  team: string,
  name: string | null,
): Promise<{ readonly removed: string }> {
  const asks = await enter(service, member, team, 'leave')
  const found = await asks.records.members(asks.team)
  const whom = found.find((each) =>
    name === null ? each.id === member : sameName(each.name, name),
  )
  const isOneself = whom?.id === member
  const entered = isOneself ? asks : await enter(service, member, team, 'change')
  const act = isOneself ? 'leave' : 'remove'
  const subject = whom?.name ?? name
  return perform(service, entered, { act, subject }, async () => {
    if (!whom) throw noMember(name ?? '')
    if (!(await entered.records.remove(entered.team, whom.id))) throw notYours(whom.name)
    const result = { removed: whom.name }
    if (!isOneself) return { result, note: { subject: whom.name, detail: null } }
    // A former member may not write the audit entry: the server does.
    const entry = { act, outcome: 'done', subject: whom.name, detail: null } as const
    await service.database.own.note(entered.team, { member, name: whom.name }, entry)
    return { result, note: null }
  })
}

/** Issues a new token and revokes the person's others. */
export async function renewToken(
  service: TeamService,
  member: number,
): Promise<{ readonly token: string; readonly expiresAt: string }> {
  const records = service.database.as(service.locks.rows ? member : null)
  const token = tokenFrom(service.randomBytes(SECRET_BYTES))
  const digest = digestOf(token)
  const expiresAt = await records.renewToken(member, digest, service.settings.tokenDays)
  await records.revokeTokens(member, digest)
  return { token, expiresAt }
}

export async function revokeTokens(service: TeamService, member: number): Promise<number> {
  return service.database.as(service.locks.rows ? member : null).revokeTokens(member, null)
}

export async function audit(
  service: TeamService,
  member: number,
  team: string,
  { before = null, limit }: { readonly before?: number | null; readonly limit: number },
): Promise<AuditEntry[]> {
  const entered = await enter(service, member, team, 'audit')
  return entered.records.audit(entered.team, before, limit)
}

async function memberByName({ records, team }: TeamSession, name: string) {
  const found = (await records.members(team)).find((each) => sameName(each.name, name))
  if (found) return found
  throw noMember(name)
}

function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

function noMember(name: string): MnemeError {
  return new MnemeError('not_found', `no member of the team is called "${name.slice(0, 60)}"`, {
    hint: 'See who is: mneme team members',
  })
}

function notYours(name: string): MnemeError {
  return new MnemeError('not_allowed', `"${name}" is not yours to change`)
}
