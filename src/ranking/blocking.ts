/**
 * I-07, I-08. Who could be alike at all, without comparing everybody with everybody.
 *
 * Two sets of n and m tokens with a Jaccard similarity of at least t share at least ⌈t·n⌉ of the
 * first and ⌈t·m⌉ of the second. Put the tokens of both in one order, rarest first: then they must
 * meet within the first n − ⌈t·n⌉ + 1 tokens of the one and the same number of the other. So only
 * these few rare tokens are indexed and looked up, and no pair above the threshold is missed.
 */
import * as z from 'zod'
import { wholeNumber } from '../setting.ts'

export const BlockingSettings = z.object({
  maxLooks: wholeNumber(300, 'Maximum comparisons of a memory, found by its rarest words first'),
})
export type BlockingSettings = z.infer<typeof BlockingSettings>

/** The tokens of a text as numbers: 0 is the rarest token of all texts, and they come in order. */
type RankedTokens = Int32Array

/** Numbers instead of words, in the order of rarity; ties by the token itself. */
export function rankedTokens(sets: readonly ReadonlySet<string>[]): RankedTokens[] {
  const count = new Map<string, number>()
  for (const set of sets) for (const token of set) count.set(token, (count.get(token) ?? 0) + 1)
  const rarestFirst = [...count].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1))
  const rank = new Map(rarestFirst.map(([token], i) => [token, i]))
  return sets.map((set) => Int32Array.from(set, (token) => rank.get(token) ?? 0).sort())
}

/** Keeps 0.7 · 10 = 7.000000000000001 from asking for eight shared tokens. */
const ROUNDING = 1e-9

/** How many of the rarest tokens must be looked at to miss no pair of this similarity. */
export function prefixLength(size: number, threshold: number): number {
  if (size === 0) return 0
  const shared = Math.max(Math.ceil(threshold * size - ROUNDING), 1)
  return Math.max(size - shared + 1, 0)
}

/** Whether two texts share enough to reach the threshold; a cheap test before a true comparison. */
function mayBeAlike(a: RankedTokens, b: RankedTokens, threshold: number): boolean {
  // shared ÷ (all − shared) ≥ t  ⇔  shared ≥ all · t ÷ (1 + t)
  const needed = ((a.length + b.length) * threshold) / (1 + threshold) - ROUNDING
  let shared = 0
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    if (shared + Math.min(a.length - i, b.length - j) < needed) return false
    const difference = (a[i] ?? 0) - (b[j] ?? 0)
    if (difference === 0) shared += 1
    if (difference <= 0) i += 1
    if (difference >= 0) j += 1
  }
  return shared >= needed
}

/** An index of the rare tokens of the texts added so far. */
export interface RareTokenIndex {
  /** Upper bound of the comparisons a query would cost. */
  cost(tokens: RankedTokens): number
  /** The keys that may reach the threshold, in the order in which they were added. */
  candidates(tokens: RankedTokens): number[]
  add(key: number, tokens: RankedTokens): void
}

/**
 * Asking costs the same in a large store as in a small one: once enough were looked at, the more
 * common tokens are left alone. Of one token the latest are taken first.
 */
export function rareTokenIndex(settings: BlockingSettings, threshold: number): RareTokenIndex {
  const blocks = new Map<number, number[]>()
  const known = new Map<number, RankedTokens>()
  const prefix = (tokens: RankedTokens) =>
    tokens.subarray(0, prefixLength(tokens.length, threshold))
  return {
    cost: (tokens) =>
      Math.min(
        prefix(tokens).reduce((sum, token) => sum + (blocks.get(token)?.length ?? 0), 0),
        settings.maxLooks,
      ),
    candidates(tokens) {
      const seen = new Set<number>()
      for (const token of prefix(tokens)) {
        const block = blocks.get(token) ?? []
        for (let i = block.length - 1; i >= 0 && seen.size < settings.maxLooks; i -= 1)
          seen.add(block[i] ?? 0)
      }
      return [...seen]
        .filter((key) => mayBeAlike(tokens, known.get(key) ?? tokens, threshold))
        .sort((a, b) => a - b)
    },
    add(key, tokens) {
      known.set(key, tokens)
      for (const token of prefix(tokens)) {
        const block = blocks.get(token)
        if (block) block.push(key)
        else blocks.set(token, [key])
      }
    },
  }
}
