/** K-18. The team this home is a member of. */
import { MnemeError } from '../../errors.ts'
import type { Membership, TeamLink, TeamServer } from '../../team/server.ts'
import type { Engine } from '../engine.ts'

export interface InTeam {
  readonly link: TeamLink
  readonly membership: Membership
  readonly server: TeamServer
}

export function teamOf(engine: Engine): InTeam | null {
  const link = engine.team
  const membership = link?.membership() ?? null
  return link && membership ? { link, membership, server: link.server(membership) } : null
}

export function requireTeam(engine: Engine): InTeam {
  const found = teamOf(engine)
  if (found) return found
  throw new MnemeError('not_allowed', 'this home belongs to no team', {
    hint: 'Join one with an invitation: mneme team join URL CODE',
  })
}

/** Whether retrying later makes sense. */
export function isOffline(thrown: unknown): boolean {
  if (!(thrown instanceof MnemeError)) return false
  return ['unavailable', 'store_busy', 'rate_limited'].includes(thrown.code)
}
