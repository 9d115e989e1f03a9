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
 * The sum of products of `query` with the row that begins at `start`. Two sums side by side, since
 * each addition waits for the one before it.
 */
export function int8Product(query: Float32Array, rows: Int8Array, start: number): number {
  let even = 0
  let odd = 0
  const pairs = query.length - (query.length % 2)
  for (let i = 0; i < pairs; i += 2) {
    even += (query[i] as number) * (rows[start + i] as number)
    odd += (query[i + 1] as number) * (rows[start + i + 1] as number)
  }
  if (pairs < query.length) even += (query[pairs] as number) * (rows[start + pairs] as number)
  return even + odd
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
