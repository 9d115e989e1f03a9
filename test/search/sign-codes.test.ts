import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differingBits, wordsPerCode, writeCode } from '../../src/search/sign-codes.ts'

function codeOf(vector: Float32Array): Uint32Array {
  const code = new Uint32Array(wordsPerCode(vector.length))
  writeCode(vector, code, 0)
  return code
}

describe('sign codes', () => {
  it('D-03 384 dimensions take 48 bytes', () => {
    expect(wordsPerCode(384) * 4).toBe(48)
  })

  it('D-03 a bit is set where a number is positive', () => {
    expect([...codeOf(Float32Array.of(0.1, -1, 0, 2))]).toEqual([0b1001, 0, 0])
  })

  it('D-03 counts the dimensions in which two vectors differ by sign', () => {
    const dims = fc.integer({ min: 1, max: 2_100 })
    const vectors = dims.chain((length) => {
      const side = fc.float32Array({
        minLength: length,
        maxLength: length,
        min: -1,
        max: 1,
        noNaN: true,
      })
      return fc.tuple(side, side)
    })
    fc.assert(
      fc.property(vectors, ([a, b]) => {
        const slow = a.reduce((n, x, i) => n + Number(x > 0 !== (b[i] as number) > 0), 0)
        expect(differingBits(codeOf(a), codeOf(b), 0)).toBe(slow)
      }),
      { numRuns: 60 },
    )
  })

  it('D-03 opposite vectors differ everywhere', () => {
    const all = new Float32Array(3_072).fill(1)
    expect(differingBits(codeOf(all), codeOf(all.map((x) => -x)), 0)).toBe(3_072)
  })
})
