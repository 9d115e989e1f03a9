import { expect, it } from 'vitest'
import {
  ActivationSettings,
  activation,
  archiveReason,
  presenceOf,
} from '../../src/ranking/activation.ts'
import { fc } from '../support/property.ts'

const settings = ActivationSettings.parse({})
const made = '2026-01-01T00:00:00.000Z'
const day90 = '2026-04-01T00:00:00.000Z'

it.each([
  {
    why: 'a new decision is its weight',
    m: { weight: 0.8, daysSinceReinforced: 0, reinforcements: 0 },
    total: 0.8,
  },
  {
    why: 'it halves every 90 days',
    m: { weight: 0.8, daysSinceReinforced: 90, reinforcements: 0 },
    total: 0.4,
  },
  {
    why: 'M-16 reinforcements count by their logarithm: 0.5 · 0.25 · (1 + ln 4)',
    m: { weight: 0.5, daysSinceReinforced: 180, reinforcements: 3 },
    total: 0.298286795,
  },
])('I-05 $why', ({ m, total }) => {
  expect(activation(settings, m).total).toBeCloseTo(total, 8)
})

it('I-05 a recall starts the timer again and counts', () => {
  const memory = { type: 'fact', strength: 2, lastReinforcedAt: made }
  const after = { ...memory, strength: 3, lastReinforcedAt: day90 }
  expect(presenceOf(after, day90).daysSinceReinforced).toBe(0)
  expect(presenceOf(memory, day90)).toEqual({
    weight: 0.5,
    daysSinceReinforced: 90,
    reinforcements: 2,
  })
})

it('I-05 is archived below 0.1, never when validated or archived already', () => {
  // 0.3 · 2^(−t/90) < 0.1 once t > 142.6 days
  const faint = {
    type: 'change',
    strength: 0,
    lastReinforcedAt: made,
    archived: false,
    validated: false,
  }
  expect(archiveReason(settings, faint, '2026-05-23T00:00:00.000Z')).toBeNull() // day 142
  const later = '2026-05-24T00:00:00.000Z' // day 143
  expect(archiveReason(settings, faint, later)).toBe('activation 0.100 below 0.1')
  expect(archiveReason(settings, { ...faint, validated: true }, later)).toBeNull()
  expect(archiveReason(settings, { ...faint, archived: true }, later)).toBeNull()
})

it('I-05 never rises with time, never falls by reinforcement', () => {
  const presence = fc.record({
    weight: fc.double({ min: 0, max: 1, noNaN: true }),
    daysSinceReinforced: fc.double({ min: 0, max: 3000, noNaN: true }),
    reinforcements: fc.nat(100),
  })
  fc.assert(
    fc.property(presence, (m) => {
      const { total } = activation(settings, m)
      expect(total).toBeGreaterThanOrEqual(0)
      const older = { ...m, daysSinceReinforced: m.daysSinceReinforced + 1 }
      expect(activation(settings, older).total).toBeLessThanOrEqual(total)
      const stronger = { ...m, reinforcements: m.reinforcements + 1 }
      expect(activation(settings, stronger).total).toBeGreaterThanOrEqual(total)
    }),
  )
})
