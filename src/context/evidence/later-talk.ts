/**
 * M-31. Whether a subject came up again later: then the later talk speaks first, and what was said
 * before is marked as older. No words of correction are needed, only that both are about one thing.
 */
import type { Coherence } from './nearness.ts'
import type { ScoredUnit } from './unit.ts'
import { rarities } from './words.ts'

/** From .30 to .37 the outcome is the same; below, every stretch is about everything. */
export const SAME_SUBJECT = 0.33

/**
 * Terse talk shares few words with what it changes. It is about the same thing where it is so much of the
 * way nearer in meaning than the nearest message of one talk usually is, up to the very same words.
 */
const SAME_MEANING = 0.4

/** The least cosine between two sayings of different sessions that are about one thing. */
export function leastSameMeaning({ highest }: Coherence): number {
  return highest + SAME_MEANING * (1 - highest)
}

/**
 * Of what is quoted for one prompt: what another source said something later about. Both have to do with
 * the prompt already, so being as near as the messages of one talk is enough.
 */
export function outdatedQuotes(
  quotes: readonly ScoredUnit[],
  cosineOf: (one: ScoredUnit, other: ScoredUnit) => number | null,
  { highest }: Coherence,
): ReadonlySet<ScoredUnit> {
  const isChanged = (quote: ScoredUnit, by: ScoredUnit) =>
    by.unit.source !== quote.unit.source &&
    by.unit.at > quote.unit.at &&
    (cosineOf(quote, by) ?? -1) >= highest
  return new Set(quotes.filter((quote) => quotes.some((other) => isChanged(quote, other))))
}

interface WordStatistics {
  readonly total: number
  readonly holding: ReadonlyMap<string, number>
}

type WeightedWords = ReadonlyMap<string, number>

/** Tf-idf of length 1. */
export function weighWords(
  { total, holding }: WordStatistics,
  counts: ReadonlyMap<string, number>,
): WeightedWords {
  const weighted = new Map<string, number>()
  let squares = 0
  for (const [token, count] of counts) {
    const [rarity = 0] = rarities(total, [holding.get(token) ?? 0])
    const weight = (1 + Math.log(count)) * rarity
    weighted.set(token, weight)
    squares += weight * weight
  }
  const length = Math.sqrt(squares)
  if (length > 0) for (const [token, weight] of weighted) weighted.set(token, weight / length)
  return weighted
}

export function likeness(a: WeightedWords, b: WeightedWords): number {
  const [fewer, more] = a.size <= b.size ? [a, b] : [b, a]
  let sum = 0
  for (const [token, weight] of fewer) sum += weight * (more.get(token) ?? 0)
  return sum
}

/** The heaviest words of a stretch: enough to find others about the same thing. */
export function tellingWords(weighted: WeightedWords, count: number): string[] {
  return [...weighted]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, count)
    .map(([token]) => token)
}
