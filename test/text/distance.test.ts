import { describe, expect, it } from 'vitest'
import { editDistance, nearest } from '../../src/text/distance.ts'
import { fc } from '../support/property.ts'

const word = fc.stringMatching(/^[abc]{0,6}$/)

describe('distance of words', () => {
  it.each([
    ['', '', 0],
    ['kitten', 'sitting', 3],
    ['recieve', 'receive', 1],
    ['ab', 'ba', 1],
    ['abc', '', 3],
    ['😀', '😁', 1],
  ])('J-11 %j and %j are %d apart', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance)
  })

  it('J-11 is symmetric, zero for equals alone, and at most the longer word', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        const distance = editDistance(a, b)
        expect(distance).toBe(editDistance(b, a))
        expect(distance === 0).toBe(a === b)
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length))
      }),
    )
  })

  it('J-11 a limit changes nothing below it and only shortens the way above', () => {
    fc.assert(
      fc.property(word, word, fc.nat(6), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(editDistance(a, b), limit + 1))
      }),
      { numRuns: 1000 },
    )
  })

  it('J-11 names what may have been meant', () => {
    const keys = ['search.limit', 'search.fusion', 'retrieval.fusion', 'confidence']
    expect(nearest(keys, 'serach.limit')).toEqual(['search.limit'])
    expect(nearest(keys, 'conf')).toEqual(['confidence'])
    expect(nearest(keys, 'zzz')).toEqual([])
    expect(nearest(['aab', 'aac', 'aad', 'aae'], 'aax')).toEqual(['aab', 'aac', 'aad'])
    expect(nearest(['Search'], 'search')).toEqual(['Search'])
  })
})
