/**
 * Vectors as int8 with a factor of their own: a quarter of the memory of floats, and a cosine that
 * is right to about the third decimal.
 */

const INT8_LIMIT = 127
const INT32_LIMIT = 2_147_483_647
/** Finer steps of a query than this change no cosine that eight bits of a row can tell. */
const FINEST = 32_767

/**
 * Writes `vector` as int8 from `start` on, and returns the factor that turns the product with a
 * unit vector into a cosine. It carries the vector's own length, so that need not be 1.
 */
export function writeInt8Row(vector: Float32Array, rows: Int8Array, start: number): number {
  let largest = 0
  let squares = 0
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i] as number
    largest = Math.max(largest, Math.abs(value))
    squares += value * value
  }
  if (largest === 0) {
    rows.fill(0, start, start + vector.length)
    return 0
  }
  const scale = largest / INT8_LIMIT
  for (let i = 0; i < vector.length; i++) {
    rows[start + i] = Math.round((vector[i] as number) / scale)
  }
  return scale / Math.sqrt(squares)
}

/** A query in whole numbers: with those of a row they are multiplied three times as fast. */
export interface QueryRow {
  readonly values: Int32Array
  /** What one of its steps is worth. */
  readonly step: number
}

/** As finely as their sum of products with any row still is a whole number of 32 bits. */
export function queryRow(query: Float32Array): QueryRow {
  const most = Math.min(Math.floor(INT32_LIMIT / (INT8_LIMIT * query.length)), FINEST)
  const largest = query.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
  const step = largest / most || 1
  return { values: Int32Array.from(query, (value) => Math.round(value / step)), step }
}

/**
 * The sums of products of a query with two rows, into `sums` from `at` on: a number of the query is
 * read once for both, which takes two thirds of the time of one row after the other.
 */
export function writeInt8Products(
  { values, step }: QueryRow,
  one: Int8Array,
  startOne: number,
  other: Int8Array,
  startOther: number,
  sums: Float64Array,
  at: number,
): void {
  let [a, b, c, d] = [0, 0, 0, 0]
  const whole = values.length - (values.length % 2)
  for (let i = 0; i < whole; i += 2) {
    const first = values[i] as number
    const second = values[i + 1] as number
    a = (a + Math.imul(first, one[startOne + i] as number)) | 0
    b = (b + Math.imul(second, one[startOne + i + 1] as number)) | 0
    c = (c + Math.imul(first, other[startOther + i] as number)) | 0
    d = (d + Math.imul(second, other[startOther + i + 1] as number)) | 0
  }
  if (whole < values.length) {
    a = (a + Math.imul(values[whole] as number, one[startOne + whole] as number)) | 0
    c = (c + Math.imul(values[whole] as number, other[startOther + whole] as number)) | 0
  }
  sums[at] = (a + b) * step
  sums[at + 1] = (c + d) * step
}
