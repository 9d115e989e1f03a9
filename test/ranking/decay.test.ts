import { expect, it } from 'vitest'
import { SOURCES } from '../../src/memory/memory.ts'
import {
  beliefIn,
  DecaySettings,
  decayDaysOf,
  decayedConfidence,
  fadingOf,
} from '../../src/ranking/decay.ts'
import { TrustSettings, trustOf } from '../../src/ranking/trust.ts'
import { fc } from '../support/property.ts'

const settings = DecaySettings.parse({})
const fresh = { confidence: 0.8, ageDays: 0, accessCount: 0, decayDays: 30, trust: 1 }

it.each([
  { why: 'fresh and unused it is what it was', change: {}, total: 0.8 },
  { why: 'after one constant 1/e is left', change: { ageDays: 30 }, total: 0.2943 },
  { why: 'nine uses add 0.1·ln 10', change: { accessCount: 9 }, total: 0.9842 },
  { why: 'trust is a factor', change: { trust: 0.6 }, total: 0.48 },
  {
    why: 'all together: 0.8·e^(−1)·1.2303·0.6',
    change: { ageDays: 30, accessCount: 9, trust: 0.6 },
    total: 0.2172,
  },
  { why: 'it never exceeds 1', change: { confidence: 1, accessCount: 1000 }, total: 1 },
])('I-03 $why', ({ change, total }) => {
  expect(decayedConfidence(settings, { ...fresh, ...change }).total).toBeCloseTo(total, 3)
})

it('I-03 what was inferred fades in a week, unless its type fades faster', () => {
  expect(decayDaysOf(settings, 'correction', 'user-corrected')).toBe(365)
  expect(decayDaysOf(settings, 'correction', 'inferred')).toBe(7)
  expect(decayDaysOf({ ...settings, inferredDays: 50 }, 'fact', 'inferred')).toBe(30)
})

it('I-03 is read from a memory', () => {
  const memory = {
    accessCount: 2,
    confidence: 0.9,
    createdAt: '2026-01-01T00:00:00.000Z',
    trust: 0.6,
    type: 'decision',
    lastAccessedAt: null,
    lastReinforcedAt: '2026-01-01T00:00:00.000Z',
    provenance: {
      source: 'inferred' as const,
      origin: 'agent' as const,
      host: null,
      session: null,
      messages: null,
      at: '2026-01-01T00:00:00.000Z',
      snippet: null,
      confidenceReason: null,
    },
  }
  expect(fadingOf(settings, memory, '2026-01-08T00:00:00.000Z')).toEqual({
    confidence: 0.9,
    ageDays: 7,
    accessCount: 2,
    decayDays: 7,
    trust: 0.6,
  })
  const used = { ...memory, lastAccessedAt: '2026-01-07T00:00:00.000Z' }
  expect(fadingOf(settings, used, '2026-01-08T00:00:00.000Z').ageDays).toBe(1)
  const confirmed = { ...memory, lastReinforcedAt: '2026-01-06T00:00:00.000Z' }
  expect(fadingOf(settings, confirmed, '2026-01-08T00:00:00.000Z').ageDays).toBe(2)
})

it('M-13 age keeps nothing from being believed, except what was merely inferred', () => {
  const fact = {
    accessCount: 0,
    confidence: 0.8,
    createdAt: '2023-01-01T00:00:00.000Z',
    lastAccessedAt: null,
    lastReinforcedAt: '2023-01-01T00:00:00.000Z',
    trust: 0.9,
    type: 'fact',
    provenance: {
      source: 'extracted' as const,
      origin: 'agent' as const,
      host: null,
      session: null,
      messages: null,
      at: '2023-01-01T00:00:00.000Z',
      snippet: null,
      confidenceReason: null,
    },
  }
  const now = '2026-01-01T00:00:00.000Z'
  expect(beliefIn(settings, fact, now)).toBeCloseTo(0.72, 10)
  const guess = { ...fact, provenance: { ...fact.provenance, source: 'inferred' as const } }
  expect(beliefIn(settings, guess, now)).toBeLessThan(0.001)
})

it('I-03 stays in 0 to 1, falls with age, rises with use and trust', () => {
  const fading = fc.record({
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    ageDays: fc.double({ min: 0, max: 4000, noNaN: true }),
    accessCount: fc.nat(10_000),
    decayDays: fc.double({ min: 1, max: 365, noNaN: true }),
    trust: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  const total = (m: typeof fresh) => decayedConfidence(settings, m).total
  fc.assert(
    fc.property(fading, (m) => {
      expect(total(m)).toBeGreaterThanOrEqual(0)
      expect(total(m)).toBeLessThanOrEqual(1)
      expect(total({ ...m, ageDays: m.ageDays + 1 })).toBeLessThanOrEqual(total(m))
      expect(total({ ...m, accessCount: m.accessCount + 1 })).toBeGreaterThanOrEqual(total(m))
      expect(total({ ...m, trust: 1 })).toBeGreaterThanOrEqual(total(m))
    }),
  )
})

it('A-09 what a person said is trusted most, what was inferred least', () => {
  const trust = TrustSettings.parse({})
  expect(trustOf(trust, 'user-stated')).toBe(1)
  expect(trustOf(trust, 'user-corrected')).toBe(1)
  for (const source of SOURCES) {
    expect(trustOf(trust, source)).toBeGreaterThanOrEqual(trustOf(trust, 'inferred'))
    expect(trustOf(trust, source)).toBeLessThanOrEqual(1)
  }
  expect(trustOf(TrustSettings.parse({ imported: 0.2 }), 'imported')).toBe(0.2)
})
