import { describe, expect, it } from 'vitest'
import { quantizedRows, transposed } from '../../scripts/model/quantize.ts'
import { fc } from '../support/property.ts'

describe('int8 weights', () => {
  it('D-03 each row is scaled by its own largest value', () => {
    const { values, scales } = quantizedRows(Float32Array.of(1, -0.5, 0.01, 0.02), 2, 2)
    expect([...values]).toEqual([127, -63, 64, 127]) // -63.5 rounds up, 63.5 too
    expect(scales[0]).toBeCloseTo(1 / 127)
    expect(scales[1]).toBeCloseTo(0.02 / 127)
  })

  it('D-03 a row of zeros stays zero', () => {
    expect([...quantizedRows(new Float32Array(3), 1, 3).values]).toEqual([0, 0, 0])
  })

  it('D-03 no value moves by more than half a step', () => {
    const numbers = fc.float32Array({ min: -4, max: 4, noNaN: true, minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(numbers, (row) => {
        const { values, scales } = quantizedRows(row, 1, row.length)
        const step = scales[0] as number
        for (const [i, value] of row.entries()) {
          expect(Math.abs((values[i] as number) * step - value)).toBeLessThanOrEqual(step * 0.501)
        }
      }),
    )
  })

  it('D-03 turning a matrix twice gives it back', () => {
    const matrix = Float32Array.of(1, 2, 3, 4, 5, 6)
    expect([...transposed(matrix, 2, 3)]).toEqual([1, 4, 2, 5, 3, 6])
    expect(transposed(transposed(matrix, 2, 3), 3, 2)).toEqual(matrix)
  })
})
