/**
 * Texts in English words, as many as are wanted, always the same for the same seed: each sentence is a
 * walk from word to word as they follow one another in the documentation of packages. Such texts have the
 * tokens, the common words and the ways of saying "is", "not" and "now" that people's notes have, which
 * texts of invented words do not.
 */
import { sentencesFrom } from '../sentences.ts'
import { randomFrom, type Texts, textsFrom } from './texts.ts'

const SENTENCES = [2, 3] as const
const MIN_SENTENCE_WORDS = 6
const MAX_SENTENCE_WORDS = 24
const TITLE_WORDS = [4, 7] as const
/** Of a hundred words, so many are names of things: products, people, modules. */
const NAMES_IN_100 = 4
/** Shorter words stand in every text and ask for nothing. */
const MIN_QUERY_LETTERS = 5
const END = ''

/** What may follow each word, once for each time it does; what begins a sentence follows the end. */
export type Followers = ReadonlyMap<string, readonly string[]>

export async function readFollowers(): Promise<Followers> {
  const followers = new Map<string, string[]>()
  for (const sentence of await sentencesFrom('node_modules', Number.POSITIVE_INFINITY)) {
    let before = END
    for (const word of [...sentence.replace(/[.!?]$/, '').split(' '), END]) {
      const known = followers.get(before)
      if (known) known.push(word)
      else followers.set(before, [word])
      before = word
    }
  }
  return followers
}

export function englishFrom(followers: Followers, seed: number): Texts {
  const random = randomFrom(seed)
  const names = textsFrom(seed + 1)
  const all = [...followers.keys()].filter((word) => word !== END)
  const askable = all.filter((word) => /^[a-z]+$/.test(word) && word.length >= MIN_QUERY_LETTERS)
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] as string
  const between = ([low, high]: readonly [number, number]) =>
    low + Math.floor(random() * (high - low + 1))
  const walk = (most: number): string[] => {
    const words: string[] = []
    let last = END
    while (words.length < most) {
      const next = pick(followers.get(last) ?? [END])
      if (next === END) {
        if (words.length >= MIN_SENTENCE_WORDS) break
        last = pick(all)
        continue
      }
      words.push(random() * 100 < NAMES_IN_100 ? names.query(1) : next)
      last = next
    }
    return words
  }
  return {
    next: () => ({
      title: walk(between(TITLE_WORDS)).join(' '),
      content: Array.from(
        { length: between(SENTENCES) },
        () => `${walk(MAX_SENTENCE_WORDS).join(' ')}.`,
      ).join(' '),
    }),
    query: (count) => Array.from({ length: count }, () => pick(askable)).join(' '),
  }
}
