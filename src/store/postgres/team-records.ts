/** K-18. The members' queries. Every statement names its team explicitly. */
import { MnemeError } from '../../errors.ts'
import { leavesNobody, type Role } from '../../team/roles.ts'
import type { AuditEntry, Proposal, SharedDraft } from '../../team/wire.ts'
import type {
  Actor,
  Changed,
  MemberStanding,
  NewAuditEntry,
  NewInvitation,
  ProposalFilter,
  Settled,
  Team,
  TeamRecords,
} from '../team.ts'
import type { Connections, Row, Transaction } from './connections.ts'
import { createInvitation, isRole, momentOf, SECONDS_A_DAY, teamOf } from './team-joining.ts'
import { fromText, toText } from './texts.ts'

/** A claim on a proposal lapses after this long. */
const CLAIM_SECONDS = 60

const PROPOSAL = `SELECT id, at, state, draft, reason, memory, decided_at, author, judge
  FROM team_proposal AS proposal`

export class PostgresTeamRecords implements TeamRecords {
  readonly #db: Connections

  constructor(db: Connections) {
    this.#db = db
  }

  async standing(team: string, member: number): Promise<MemberStanding | null> {
    const row = await this.#db.get(
      `SELECT team.id, team.name, team.space, membership.role, membership.name AS called
       FROM team JOIN team_membership AS membership ON membership.team = team.id
       WHERE team.name = $1 AND membership.member = $2`,
      toText(team),
      member,
    )
    return row ? { team: teamOf(row), role: isRole(row.role), name: text(row.called) } : null
  }

  async members(team: Team) {
    const rows = await this.#db.all(
      `SELECT membership.member, membership.name, membership.role, membership.since,
         inviting.name AS inviting, member.last_seen_at
       FROM team_membership AS membership JOIN team_member AS member ON member.id = membership.member
       LEFT JOIN team_member AS inviting ON inviting.id = membership.invited_by
       WHERE membership.team = $1 ORDER BY lower(membership.name)`,
      team.id,
    )
    return rows.map((row) => ({
      id: Number(row.member),
      name: text(row.name),
      role: isRole(row.role),
      since: momentOf(row.since) as string,
      invitedBy: row.inviting === null ? null : text(row.inviting),
      lastSeenAt: momentOf(row.last_seen_at),
    }))
  }

  async setRole(team: Team, member: number, role: Role): Promise<boolean> {
    return this.#db.transaction(async (db) => {
      await keepsMaintainer(db, team, member, role)
      return (
        (await db.run(
          'UPDATE team_membership SET role = $3 WHERE team = $1 AND member = $2',
          team.id,
          member,
          role,
        )) > 0
      )
    })
  }

  async remove(team: Team, member: number): Promise<boolean> {
    return this.#db.transaction(async (db) => {
      await keepsMaintainer(db, team, member, null)
      return (
        (await db.run(
          'DELETE FROM team_membership WHERE team = $1 AND member = $2',
          team.id,
          member,
        )) > 0
      )
    })
  }

  async invite(team: Team, by: number, invitation: NewInvitation): Promise<string> {
    return createInvitation(this.#db, team, by, invitation)
  }

  async propose(team: Team, by: Actor, id: string, draft: SharedDraft): Promise<Proposal> {
    await this.#db.run(
      `INSERT INTO team_proposal (team, id, by, author, draft) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (team, id) DO NOTHING`,
      team.id,
      id,
      by.member,
      toText(by.name),
      toText(JSON.stringify(draft)),
    )
    const proposal = await this.proposal(team, id, { by: by.member })
    if (proposal) return proposal
    throw new MnemeError('not_allowed', 'this proposal belongs to another member')
  }

  async proposal(
    team: Team,
    id: string,
    { by }: { readonly by?: number } = {},
  ): Promise<Proposal | null> {
    const row = await this.#db.get(
      `${PROPOSAL} WHERE proposal.team = $1 AND proposal.id = $2
         AND ($3::integer IS NULL OR proposal.by = $3)`,
      team.id,
      toText(id),
      by ?? null,
    )
    return row ? proposalOf(row) : null
  }

  async proposals(team: Team, { state, by, limit }: ProposalFilter): Promise<Proposal[]> {
    const rows = await this.#db.all(
      `${PROPOSAL} WHERE proposal.team = $1 AND ($2::text IS NULL OR proposal.state = $2)
         AND ($3::integer IS NULL OR proposal.by = $3)
       ORDER BY proposal.at, proposal.id LIMIT $4`,
      team.id,
      state ?? null,
      by ?? null,
      limit,
    )
    return rows.map(proposalOf)
  }

  async claim(team: Team, id: string, by: Actor): Promise<boolean> {
    const claimed = await this.#db.run(
      `UPDATE team_proposal SET decided_by = $3, judge = $4, decided_at = now()
       WHERE team = $1 AND id = $2 AND state = 'waiting' AND (decided_by IS NULL OR decided_by = $3
         OR decided_at < now() - make_interval(secs => ${CLAIM_SECONDS}))`,
      team.id,
      toText(id),
      by.member,
      toText(by.name),
    )
    return claimed > 0
  }

  async settle(team: Team, id: string, { member }: Actor, settled: Settled): Promise<boolean> {
    const done = await this.#db.run(
      `UPDATE team_proposal SET state = $4, reason = $5, memory = $6, decided_at = now()
       WHERE team = $1 AND id = $2 AND decided_by = $3 AND state IN ('waiting', $4)`,
      team.id,
      toText(id),
      member,
      settled.state,
      settled.reason === null ? null : toText(settled.reason),
      settled.memory,
    )
    return done > 0
  }

  async withdraw(team: Team, id: string, by: Actor): Promise<boolean> {
    const done = await this.#db.run(
      `UPDATE team_proposal SET state = 'withdrawn', decided_by = $3, judge = $4, decided_at = now()
       WHERE team = $1 AND id = $2 AND by = $3
         AND ((state = 'waiting' AND decided_by IS NULL) OR state = 'withdrawn')`,
      team.id,
      toText(id),
      by.member,
      toText(by.name),
    )
    return done > 0
  }

  async note(
    team: Team,
    by: Actor,
    { act, outcome, subject, detail }: NewAuditEntry,
  ): Promise<void> {
    await this.#db.runOnce(
      `INSERT INTO team_audit (team, member, name, act, outcome, subject, detail)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      team.id,
      by.member,
      toText(by.name),
      act,
      outcome,
      subject === null ? null : toText(subject),
      detail === null ? null : toText(detail),
    )
  }

  async audit(team: Team, before: number | null, limit: number): Promise<AuditEntry[]> {
    const rows = await this.#db.all(
      `SELECT seq, at, name, act, outcome, subject, detail FROM team_audit
       WHERE team = $1 AND ($2::bigint IS NULL OR seq < $2) ORDER BY seq DESC LIMIT $3`,
      team.id,
      before,
      limit,
    )
    return rows.map((row) => ({
      seq: Number(row.seq),
      at: momentOf(row.at) as string,
      member: text(row.name),
      act: text(row.act),
      outcome: row.outcome === 'refused' ? 'refused' : 'done',
      subject: row.subject === null ? null : text(row.subject),
      detail: row.detail === null ? null : text(row.detail),
    }))
  }

  /** A memory that changes again moves to its new place: what is about to be sent again is not sent twice. */
  async changedSince(team: Team, after: number, limit: number): Promise<readonly Changed[]> {
    const rows = await this.#db.all(
      `SELECT journal.key AS id, journal.seq FROM journal
       WHERE journal.space = $1 AND journal.seq > $2 AND journal.kind = 'memory'
         AND NOT EXISTS (SELECT 1 FROM journal AS later WHERE later.space = $1
           AND later.key = journal.key AND later.kind = 'memory' AND later.seq > journal.seq)
       ORDER BY journal.seq LIMIT $3`,
      team.space,
      after,
      limit,
    )
    return rows.map(({ id, seq }) => ({ id: text(id), seq: Number(seq) }))
  }

  async renewToken(member: number, digest: Uint8Array, days: number): Promise<string> {
    const [row] = await this.#db.all(
      `INSERT INTO team_token (digest, member, expires_at)
       VALUES ($1, $2, now() + make_interval(secs => $3))
       ON CONFLICT (digest) DO UPDATE SET digest = excluded.digest RETURNING expires_at`,
      digest,
      member,
      days * SECONDS_A_DAY,
    )
    return momentOf(row?.expires_at) as string
  }

  async revokeTokens(member: number, except: Uint8Array | null): Promise<number> {
    return this.#db.run(
      `UPDATE team_token SET revoked_at = now()
       WHERE member = $1 AND revoked_at IS NULL AND ($2::bytea IS NULL OR digest <> $2)`,
      member,
      except,
    )
  }
}

/** Read under a lock on the maintainers, so that two do not step down at once. */
async function keepsMaintainer(
  db: Transaction,
  team: Team,
  member: number,
  to: Role | null,
): Promise<void> {
  const present = await db.get(
    'SELECT role FROM team_membership WHERE team = $1 AND member = $2',
    team.id,
    member,
  )
  if (present?.role !== 'maintainer') return
  const rows = await db.all(
    `SELECT member, role FROM team_membership WHERE team = $1 AND role = 'maintainer'
     ORDER BY member FOR UPDATE`,
    team.id,
  )
  const roles = rows.map((row) => isRole(row.role))
  if (!leavesNobody(roles, 'maintainer', to)) return
  throw new MnemeError('conflict', 'the last maintainer of a team cannot go', {
    hint: 'Make another member a maintainer first: mneme team role NAME maintainer',
  })
}

function proposalOf(row: Row): Proposal {
  const state = row.state as Proposal['state']
  const isSettled = state !== 'waiting'
  return {
    id: text(row.id),
    by: text(row.author),
    at: momentOf(row.at) as string,
    state,
    // Written by `propose` alone, from a draft that was parsed before.
    draft: JSON.parse(text(row.draft)) as SharedDraft,
    decidedBy: isSettled && row.judge !== null ? text(row.judge) : null,
    decidedAt: isSettled ? momentOf(row.decided_at) : null,
    reason: row.reason === null ? null : text(row.reason),
    memory: row.memory === null ? null : text(row.memory),
  }
}

function text(value: unknown): string {
  return fromText(String(value))
}
