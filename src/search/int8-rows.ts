/**
 * Vectors as int8 with a factor of their own: a quarter of the memory of floats, and a cosine that
 * is right to about the third decimal.
 */

const INT8_LIMIT = 127

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

/**
 * The sum of products of `query` with the row that begins at `start`. Four sums side by side, since
 * each addition waits for the one before it.
 */
export function int8Product(query: Float32Array, rows: Int8Array, start: number): number {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  const whole = query.length - (query.length % 4)
  for (let i = 0, at = start; i < whole; i += 4, at += 4) {
    a += (query[i] as number) * (rows[at] as number)
    b += (query[i + 1] as number) * (rows[at + 1] as number)
    c += (query[i + 2] as number) * (rows[at + 2] as number)
    d += (query[i + 3] as number) * (rows[at + 3] as number)
  }
  for (let i = whole; i < query.length; i += 1) {
    a += (query[i] as number) * (rows[start + i] as number)
  }
  return a + b + c + d
}

/** The cosine of two vectors of the same length; with a vector of zeros it is 0. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let product = 0
  let squaresA = 0
  let squaresB = 0
  for (let i = 0; i < a.length; i++) {
    const x = a[i] as number
    const y = b[i] as number
    product += x * y
    squaresA += x * x
    squaresB += y * y
  }
  return product / Math.sqrt(squaresA * squaresB) || 0
}
