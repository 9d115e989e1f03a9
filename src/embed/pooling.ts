/** From one vector per token to one unit vector per text. */

export type Pooling = 'mean' | 'cls'

/** A model's answer: texts × width × dims, of which each text's first `lengths[i]` rows are real. */
interface TokenVectors {
  readonly values: Float32Array
  readonly width: number
  readonly dims: number
}

export function pooledVectors(
  pooling: Pooling,
  tokens: TokenVectors,
  lengths: readonly number[],
): Float32Array[] {
  const { values, width, dims } = tokens
  return lengths.map((length, text) => {
    const start = text * width * dims
    const used = pooling === 'cls' ? 1 : length
    const sum = values.slice(start, start + dims)
    for (let row = 1; row < used; row++) {
      const at = start + row * dims
      for (let i = 0; i < dims; i++) sum[i] = (sum[i] as number) + (values[at + i] as number)
    }
    return asUnit(sum) // the length a mean would divide by is lost again in making it a unit
  })
}

/** `vector` scaled in place to length 1; one of zeros or with anything but numbers stays as it is. */
export function asUnit(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  if (length === 0 || !Number.isFinite(length)) return vector
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] as number) / length
  return vector
}
