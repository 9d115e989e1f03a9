/** K-18. Invitations and their redemption. */
import { MnemeError } from '../../errors.ts'
import { ROLES, type Role } from '../../team/roles.ts'
import type { NewInvitation, Redeemed, Redeeming, Team } from '../team.ts'
import type { Connections, Row, Transaction } from './connections.ts'
import { fromText, toText } from './texts.ts'

export async function createInvitation(
  db: Connections,
  team: Team,
  by: number | null,
  { digest, role, days }: NewInvitation,
): Promise<string> {
  const [row] = await db.all(
    `INSERT INTO team_invitation (digest, team, role, by, expires_at)
     VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))
     ON CONFLICT (digest) DO UPDATE SET digest = excluded.digest RETURNING expires_at`,
    digest,
    team.id,
    role,
    by,
    days * SECONDS_A_DAY,
  )
  return momentOf(row?.expires_at) as string
}

export const SECONDS_A_DAY = 86_400

export async function redeemInvitation(db: Transaction, redeeming: Redeeming): Promise<Redeemed> {
  const invitation = await db.get(
    `SELECT team, role, by, used_at, expires_at < now() AS late FROM team_invitation
     WHERE digest = $1 FOR UPDATE`,
    redeeming.invitation,
  )
  const earlier = await db.get(
    'SELECT member, expires_at FROM team_token WHERE digest = $1',
    redeeming.token,
  )
  if (!invitation || (invitation.used_at !== null && !earlier))
    throw invitationError('unknown or used up')
  if (invitation.late === true && !earlier) throw invitationError('too old')
  const team = Number(invitation.team)
  const found = await db.get('SELECT id, name, space FROM team WHERE id = $1', team)
  let member = earlier ? Number(earlier.member) : redeeming.member
  if (!earlier) {
    if (member === null) {
      const made = await db.get(
        'INSERT INTO team_member (name) VALUES ($1) RETURNING id',
        toText(redeeming.name),
      )
      member = Number(made?.id)
    }
    const taken = await db.get(
      'SELECT 1 AS taken FROM team_membership WHERE team = $1 AND lower(name) = lower($2) AND member <> $3',
      team,
      toText(redeeming.name),
      member,
    )
    if (taken) {
      throw new MnemeError('conflict', `the team has a member called "${redeeming.name}" already`, {
        hint: 'Join under another name: --as NAME',
      })
    }
    await db.run(
      `INSERT INTO team_membership (team, member, name, role, invited_by) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (team, member) DO UPDATE SET role = CASE
         WHEN array_position('{reader,writer,maintainer}'::text[], excluded.role)
           > array_position('{reader,writer,maintainer}'::text[], team_membership.role)
         THEN excluded.role ELSE team_membership.role END`,
      team,
      member,
      toText(redeeming.name),
      String(invitation.role),
      invitation.by === null ? null : Number(invitation.by),
    )
    await db.run(
      `INSERT INTO team_token (digest, member, expires_at)
       VALUES ($1, $2, now() + make_interval(secs => $3))`,
      redeeming.token,
      member,
      redeeming.tokenDays * SECONDS_A_DAY,
    )
    await db.run(
      'UPDATE team_invitation SET used_at = now() WHERE digest = $1',
      redeeming.invitation,
    )
    await db.run(
      `INSERT INTO team_audit (team, member, name, act, subject) VALUES ($1, $2, $3, 'join', $4)`,
      team,
      member,
      toText(redeeming.name),
      String(invitation.role),
    )
  }
  const [standing, token] = await Promise.all([
    db.get(
      'SELECT name, role FROM team_membership WHERE team = $1 AND member = $2',
      team,
      member as number,
    ),
    db.get('SELECT expires_at FROM team_token WHERE digest = $1', redeeming.token),
  ])
  if (!standing || !found) throw invitationError('used up')
  return {
    team: teamOf(found),
    member: member as number,
    role: isRole(standing.role),
    name: String(standing.name),
    expiresAt: momentOf(token?.expires_at) as string,
  }
}

function invitationError(why: string): MnemeError {
  return new MnemeError('unauthorized', `this invitation is ${why}`, {
    hint: 'Ask a maintainer for a new one: mneme team invite',
  })
}

export function momentOf(value: unknown): string | null {
  return value instanceof Date ? value.toISOString() : null
}

export function teamOf(row: Row): Team {
  return { id: Number(row.id), name: fromText(String(row.name)), space: Number(row.space) }
}

/** The column takes no other values. */
export function isRole(value: unknown): Role {
  return ROLES.find((role) => role === value) ?? 'reader'
}
