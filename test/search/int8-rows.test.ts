import { describe, expect, it } from 'vitest'
import {
  type QueryRow,
  queryRow,
  writeInt8Products,
  writeInt8Row,
} from '../../src/search/int8-rows.ts'
import { fc } from '../support/property.ts'
import { cosine } from './brute-force.ts'

/** Of one row, with a row of zeros beside it. */
function int8Product(query: QueryRow, rows: Int8Array, start: number): number {
  const sums = new Float64Array(2)
  writeInt8Products(query, rows, start, new Int8Array(query.values.length), 0, sums, 0)
  expect(sums[1]).toBeCloseTo(0)
  return sums[0] as number
}

describe('int8 rows', () => {
  it('D-03 two rows at once are each compared as if alone', () => {
    const rows = new Int8Array(6)
    const query = queryRow(Float32Array.of(0.6, 0, 0.8))
    const one = writeInt8Row(Float32Array.of(1, 0, 0), rows, 0)
    const other = writeInt8Row(Float32Array.of(0, 0, 5), rows, 3)
    const sums = new Float64Array(3)
    writeInt8Products(query, rows, 0, rows, 3, sums, 1)
    expect((sums[1] as number) * one).toBeCloseTo(0.6, 2)
    expect((sums[2] as number) * other).toBeCloseTo(0.8, 2)
    expect(sums[0]).toBe(0)
  })

  it('D-03 give the cosine of a unit query, whatever the length of the row', () => {
    const rows = new Int8Array(4)
    const factor = writeInt8Row(Float32Array.of(30, 40), rows, 2)
    expect(int8Product(queryRow(Float32Array.of(1, 0)), rows, 2) * factor).toBeCloseTo(0.6, 2)
    expect([...rows.subarray(0, 2)]).toEqual([0, 0])
  })

  it('D-03 are right to within a hundredth', () => {
    const numbers = fc.float32Array({ minLength: 33, maxLength: 33, min: -1, max: 1, noNaN: true })
    fc.assert(
      fc.property(numbers, numbers, (query, vector) => {
        const length = Math.hypot(...query)
        fc.pre(length > 0.001)
        const rows = new Int8Array(33)
        const factor = writeInt8Row(vector, rows, 0)
        const unit = query.map((value) => value / length)
        const approximate = int8Product(queryRow(unit), rows, 0) * factor
        expect(Math.abs(approximate - cosine(query, vector))).toBeLessThan(0.025)
      }),
    )
  })

  it.each([1, 384, 4096, 65_534])('D-03 no sum of %i products is too large', (dims) => {
    const rows = new Int8Array(dims)
    const same = new Float32Array(dims).fill(1 / Math.sqrt(dims))
    const factor = writeInt8Row(same, rows, 0)
    expect(int8Product(queryRow(same), rows, 0) * factor).toBeCloseTo(1, 2)
  })

  it('D-03 a query of zeros is like nothing', () => {
    const rows = new Int8Array(4)
    const factor = writeInt8Row(Float32Array.of(1, 2, 3, 4), rows, 0)
    expect(int8Product(queryRow(new Float32Array(4)), rows, 0) * factor).toBe(0)
  })

  it.each([
    { a: [1, 0], b: [0, 1], is: 0 },
    { a: [1, 2], b: [2, 4], is: 1 },
    { a: [1, 2], b: [-1, -2], is: -1 },
    { a: [0, 0], b: [1, 1], is: 0 },
  ])('D-03 the cosine of $a and $b is $is', ({ a, b, is }) => {
    expect(cosine(Float32Array.from(a), Float32Array.from(b))).toBeCloseTo(is)
  })
})
