/**
 * I-07, I-08. Who could be alike at all, without comparing everybody with everybody.
 *
 * Two sets of n and m tokens with a Jaccard similarity of at least t share at least ⌈t·n⌉ of the
 * first and ⌈t·m⌉ of the second. Put the tokens of both in one order, rarest first: then they must
 * meet within the first n − ⌈t·n⌉ + 1 tokens of the one and the same number of the other. So only
 * these few rare tokens are indexed and looked up, and no pair above the threshold is missed.
 */
import { z } from 'zod'

export const BlockingSettings = z.object({
  maxBlock: z
    .int()
    .positive()
    .default(100)
    .describe('Of a token that many share, only the latest so many are compared'),
})
export type BlockingSettings = z.infer<typeof BlockingSettings>

/** Puts a set in the order of rarity among all of them; ties by the token itself. */
export function rarestFirst(sets: Iterable<ReadonlySet<string>>) {
  const count = new Map<string, number>()
  for (const set of sets) for (const token of set) count.set(token, (count.get(token) ?? 0) + 1)
  return (set: ReadonlySet<string>): string[] =>
    [...set].sort((a, b) => (count.get(a) ?? 0) - (count.get(b) ?? 0) || (a < b ? -1 : 1))
}

/** How many of the rarest tokens must be looked at to miss no pair of this similarity. */
export function prefixLength(size: number, threshold: number): number {
  if (size === 0) return 0
  // The small step back keeps 0.7 · 10 = 7.000000000000001 from asking for eight shared tokens.
  const shared = Math.max(Math.ceil(threshold * size - 1e-9), 1)
  return Math.max(size - shared + 1, 0)
}

/** An index of the rare tokens of those that were added so far. */
export interface RareTokenIndex {
  /** How many comparisons asking would cost at most. */
  cost(ordered: readonly string[]): number
  /** The keys that may reach the threshold, in the order in which they were added. */
  candidates(ordered: readonly string[]): number[]
  add(key: number, ordered: readonly string[]): void
}

export function rareTokenIndex(settings: BlockingSettings, threshold: number): RareTokenIndex {
  const blocks = new Map<string, number[]>()
  const prefix = (ordered: readonly string[]) =>
    ordered.slice(0, prefixLength(ordered.length, threshold))
  const blockOf = (token: string) => blocks.get(token) ?? []
  return {
    cost: (ordered) =>
      prefix(ordered).reduce(
        (sum, token) => sum + Math.min(blockOf(token).length, settings.maxBlock),
        0,
      ),
    candidates(ordered) {
      const found = new Set<number>()
      for (const token of prefix(ordered))
        for (const key of blockOf(token).slice(-settings.maxBlock)) found.add(key)
      return [...found].sort((a, b) => a - b)
    },
    add(key, ordered) {
      for (const token of prefix(ordered)) {
        const block = blocks.get(token)
        if (block) block.push(key)
        else blocks.set(token, [key])
      }
    },
  }
}
