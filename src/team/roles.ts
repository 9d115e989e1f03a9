/** K-18. Who may do what in a team. Each role includes the ones below it. */
export const ROLES = ['reader', 'writer', 'maintainer'] as const
export type Role = (typeof ROLES)[number]

/** Everything that can be done to a team's memory, and the least role for it. */
// biome-ignore format: a table reads best in columns
export const ACTS = {
  read:    'reader',     // memories, their history, who is in the team
  leave:   'reader',
  propose: 'writer',
  accept:  'maintainer',
  reject:  'maintainer',
  forget:  'maintainer',
  invite:  'maintainer',
  change:  'maintainer', // another member's role, or membership
  audit:   'maintainer', // what everybody did
} as const satisfies Record<string, Role>

export type Act = keyof typeof ACTS

export function may(role: Role, act: Act): boolean {
  return isAtLeast(role, ACTS[act])
}

export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least)
}

/** A proposal is its author's and the maintainers' until it is accepted. */
export function maySeeProposal(role: Role, isAuthor: boolean): boolean {
  return isAuthor || may(role, 'accept')
}

/** A team always has a maintainer: the last one can neither leave nor step down. */
export function leavesNobody(roles: readonly Role[], from: Role, to: Role | null): boolean {
  if (from !== 'maintainer' || to === 'maintainer') return false
  return roles.filter((role) => role === 'maintainer').length <= 1
}
