import { expect, it } from 'vitest'
import { RecencySettings, recencyBoost } from '../../src/ranking/recency.ts'
import { SeasonSettings, seasonFactor } from '../../src/ranking/season.ts'
import { fc } from '../support/property.ts'

const settings = RecencySettings.parse({})

it.each([
  { hours: 0, total: 1.5 },
  { hours: 24, total: 1.1839 },
  { hours: 48, total: 1.0677 },
  { hours: null, total: 1 },
])('I-04 used $hours hours ago gives $total', ({ hours, total }) => {
  expect(recencyBoost(settings, hours).total).toBeCloseTo(total, 4)
})

it('I-04 stays in 1 to 1.5 and only falls', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e5, noNaN: true }), (hours) => {
      const { total } = recencyBoost(settings, hours)
      expect(total).toBeGreaterThanOrEqual(1)
      expect(total).toBeLessThanOrEqual(1.5)
      expect(recencyBoost(settings, hours + 1).total).toBeLessThanOrEqual(total)
    }),
  )
})

it.each([
  {
    why: 'raised while its season is on',
    season: 'release-week',
    on: ['Release Week'],
    total: 1.25,
  },
  { why: 'as it is in another season', season: 'release-week', on: ['end-of-sprint'], total: 1 },
  { why: 'as it is without a season', season: null, on: ['release-week'], total: 1 },
  { why: 'as it is with an empty label', season: ' ', on: [''], total: 1 },
])('A-16 $why', ({ season, on, total }) => {
  expect(seasonFactor(SeasonSettings.parse({}), season, on).total).toBe(total)
})
