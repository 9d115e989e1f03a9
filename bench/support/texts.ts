/** Texts as people keep them, as many as are wanted, always the same, none nearly like another. */

export interface Texts {
  /** A title and a few sentences about it. */
  next(): { readonly title: string; readonly content: string }
  /** A question of a few words, each of which occurs somewhere. */
  query(words: number): string
}

/**
 * Words follow Zipf's law: a few are everywhere, most are rare, as in real notes. This many different
 * ones are what a few million words of English hold.
 */
const VOCABULARY = 80_000
const SENTENCE_WORDS = [8, 16] as const
const SENTENCES = [2, 4] as const
const TITLE_WORDS = [4, 7] as const
/** Questions are about something: their words come from beyond the most common ones. */
const COMMON = 100

const ONSETS =
  'b bl br c ch cl cr d dr f fl g gr h j k l m n p pl pr qu r s sh sl sp st t tr v w z'.split(' ')
const VOWELS = 'a e i o u ai ea ee oa ou'.split(' ')
const CODAS = ['', 'b', 'd', 'ck', 'l', 'm', 'n', 'nd', 'p', 'r', 'rt', 'sk', 't', 'x']

export function textsFrom(seed: number): Texts {
  const words = vocabulary(randomFrom(1))
  const random = randomFrom(seed)
  const between = ([low, high]: readonly [number, number]) =>
    low + Math.floor(random() * (high - low + 1))
  const word = (from = 0) => {
    const rank = Math.floor((VOCABULARY - from) ** random()) + from
    return words[Math.min(rank, VOCABULARY - 1)] as string
  }
  const phrase = (count: number, from?: number) =>
    Array.from({ length: count }, () => word(from)).join(' ')
  const sentence = () => `${capital(phrase(between(SENTENCE_WORDS)))}.`
  return {
    next: () => ({
      title: capital(phrase(between(TITLE_WORDS), COMMON)),
      content: Array.from({ length: between(SENTENCES) }, sentence).join(' '),
    }),
    query: (count) => phrase(count, COMMON),
  }
}

/** Mulberry32: small, fast, and the same everywhere. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

function vocabulary(random: () => number): string[] {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] as string
  const syllable = () => pick(ONSETS) + pick(VOWELS) + pick(CODAS)
  const words = new Set<string>()
  while (words.size < VOCABULARY) words.add(syllable() + (random() < 0.7 ? syllable() : ''))
  return [...words]
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
