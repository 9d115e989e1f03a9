/**
 * One bit a dimension: the sign. Two vectors that point the same way agree in most signs, so the
 * number of bits that differ orders a hundred thousand rows well enough to choose whom to look at
 * more closely, at a thirty-second of the memory.
 */

const WORD_BITS = 32
/** A code is kept as whole groups of so many words; unused bits stay 0. */
const WORDS_KEPT = 3
/** So many are compared at once: a small model's whole code. In memory a code is whole groups of them. */
const WORDS_AT_ONCE = 12

export function wordsPerCode(dims: number): number {
  return wholeGroups(dims, WORDS_KEPT)
}

/** How far apart codes lie in memory. */
export function wordsBetweenCodes(dims: number): number {
  return wholeGroups(dims, WORDS_AT_ONCE)
}

function wholeGroups(dims: number, words: number): number {
  return Math.ceil(dims / (WORD_BITS * words)) * words
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
 * The number of differing bits between `query` and each of the first `count` codes, into `distances`
 * from `first` on. Codes lie as far apart as the query is long.
 */
export function writeDistances(
  query: Uint32Array,
  codes: Uint32Array,
  count: number,
  distances: Uint16Array,
  first: number,
): void {
  distances.fill(0, first, first + count)
  for (let group = 0; group < query.length; group += WORDS_AT_ONCE) {
    addDistances(query, group, codes, count, distances, first)
  }
}

/**
 * The same for one group of words. Bits are added as a sum by hand is, place by place: three words of
 * ones make a word of ones and a word of twos, and so on, until four words say it all and only they
 * are counted. The query's words are written out to stay in registers. Together that takes half the
 * time of counting each word in a loop.
 */
// biome-ignore format: one sum and its carry a line
function addDistances(
  query: Uint32Array,
  group: number,
  codes: Uint32Array,
  count: number,
  distances: Uint16Array,
  first: number,
): void {
  const asked = (word: number) => (query[group + word] as number) | 0
  const [q0, q1, q2, q3] = [asked(0), asked(1), asked(2), asked(3)]
  const [q4, q5, q6, q7] = [asked(4), asked(5), asked(6), asked(7)]
  const [q8, q9, q10, q11] = [asked(8), asked(9), asked(10), asked(11)]
  const stride = query.length
  for (let row = first, at = group; row < first + count; row += 1, at += stride) {
    const a = q0 ^ (codes[at] as number)
    const b = q1 ^ (codes[at + 1] as number)
    const c = q2 ^ (codes[at + 2] as number)
    const d = q3 ^ (codes[at + 3] as number)
    const e = q4 ^ (codes[at + 4] as number)
    const f = q5 ^ (codes[at + 5] as number)
    const g = q6 ^ (codes[at + 6] as number)
    const h = q7 ^ (codes[at + 7] as number)
    const i = q8 ^ (codes[at + 8] as number)
    const j = q9 ^ (codes[at + 9] as number)
    const k = q10 ^ (codes[at + 10] as number)
    const l = q11 ^ (codes[at + 11] as number)

    const abc = a ^ b ^ c, twos1 = carry(a, b, c)
    const def = d ^ e ^ f, twos2 = carry(d, e, f)
    const ghi = g ^ h ^ i, twos3 = carry(g, h, i)
    const jkl = j ^ k ^ l, twos4 = carry(j, k, l)
    const nine = abc ^ def ^ ghi, twos5 = carry(abc, def, ghi)
    const ones = nine ^ jkl, twos6 = nine & jkl
    const first3 = twos1 ^ twos2 ^ twos3, fours1 = carry(twos1, twos2, twos3)
    const last3 = twos4 ^ twos5 ^ twos6, fours2 = carry(twos4, twos5, twos6)
    const twos = first3 ^ last3, fours3 = first3 & last3
    const fours = fours1 ^ fours2 ^ fours3, eights = carry(fours1, fours2, fours3)

    // At most 8 × (1 + 2 + 4 + 8) in each byte.
    const bytes = inBytes(ones) + (inBytes(twos) << 1) + (inBytes(fours) << 2) + (inBytes(eights) << 3)
    const halves = (bytes & 0x00ff00ff) + ((bytes >>> 8) & 0x00ff00ff)
    distances[row] = (distances[row] as number) + (halves & 0xffff) + (halves >>> 16)
  }
}

/** The bits that are set in at least two of three. */
function carry(a: number, b: number, c: number): number {
  return (a & b) | ((a ^ b) & c)
}

/** How many bits are set in each byte. */
function inBytes(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (nibbles + (nibbles >>> 4)) & 0x0f0f0f0f
}
