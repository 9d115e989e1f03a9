/** K-18. A team's server as a member's machine sees it. Everything that changes something may be asked again. */

import type { Role } from './roles.ts'
import type {
  AuditEntry,
  Changes,
  Decision,
  Invitation,
  Joined,
  Proposal,
  Proposed,
  SharedDraft,
  TeamMember,
  TeamStatus,
} from './wire.ts'

/** Where this home belongs, as it is kept on the machine. The token is in it: for its owner's eyes. */
export interface Membership {
  readonly server: string
  readonly team: string
  readonly member: string
  readonly role: Role
  readonly token: string
  readonly expiresAt: string | null
  readonly joinedAt: string
}

export interface TeamServer {
  status(): Promise<TeamStatus>
  members(): Promise<TeamMember[]>
  changeRole(name: string, role: Role): Promise<TeamMember>
  /** Null: oneself. */
  remove(name: string | null): Promise<string>
  invite(role: Role, days?: number): Promise<Invitation>
  audit(limit: number): Promise<AuditEntry[]>
  /** What changed after a place; from 0 everything. */
  changes(after: number): Promise<Changes>
  history(id: string): Promise<TeamEvent[]>
  propose(id: string, draft: SharedDraft): Promise<Proposed>
  proposals(state: Proposal['state'] | null, limit: number): Promise<Proposal[]>
  decide(id: string, decision: Decision): Promise<Proposed>
  forget(id: string): Promise<boolean>
  renewToken(): Promise<{ readonly token: string; readonly expiresAt: string }>
  revokeTokens(): Promise<void>
}

interface TeamEvent {
  readonly at: string
  readonly by: string
  readonly what: string
  readonly fields: readonly string[]
}

/** How a home reaches its team; one home belongs to one team at a time. */
export interface TeamLink {
  membership(): Membership | null
  keep(membership: Membership | null): Promise<void>
  join(server: string, code: string, name: string): Promise<Joined>
  server(membership: Membership): TeamServer
}
