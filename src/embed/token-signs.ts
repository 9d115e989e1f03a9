/**
 * RECALL "word-level comparison". What of a text's tokens is kept to compare it word by word: the
 * signs of each token's vector after the mean of all tokens is taken off, one bit a number. A
 * question keeps the numbers themselves, for they are compared once and thrown away.
 */

/** The tokens of one text in a model's answer: `count` rows of `dims` numbers from `start` on. */
interface TokenRows {
  readonly values: Float32Array
  readonly start: number
  readonly dims: number
}

/** Bytes of `signs` for each token. */
function signBytes(dims: number): number {
  return Math.ceil(dims / 8)
}

/** Bit `i` of a token, lowest first, is set where its number `i` is above the mean. */
export function tokenSigns(
  { values, start, dims }: TokenRows,
  rows: readonly number[],
  mean: Float32Array,
): Uint8Array {
  const width = signBytes(dims)
  const signs = new Uint8Array(rows.length * width)
  rows.forEach((row, place) => {
    const from = start + row * dims
    for (let i = 0; i < dims; i += 1) {
      if ((values[from + i] as number) > (mean[i] as number)) {
        const at = place * width + (i >> 3)
        signs[at] = (signs[at] as number) | (1 << (i & 7))
      }
    }
  })
  return signs
}

/** The tokens of a question, each of length 1 after the mean is taken off. */
export function tokenFloats(
  { values, start, dims }: TokenRows,
  rows: readonly number[],
  mean: Float32Array,
): Float32Array {
  const floats = new Float32Array(rows.length * dims)
  rows.forEach((row, place) => {
    const from = start + row * dims
    let squares = 0
    for (let i = 0; i < dims; i += 1) {
      const value = (values[from + i] as number) - (mean[i] as number)
      floats[place * dims + i] = value
      squares += value * value
    }
    const length = Math.sqrt(squares) || 1
    for (let i = 0; i < dims; i += 1) {
      floats[place * dims + i] = (floats[place * dims + i] as number) / length
    }
  })
  return floats
}

/** Vocabularies of this family count words by how common they are: the rarer, the more it says. */
const FIRST_WORD = 1996

export function tokenWeights(ids: readonly number[]): Float32Array {
  const weights = Float32Array.from(ids, (id) => Math.log(2 + Math.max(id - FIRST_WORD, 0)))
  const sum = weights.reduce((total, weight) => total + weight, 0) || 1
  return weights.map((weight) => weight / sum)
}
