/** D-01, RECALL "text". BM25 over counts: how much the words of a query say about a passage. */
import * as z from 'zod'
import { decimal, share } from '../setting.ts'

export const Bm25Settings = z.object({
  k1: decimal(0.9, 'Saturation of repeated words'),
  b: share(0.3, 'Penalty for long passages'),
  headWeight: decimal(
    3,
    'Weight of a word in name, type, title or tags, relative to one in the text',
  ),
})
export type Bm25Settings = z.infer<typeof Bm25Settings>

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
export function wordScore(
  { k1, b }: Bm25Settings,
  word: { readonly rarity: number; readonly count: number; readonly length: number },
): number {
  if (word.count <= 0) return 0
  const { rarity: idf, count, length } = word
  return (idf * count * (k1 + 1)) / (count + k1 * (1 - b + b * length))
}
