import { describe, expect, it } from 'vitest'
import { memorability } from '../../src/capture/memorability.ts'
import { MemorabilitySettings } from '../../src/capture/settings.ts'
import { fc } from '../support/property.ts'

const settings = MemorabilitySettings.parse({})
const nothing = { taskText: '', neighbours: [] }
const decision = {
  type: 'decision',
  title: 'Sessions live in Redis',
  content:
    'We decided to keep sessions in Redis instead of Postgres because they must survive a restart and `session_store` is read on every request.',
}
const listing = {
  type: 'change',
  title: 'ls',
  content:
    'total 48\ndrwxr-xr-x 2 me me 4096 src\n-rw-r--r-- 1 me me 120 package.json\nREADME.md\nsrc/',
}

describe('what deserves to be remembered', () => {
  it('G-05 the total is the sum of its parts', () => {
    const { total, parts } = memorability(settings, decision, nothing)
    const sum = parts.substance + parts.salience + parts.distinctiveness + parts.type
    expect(total).toBeCloseTo(sum, 10)
    expect(parts.type).toBeCloseTo(0.2 * 0.8, 10)
    expect(parts.salience).toBeCloseTo(0.2 * 0.5, 10)
  })

  it('G-05 a decision passes the gate, a listing does not', () => {
    expect(memorability(settings, decision, nothing).memorable).toBe(true)
    expect(
      memorability(settings, listing, { ...nothing, taskText: 'fix the parser' }).memorable,
    ).toBe(false)
    expect(memorability(settings, listing, nothing).memorable).toBe(false)
  })

  it('G-05 what is known already is less distinctive', () => {
    const known = { ...nothing, neighbours: [`${decision.title}\n${decision.content}`] }
    expect(memorability(settings, decision, known).parts.distinctiveness).toBe(0)
    expect(memorability(settings, decision, nothing).parts.distinctiveness).toBeGreaterThan(0)
  })

  it('G-05 what fits the task is more salient', () => {
    const fits = memorability(settings, decision, { ...nothing, taskText: 'redis sessions' })
    const other = memorability(settings, decision, { ...nothing, taskText: 'css colours' })
    expect(fits.parts.salience).toBeGreaterThan(other.parts.salience)
    expect(other.parts.salience).toBe(0)
  })

  it.each([
    ['decision', 0.8],
    ['discovery', 0.7],
    ['bugfix', 0.5],
    ['feature', 0.5],
    ['refactor', 0.3],
    ['change', 0.3],
    ['my-own-label', 0.5],
  ])('G-05 the weight of %s is %d', (type, weight) => {
    const { parts } = memorability(settings, { ...decision, type }, nothing)
    expect(parts.type).toBeCloseTo(0.2 * weight, 10)
  })

  it('G-05 stays between 0 and 1', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.string(),
        fc.array(fc.string(), { maxLength: 3 }),
        (title, content, taskText, neighbours) => {
          const { total } = memorability(
            settings,
            { type: 'decision', title, content },
            { taskText, neighbours },
          )
          expect(total).toBeGreaterThanOrEqual(0)
          expect(total).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})
