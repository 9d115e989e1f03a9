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

/** The sum of products of a query with the row that begins at `start`. */
export function int8Product({ values, step }: QueryRow, rows: Int8Array, start: number): number {
  let [a, b, c, d] = [0, 0, 0, 0]
  const whole = values.length - (values.length % 4)
  // Four sums side by side, since each addition waits for the one before it.
  for (let i = 0, at = start; i < whole; i += 4, at += 4) {
    a = (a + Math.imul(values[i] as number, rows[at] as number)) | 0
    b = (b + Math.imul(values[i + 1] as number, rows[at + 1] as number)) | 0
    c = (c + Math.imul(values[i + 2] as number, rows[at + 2] as number)) | 0
    d = (d + Math.imul(values[i + 3] as number, rows[at + 3] as number)) | 0
  }
  for (let i = whole; i < values.length; i += 1) {
    a = (a + Math.imul(values[i] as number, rows[start + i] as number)) | 0
  }
  return (a + b + c + d) * step
}
