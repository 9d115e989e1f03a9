/**
 * One bit a dimension: the sign. Two vectors that point the same way agree in most signs, so the
 * number of bits that differ orders a hundred thousand rows well enough to choose whom to look at
 * more closely, at a thirty-second of the memory.
 */

const WORD_BITS = 32
/** Counts of three words fit into four bits (3 × 4 ≤ 15), those of 30 words into eight. */
const WORDS_IN_NIBBLES = 3
const WORDS_IN_BYTES = 30

/** Rounded up to whole groups, so that counting has no rest to look after; unused bits stay 0. */
export function wordsPerCode(dims: number): number {
  return Math.ceil(dims / (WORD_BITS * WORDS_IN_NIBBLES)) * WORDS_IN_NIBBLES
}

/** Writes the signs of `vector` as words from `start` on. */
export function writeCode(vector: Float32Array, codes: Uint32Array, start: number): void {
  for (let i = 0; i < vector.length; i += WORD_BITS) {
    let word = 0
    const end = Math.min(i + WORD_BITS, vector.length)
    for (let j = i; j < end; j++) if ((vector[j] as number) > 0) word |= 1 << (j - i)
    codes[start + i / WORD_BITS] = word >>> 0
  }
}

/**
 * The number of differing bits between `query` and the code that begins at `start`. The counts of
 * all words are added up in small groups of bits side by side, and only the last sums are spread
 * out: a third of the steps of counting each word by itself.
 */
export function differingBits(query: Uint32Array, codes: Uint32Array, start: number): number {
  let total = 0
  for (let block = 0; block < query.length; block += WORDS_IN_BYTES) {
    const end = Math.min(block + WORDS_IN_BYTES, query.length)
    let bytes = 0
    for (let i = block; i < end; i += WORDS_IN_NIBBLES) {
      const nibbles =
        inNibbles((query[i] as number) ^ (codes[start + i] as number)) +
        inNibbles((query[i + 1] as number) ^ (codes[start + i + 1] as number)) +
        inNibbles((query[i + 2] as number) ^ (codes[start + i + 2] as number))
      bytes += (nibbles & 0x0f0f0f0f) + ((nibbles >>> 4) & 0x0f0f0f0f)
    }
    const halves = (bytes & 0x00ff00ff) + ((bytes >>> 8) & 0x00ff00ff)
    total += (halves & 0xffff) + (halves >>> 16)
  }
  return total
}

/** How many bits are set in each group of four. */
function inNibbles(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  return (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
}
