import { describe, expect, it } from 'vitest'
import { packIntoBudget } from '../../src/search/budget.ts'
import { fc } from '../support/property.ts'

const byWord = { exact: true, count: (text: string) => text.split(' ').filter(Boolean).length }
const whole = (text: string) => ({ unit: { text }, start: 0, end: text.length })

describe('a token budget', () => {
  it('D-11 takes the best that fit, in order, and skips what does not', () => {
    const hits = ['a b c', 'd e f g h', 'i j', 'k'].map(whole)
    expect(packIntoBudget(6, hits, byWord)).toEqual([0, 2, 3])
    expect(packIntoBudget(3, hits, byWord)).toEqual([0])
    expect(packIntoBudget(0, hits, byWord)).toEqual([])
  })

  it('D-11 the best passage is what costs, not the text around it', () => {
    const long = { unit: { text: 'x '.repeat(500) }, start: 0, end: 4 }
    expect(packIntoBudget(2, [long], byWord)).toEqual([0])
  })

  it('D-11 is never exceeded, and leaves out nothing that would still have fitted', () => {
    const texts = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 30 })
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 200 }), (lengths, budget) => {
        const hits = lengths.map((length) => whole('w '.repeat(length).trim()))
        const places = packIntoBudget(budget, hits, byWord)
        const spent = places.reduce((sum, place) => sum + (lengths[place] as number), 0)
        expect(spent).toBeLessThanOrEqual(budget)
        for (const [place, length] of lengths.entries()) {
          if (!places.includes(place)) expect(spent + length).toBeGreaterThan(budget)
        }
      }),
    )
  })
})
