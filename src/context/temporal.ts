/** H-11, G-07. Spreads the few places there are over the scales of time. */
import { SCALES, type Scale } from '../memory/memory.ts'

type Allocation = Readonly<Record<Scale, number>>

/**
 * Takes `ranked`, best first, and returns those that get a place, best first. Each scale fills
 * its own places; unclaimed places go to the best of the rest, so none stays empty.
 */
export function allocate<Item>(
  allocation: Allocation,
  places: number,
  ranked: readonly Item[],
  scaleOf: (item: Item) => Scale | null,
): Item[] {
  const chosen = new Set<number>()
  for (const scale of SCALES) {
    let free = Math.min(allocation[scale], places - chosen.size)
    for (const [rank, item] of ranked.entries()) {
      if (free <= 0) break
      // A memory without a scale has lasted: it speaks for the project.
      if ((scaleOf(item) ?? 'project') !== scale) continue
      chosen.add(rank)
      free -= 1
    }
  }
  for (const rank of ranked.keys()) {
    if (chosen.size >= places) break
    chosen.add(rank)
  }
  const best = ranked[0]
  if (best !== undefined && places > 0 && !chosen.has(0)) {
    // Fewer places than scales: the single best is admitted all the same (H-03).
    chosen.delete(Math.max(...chosen))
    chosen.add(0)
  }
  return ranked.filter((_, rank) => chosen.has(rank))
}
