import { describe, expect, it } from 'vitest'
import {
  wordsBetweenCodes,
  wordsPerCode,
  writeCode,
  writeDistances,
} from '../../src/search/sign-codes.ts'
import { fc } from '../support/property.ts'

function codeOf(vector: Float32Array): Uint32Array {
  const code = new Uint32Array(wordsPerCode(vector.length))
  writeCode(vector, code, 0)
  return code
}

/** As they lie in memory, one row after the other. */
function distancesTo(query: Float32Array, rows: readonly Float32Array[]): number[] {
  const words = wordsBetweenCodes(query.length)
  const [code, codes] = [new Uint32Array(words), new Uint32Array(words * rows.length)]
  writeCode(query, code, 0)
  rows.forEach((row, at) => {
    writeCode(row, codes, at * words)
  })
  const distances = new Uint16Array(rows.length + 2).fill(9)
  writeDistances(code, codes, rows.length, distances, 1)
  expect([distances[0], distances.at(-1)]).toEqual([9, 9])
  return [...distances.subarray(1, -1)]
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
      return fc.tuple(side, fc.array(side, { minLength: 1, maxLength: 4 }))
    })
    fc.assert(
      fc.property(vectors, ([query, rows]) => {
        const slow = (row: Float32Array) =>
          query.reduce((n, x, i) => n + Number(x > 0 !== (row[i] as number) > 0), 0)
        expect(distancesTo(query, rows)).toEqual(rows.map(slow))
      }),
      { numRuns: 60 },
    )
  })

  it('D-03 opposite vectors differ everywhere', () => {
    const all = new Float32Array(3_072).fill(1)
    expect(distancesTo(all, [all.map((x) => -x), all])).toEqual([3_072, 0])
  })
})
