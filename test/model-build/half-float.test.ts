import { expect, it } from 'vitest'
import { floatsFromHalves } from '../../scripts/model/half-float.ts'

it.each([
  { bits: 0x0000, value: 0 },
  { bits: 0x3c00, value: 1 },
  { bits: 0xc000, value: -2 },
  { bits: 0x3555, value: 0.333251953125 },
  { bits: 0x7bff, value: 65_504 },
  { bits: 0x0400, value: 2 ** -14 },
  { bits: 0x0001, value: 2 ** -24 },
  { bits: 0x7c00, value: Number.POSITIVE_INFINITY },
  { bits: 0x7e00, value: Number.NaN },
])('D-03 the half $bits is $value', ({ bits, value }) => {
  expect(floatsFromHalves(Uint16Array.of(bits))[0]).toBe(value)
})
