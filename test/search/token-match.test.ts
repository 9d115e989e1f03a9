import { describe, expect, it } from 'vitest'
import { tokenSigns } from '../../src/embed/token-signs.ts'
import { scoreTokens, tokenMatcher, withWindow } from '../../src/search/token-match.ts'
import { fc } from '../support/property.ts'

const DIMS = 16
const MEAN = new Float32Array(DIMS)
const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: DIMS, maxLength: DIMS })
  .map((values) => Float32Array.from(values))

const signsOf = (values: Float32Array) => tokenSigns({ values, start: 0, dims: DIMS }, [0], MEAN)

describe('matching word by word', () => {
  it('M-30 a likeness is the product with the signs, by the lengths of both', () => {
    fc.assert(
      fc.property(vector, vector, (asked, said) => {
        const matcher = tokenMatcher({ floats: asked, weights: Float32Array.of(1) })
        let product = 0
        for (let i = 0; i < DIMS; i += 1)
          product += (said[i] as number) > 0 ? (asked[i] as number) : -(asked[i] as number)
        expect(matcher.bests(signsOf(said))[0]).toBeCloseTo(product / Math.sqrt(DIMS), 4)
      }),
    )
  })

  it('M-30 two words compared at once are each compared as if alone', () => {
    const dims = 24
    const some = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
      minLength: dims,
      maxLength: dims,
    })
    const byte = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(
        fc.array(some, { minLength: 1, maxLength: 5 }),
        fc.array(fc.tuple(byte, byte, byte), { minLength: 1, maxLength: 4 }),
        (asked, said) => {
          const weights = new Float32Array(asked.length)
          const matcher = tokenMatcher({ floats: Float32Array.from(asked.flat()), weights })
          const bests = matcher.bests(Uint8Array.from(said.flat()))
          asked.forEach((values, token) => {
            const sums = said.map((bytes) =>
              values.reduce((sum, value, i) => {
                const isPositive = (((bytes[i >> 3] as number) >> (i & 7)) & 1) === 1
                return sum + (isPositive ? value : -value)
              }, 0),
            )
            expect(bests[token]).toBeCloseTo(Math.max(...sums) / Math.sqrt(dims), 4)
          })
        },
      ),
    )
  })

  it('M-30 each word of the question takes its best in the text, by what it counts', () => {
    const up = Float32Array.from({ length: DIMS }, () => 0.25)
    const down = up.map((value) => -value)
    const matcher = tokenMatcher({
      floats: Float32Array.from([...up, ...down]),
      weights: Float32Array.of(0.75, 0.25),
    })
    const both = Uint8Array.from([...signsOf(up), ...signsOf(down)])
    expect(matcher.total(matcher.bests(both))).toBeCloseTo(1, 5)
    expect(matcher.total(matcher.bests(signsOf(up)))).toBeCloseTo(0.75 - 0.25, 5)
  })

  it('M-30 the window takes in what was said right beside it in the session, and no other', () => {
    const up = Float32Array.from({ length: DIMS }, () => 0.25)
    const down = up.map((value) => -value)
    const matcher = tokenMatcher({ floats: up, weights: Float32Array.of(1) })
    const passage = (unit: number, session: string | null, values: Float32Array) => ({
      unit,
      session,
      bests: matcher.bests(signsOf(values)),
    })
    const passages = [
      passage(1, 'a', down),
      passage(2, 'a', up),
      passage(3, 'b', down),
      passage(9, null, down),
    ]
    const scores = scoreTokens(matcher, [1, 3, 9], passages)
    expect(scores.get(1)).toEqual({ match: expect.closeTo(-1, 5), window: expect.closeTo(1, 5) })
    expect(scores.get(3)?.window).toBeCloseTo(-1, 5)
    expect(scores.get(9)?.window).toBeNull()
    expect(withWindow([{ key: 3, session: 's' }])).toEqual([1, 2, 3, 4, 5])
    expect(withWindow([{ key: 3, session: null }])).toEqual([3])
  })
})
