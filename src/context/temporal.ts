/** H-11, G-07. Distributes the available places over the scales of time. */
import { SCALES, type Scale } from '../memory/memory.ts'

type Allocation = Readonly<Record<Scale, number>>

/**
 * Takes `ranked`, best first, and returns those that get a place, best first. Each scale fills its own places;
 * unclaimed places go to the best of the rest.
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
      // A memory without a scale counts as long-lived: it belongs to the project scale.
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
    // With fewer places than scales, the single best is still admitted (H-03).
    chosen.delete(Math.max(...chosen))
    chosen.add(0)
  }
  return ranked.filter((_, rank) => chosen.has(rank))
}
