/** D-11, RECALL "Budget". The best passages that fit into so many tokens, in rank order. */
import { approximateCounter, type TokenCounter } from '../text/token-count.ts'

interface Passage {
  readonly unit: { readonly text: string }
  readonly start: number
  readonly end: number
}

/**
 * The places in `hits` of those whose passage fits; one that does not fit is skipped, and the next
 * is tried. The passage represents the whole unit, so that a long one does not crowd out the others.
 */
export function packIntoBudget(
  budgetTokens: number,
  hits: readonly Passage[],
  counter: TokenCounter = approximateCounter,
): number[] {
  const places: number[] = []
  let left = budgetTokens
  hits.forEach(({ unit, start, end }, place) => {
    const cost = counter.count(unit.text.slice(start, end))
    if (cost > left) return
    left -= cost
    places.push(place)
  })
  return places
}
