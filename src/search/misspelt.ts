/** D-17. What a mistyped word may have meant, among the words that are there. */
import { editDistance } from '../text/distance.ts'
import type { WordGroup } from './corpus.ts'

/** Shorter words are too often near to each other without being meant. */
const SHORTEST = 6
/** From here on a second error is forgiven. */
const LONG = 9
/** Digits are seldom mistyped words, and never near in meaning. */
const LETTERS_ONLY = /^\p{L}+$/u
const MAX_MEANT = 3

export function mayBeMisspelt(token: string): boolean {
  return token.length >= SHORTEST && LETTERS_ONLY.test(token)
}

/** People get the first letters right: only words that begin alike are looked at. */
export const SHARED_START = 2

/** The nearest of these words, if any is near enough. */
export function meantBy(token: string, words: Iterable<string>): string[] {
  const limit = token.length >= LONG ? 2 : 1
  const near: { word: string; distance: number }[] = []
  for (const word of words) {
    if (Math.abs(word.length - token.length) > limit || word === token) continue
    const distance = editDistance(token, word, limit)
    if (distance <= limit) near.push({ word, distance })
  }
  const least = Math.min(...near.map(({ distance }) => distance))
  return near
    .filter(({ distance }) => distance === least)
    .map(({ word }) => word)
    .sort()
    .slice(0, MAX_MEANT)
}

/** The groups with what may have been meant, which counts less than what was said. */
export function withMeant(
  groups: readonly WordGroup[],
  meant: ReadonlyMap<string, readonly string[]>,
  weight: number,
): WordGroup[] {
  return groups.map((group) => {
    const [own] = group.tokens
    const words = own ? (meant.get(own.token) ?? []) : []
    if (words.length === 0) return group
    return { tokens: [...group.tokens, ...words.map((token) => ({ token, weight }))] }
  })
}
