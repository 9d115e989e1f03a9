import { describe, expect, it } from 'vitest'
import { asUnit, pooledVectors } from '../../src/embed/pooling.ts'

/** Two texts of width 2: (3,0) (0,3), and (0,2) followed by padding that must not count. */
const tokens = { values: Float32Array.of(3, 0, 0, 3, 0, 2, 9, 9), width: 2, dims: 2 }

describe('pooling', () => {
  it('D-03 mean is the direction of the mean of real tokens', () => {
    const [first, second] = pooledVectors('mean', tokens, [2, 1])
    expect(first?.[0]).toBeCloseTo(Math.SQRT1_2)
    expect(first?.[1]).toBeCloseTo(Math.SQRT1_2)
    expect([...(second as Float32Array)]).toEqual([0, 1])
  })

  it('D-14 cls is the direction of the first token', () => {
    expect(pooledVectors('cls', tokens, [2, 1]).map((v) => [...v])).toEqual([[1, 0], [0, 1]]) // biome-ignore format: two vectors
  })

  it('D-03 a vector of zeros has no direction and is left alone', () => {
    expect([...asUnit(new Float32Array(2))]).toEqual([0, 0])
  })
})
