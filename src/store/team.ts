/**
 * K-18. Where teams are kept: who is in them, what was proposed and what was done. Its promises are
 * held by test/doors/team and test/engine/team-isolation.test.ts. Moments are the database's own, so
 * that servers whose clocks differ agree on what has expired.
 */
import type { Role } from '../team/roles.ts'
import type { AuditEntry, Proposal, SharedDraft, TeamMember } from '../team/wire.ts'
import type { Store } from './store.ts'

export interface Team {
  readonly id: number
  readonly name: string
  /** The space of the database that holds its memories. */
  readonly space: number
}

interface Member {
  readonly id: number
  readonly tokenExpiresAt: string | null
}

/** A member as the team knows it. */
export interface MemberStanding {
  readonly team: Team
  /** Null when it was not asked for. */
  readonly role: Role | null
  readonly name: string
}

/** Who does something, and under which name it is remembered. */
export interface Actor {
  readonly member: number
  readonly name: string
}

/** The same, by the name that the server knows it by where the team has none for it. */
interface AuditActor {
  readonly member: number
  readonly name: string | null
}

export type NewAuditEntry = Pick<AuditEntry, 'act' | 'outcome' | 'subject' | 'detail'>

export interface TeamDatabase {
  /** In the server's own name: before it is known who asks. */
  readonly own: OwnReads
  /** In a member's name, behind row-level security. Null: as the owner, without the second lock. */
  as(member: number | null): TeamRecords
  /** The team's memories, in that name. */
  storeOf(team: Team, member: number | null): Store
  /** Answers when the schema, the role and the database are there. */
  ready(): Promise<void>
  readonly load: { readonly open: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}

export interface OwnReads {
  /** Whose token this is; null when it is unknown, expired or revoked. */
  authenticate(digest: Uint8Array): Promise<Member | null>
  /** Noted now and then, for the list of members. */
  noteSeen(member: number): Promise<void>
  /** A name that is taken rejects with `conflict`. */
  createTeam(name: string): Promise<Team>
  team(name: string): Promise<Team | null>
  /** For the first maintainer of a team, or when all are gone. */
  invite(team: Team, invitation: NewInvitation): Promise<string>
  /**
   * An invitation is used once, within its time. The same token again is the same joining; a
   * person who is a member already stays one, with the higher of the two roles.
   */
  redeem(redeeming: Redeeming): Promise<Redeemed>
  /**
   * Written down where the member itself may not write: it was refused, is no member, or has just
   * left. The same refusal again within a minute is one line.
   */
  note(team: Team, by: AuditActor, entry: NewAuditEntry): Promise<void>
  /** Forgets invitations and tokens that are over; says how many. */
  sweep(): Promise<number>
  /** Forgets what was done longer ago; says how much. */
  pruneAudit(days: number): Promise<number>
  /** Says whether the lease is this holder's now: the job is due, and no other server runs it. */
  takeJob(job: JobLease): Promise<boolean>
  /** Done: not due again before its time. A server that lost the lease meanwhile changes nothing. */
  finishJob(job: Pick<JobLease, 'name' | 'holder'>): Promise<void>
}

interface JobLease {
  readonly name: string
  readonly holder: string
  readonly everySeconds: number
  readonly leaseSeconds: number
}

export interface NewInvitation {
  readonly digest: Uint8Array
  readonly role: Role
  readonly days: number
}

export interface Redeeming {
  readonly invitation: Uint8Array
  readonly name: string
  readonly token: Uint8Array
  readonly tokenDays: number
  /** Who joins, where that is known. */
  readonly member: number | null
}

export interface Redeemed {
  readonly team: Team
  readonly member: number
  readonly role: Role
  readonly name: string
  readonly expiresAt: string
}

export interface TeamRecords {
  /** The team, if this member is in it. */
  standing(team: string, member: number): Promise<MemberStanding | null>
  members(team: Team): Promise<(TeamMember & { readonly id: number })[]>
  /** Says whether there was such a member. Refused if it would leave the team without maintainers. */
  setRole(team: Team, member: number, role: Role): Promise<boolean>
  remove(team: Team, member: number): Promise<boolean>
  invite(team: Team, by: number, invitation: NewInvitation): Promise<string>
  /** The same id again is the same proposal: the first one is kept. */
  propose(team: Team, by: Actor, id: string, draft: SharedDraft): Promise<Proposal>
  proposal(team: Team, id: string, of?: { readonly by?: number }): Promise<Proposal | null>
  proposals(team: Team, filter: ProposalFilter): Promise<Proposal[]>
  /**
   * Says whether this member may now decide on it: no one else is at it, and it still waits. A
   * claim that was not finished lapses after a minute.
   */
  claim(team: Team, id: string, by: Actor): Promise<boolean>
  /** Only what waits and was claimed; says whether it did. */
  settle(team: Team, id: string, by: Actor, settled: Settled): Promise<boolean>
  /** By its author, while no one is deciding on it. */
  withdraw(team: Team, id: string, by: Actor): Promise<boolean>
  note(team: Team, by: Actor, entry: NewAuditEntry): Promise<void>
  /** Newest first. */
  audit(team: Team, before: number | null, limit: number): Promise<AuditEntry[]>
  /** Memories that were changed after this place of the journal, in the order of their last change. */
  changedSince(team: Team, after: number, limit: number): Promise<readonly Changed[]>
  renewToken(member: number, digest: Uint8Array, days: number): Promise<string>
  revokeTokens(member: number, except: Uint8Array | null): Promise<number>
}

export interface ProposalFilter {
  readonly state?: Proposal['state']
  /** Only what this member proposed. */
  readonly by?: number
  readonly limit: number
}

export interface Settled {
  readonly state: 'accepted' | 'rejected'
  readonly reason: string | null
  readonly memory: string | null
}

export interface Changed {
  readonly id: string
  readonly seq: number
}
