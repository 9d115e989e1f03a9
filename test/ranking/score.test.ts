import { expect, it } from 'vitest'
import {
  RankingSettings,
  rankingScore,
  standingOf,
  type UseFacts,
} from '../../src/ranking/score.ts'
import { fc } from '../support/property.ts'

const settings = RankingSettings.parse({})
const typical = { accessCount: 5, confidence: 0.8, daysSinceAccess: 1, validated: true }

const standing: fc.Arbitrary<UseFacts> = fc.record({
  accessCount: fc.nat(1000),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  daysSinceAccess: fc.double({ min: 0, max: 5000, noNaN: true }),
  validated: fc.boolean(),
})

it.each([
  { why: 'the worked example of the spec', change: {}, total: 0.772 },
  { why: 'access stops counting at its ceiling', change: { accessCount: 500 }, total: 0.947 },
  { why: 'recency is never negative', change: { daysSinceAccess: 400 }, total: 0.525 },
  { why: 'a nod counts 0.15', change: { validated: false }, total: 0.622 },
])('I-01 $why', ({ change, total }) => {
  expect(rankingScore(settings, { ...typical, ...change }).total).toBeCloseTo(total, 3)
})

it('I-01 a memory never used counts its days from when it was made', () => {
  const memory = {
    accessCount: 0,
    confidence: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    lastAccessedAt: null,
    validated: false,
  }
  expect(standingOf(memory, '2026-02-15T00:00:00.000Z').daysSinceAccess).toBe(45)
})

it('I-01 stays in 0 to 1 and is the sum of its parts', () => {
  fc.assert(
    fc.property(standing, (m) => {
      const { total, parts } = rankingScore(settings, m)
      expect(total).toBeGreaterThanOrEqual(0)
      expect(total).toBeLessThanOrEqual(1 + 1e-12)
      expect(total).toBeCloseTo(
        Object.values(parts).reduce((sum, part) => sum + part, 0),
        12,
      )
    }),
  )
})

it('I-01 one more use, a nod or a later use never lowers it', () => {
  fc.assert(
    fc.property(standing, (m) => {
      const before = rankingScore(settings, m).total
      for (const better of [
        { ...m, accessCount: m.accessCount + 1 },
        { ...m, validated: true },
        { ...m, daysSinceAccess: m.daysSinceAccess / 2 },
      ])
        expect(rankingScore(settings, better).total).toBeGreaterThanOrEqual(before)
    }),
  )
})
