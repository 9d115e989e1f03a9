import { expect, it } from 'vitest'
import { addDays } from '../../src/clock.ts'
import type { Source } from '../../src/memory/memory.ts'
import { CapSettings, overCap } from '../../src/ranking/cap.ts'
import {
  restingScore,
  type ScoredCandidate,
  ScoredSearchSettings,
  scoredSearch,
} from '../../src/ranking/scored-search.ts'
import { fc } from '../support/property.ts'

const settings = ScoredSearchSettings.parse({})
const typical: ScoredCandidate = { match: 0.8, ageDays: 30, vitality: 0.6, accessCount: 20 }

it.each([
  // 0.55·0.8 + 0.20·e^(−1) + 0.15·0.6 + 0.10·(0.7·1 + 0.3·30/90)
  { why: 'the worked example', change: {}, total: 0.6836 },
  {
    why: 'a perfect new match',
    change: { match: 1, ageDays: 0, vitality: 1, accessCount: 0 },
    total: 0.9,
  },
  { why: 'all at their best but age', change: { match: 1, vitality: 1, ageDays: 90 }, total: 0.81 },
])('D-06 $why', ({ change, total }) => {
  expect(scoredSearch(settings, { ...typical, ...change }).total).toBeCloseTo(total, 3)
})

it('D-06 stays in 0 to 1; a better match, more vitality or more use never lowers it', () => {
  const fraction = fc.double({ min: 0, max: 1, noNaN: true })
  const candidate = fc.record({
    match: fraction,
    ageDays: fc.double({ min: 0, max: 3000, noNaN: true }),
    vitality: fraction,
    accessCount: fc.nat(1000),
  })
  fc.assert(
    fc.property(candidate, (m) => {
      const { total } = scoredSearch(settings, m)
      expect(total).toBeGreaterThanOrEqual(0)
      expect(total).toBeLessThanOrEqual(1)
      for (const better of [
        { ...m, match: 1 },
        { ...m, vitality: 1 },
        { ...m, accessCount: m.accessCount + 1 },
      ])
        expect(scoredSearch(settings, better).total).toBeGreaterThanOrEqual(total)
      expect(restingScore(settings, m).total).toBeCloseTo(total - 0.55 * m.match, 10)
    }),
  )
})

const now = '2026-06-01T00:00:00.000Z'

function kept(id: string, ageDays: number, more: { source?: Source; validated?: boolean } = {}) {
  return {
    id,
    accessCount: 0,
    createdAt: addDays(now, -ageDays),
    vitality: 0.5,
    validated: more.validated ?? false,
    provenance: {
      source: more.source ?? ('observed' as const),
      origin: 'agent' as const,
      host: null,
      session: null,
      messages: null,
      at: now,
      snippet: null,
      confidenceReason: null,
    },
  }
}

it('B-09 the least worth makes room, never a validated or user-stated one', () => {
  const living = [
    kept('a', 1),
    kept('b', 40),
    kept('c', 60, { source: 'user-stated' }),
    kept('d', 50),
    kept('e', 60, { validated: true }),
  ]
  const both = { scoredSearch: settings, cap: CapSettings.parse({ maxMemories: 3 }) }
  expect(overCap(both, living, now).map(({ id }) => id)).toEqual(['d', 'b'])
  expect(overCap({ ...both, cap: { maxMemories: 1 } }, living, now)).toHaveLength(3)
  expect(overCap({ ...both, cap: CapSettings.parse({}) }, living, now)).toEqual([])
  expect(overCap({ ...both, cap: { maxMemories: 5 } }, living, now)).toEqual([])
})

it('B-09 the same ones go in whatever order they come', () => {
  const living = ['f', 'b', 'd', 'a', 'c', 'e'].map((id) => kept(id, 10))
  const both = { scoredSearch: settings, cap: { maxMemories: 3 } }
  expect(overCap(both, living, now)).toEqual(overCap(both, living.toReversed(), now))
})
