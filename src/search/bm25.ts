/** D-01, RECALL "text". BM25 over counts: how much the words of a query say about a passage. */

/** Found by experiment (RECALL): how soon a repeated word stops counting, and how much length does. */
export const BM25_K1 = 0.9
export const BM25_B = 0.3
/** A word in name, type, title or tags counts as often as this in the text. */
export const HEAD_WEIGHT = 3

/** Rare words say more. Never negative; a word that occurs nowhere is the rarest. */
export function rarity(passages: number, holding: number): number {
  return Math.log(1 + (passages - holding + 0.5) / (holding + 0.5))
}

/** Among few texts no word is rare; still it is asked for, and a text that holds it answers a part. */
const ASKED_FOR = 2

/** What a word counts in the share of the query's words that a text holds. */
export function coverageWeight(rarity: number): number {
  return rarity + ASKED_FOR
}

/** What one word adds: `count` is weighted by column, `length` is relative to the average. */
export function wordScore(word: {
  readonly rarity: number
  readonly count: number
  readonly length: number
}): number {
  if (word.count <= 0) return 0
  const { rarity: idf, count, length } = word
  return (idf * count * (BM25_K1 + 1)) / (count + BM25_K1 * (1 - BM25_B + BM25_B * length))
}
