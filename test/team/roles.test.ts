import { expect, it } from 'vitest'
import {
  ACTS,
  type Act,
  isAtLeast,
  leavesNobody,
  may,
  maySeeProposal,
  ROLES,
} from '../../src/team/roles.ts'
import { fc } from '../support/property.ts'

const role = fc.constantFrom(...ROLES)
const act = fc.constantFrom(...(Object.keys(ACTS) as Act[]))

it.each([
  ['reader', 'read', true],
  ['reader', 'propose', false],
  ['writer', 'propose', true],
  ['writer', 'accept', false],
  ['writer', 'invite', false],
  ['maintainer', 'accept', true],
  ['maintainer', 'audit', true],
] as const)('K-18 whether a %s may %s', (who, what, allowed) => {
  expect(may(who, what)).toBe(allowed)
})

it('K-18 a higher role may everything that a lower one may', () => {
  fc.assert(
    fc.property(role, role, act, (a, b, what) => {
      if (isAtLeast(a, b) && may(b, what)) expect(may(a, what)).toBe(true)
    }),
  )
})

it('K-18 a proposal is its author’s and the maintainers’', () => {
  expect(maySeeProposal('writer', true)).toBe(true)
  expect(maySeeProposal('writer', false)).toBe(false)
  expect(maySeeProposal('maintainer', false)).toBe(true)
})

it('K-18 a team never loses its last maintainer', () => {
  fc.assert(
    fc.property(
      fc.array(role, { minLength: 1, maxLength: 6 }),
      fc.nat(),
      fc.option(role),
      (all, at, to) => {
        const from = all[at % all.length] ?? 'reader'
        if (!all.includes('maintainer') || leavesNobody(all, from, to)) return
        const left = all.flatMap((each, place) => (place === at % all.length ? (to ?? []) : each))
        expect(left).toContain('maintainer')
      },
    ),
  )
})
