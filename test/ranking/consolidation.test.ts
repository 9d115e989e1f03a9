import { expect, it } from 'vitest'
import { ConsolidationSettings, consolidatedVitality } from '../../src/ranking/consolidation.ts'
import { fc } from '../support/property.ts'

const settings = ConsolidationSettings.parse({})
const idle = { vitality: 0.5, type: 'fact', accesses: 0, elapsedDays: 2 }

it.each([
  { why: 'two unused days cost 0.1', change: {}, total: 0.4 },
  { why: 'half of that for protected types', change: { type: 'decision' }, total: 0.45 },
  { why: 'one use adds 0.1·ln 2', change: { accesses: 1 }, total: 0.5693 },
  { why: 'nine uses add 0.1·ln 10', change: { accesses: 9 }, total: 0.7303 },
  { why: 'what was used does not fade', change: { accesses: 1, elapsedDays: 100 }, total: 0.5693 },
  { why: 'it stops at nothing', change: { elapsedDays: 100 }, total: 0 },
  { why: 'it stops at one', change: { vitality: 0.99, accesses: 50 }, total: 1 },
])('I-06 $why', ({ change, total }) => {
  expect(consolidatedVitality(settings, { ...idle, ...change }).total).toBeCloseTo(total, 4)
})

const vitality = fc.double({ min: 0, max: 1, noNaN: true })
const type = fc.constantFrom('fact', 'decision', 'change', 'policy')

it('I-06 nothing elapsed and nothing used changes nothing', () => {
  fc.assert(
    fc.property(vitality, type, (start, of) => {
      const m = { vitality: start, type: of, accesses: 0, elapsedDays: 0 }
      expect(consolidatedVitality(settings, m).total).toBe(start)
    }),
  )
})

it('I-06 counts elapsed days, not runs', () => {
  const days = fc.double({ min: 0, max: 30, noNaN: true })
  fc.assert(
    fc.property(vitality, type, days, days, (start, of, first, second) => {
      const run = (from: number, elapsedDays: number) =>
        consolidatedVitality(settings, { vitality: from, type: of, accesses: 0, elapsedDays }).total
      expect(run(run(start, first), second)).toBeCloseTo(run(start, first + second), 10)
    }),
  )
})

it('I-06 stays in 0 to 1, and more use never gives less', () => {
  fc.assert(
    fc.property(vitality, type, fc.nat(1000), fc.nat(500), (start, of, accesses, elapsedDays) => {
      const m = { vitality: start, type: of, accesses, elapsedDays }
      const { total } = consolidatedVitality(settings, m)
      expect(total).toBeGreaterThanOrEqual(0)
      expect(total).toBeLessThanOrEqual(1)
      const more = consolidatedVitality(settings, { ...m, accesses: accesses + 1 }).total
      expect(more).toBeGreaterThanOrEqual(total)
    }),
  )
})
