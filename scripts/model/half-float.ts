/** Half-precision floats (IEEE 754 binary16), widened through a table of all 65,536 of them. */

const HALF_VALUES = 1 << 16
/** The smallest subnormal half: one unit in its last place, 2^-24. */
const SUBNORMAL_STEP = 2 ** -24

let widened: Float32Array | undefined

/** Each half in `halves` as the float of the same value. */
export function floatsFromHalves(halves: Uint16Array): Float32Array {
  const table = wideningTable()
  const floats = new Float32Array(halves.length)
  for (let i = 0; i < halves.length; i++) floats[i] = table[halves[i] as number] as number
  return floats
}

function wideningTable(): Float32Array {
  widened ??= Float32Array.from({ length: HALF_VALUES }, (_, bits) => floatFromHalf(bits))
  return widened
}

function floatFromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0) return sign * fraction * SUBNORMAL_STEP
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY
  return sign * 2 ** (exponent - 15) * (1 + fraction / 1024)
}
