/** D-01. One query's words over one collection: the best units, and what is thought of given ones. */
import { coverageWeight, wordScore } from '../../search/bm25.ts'
import type { TextCandidate } from '../../search/corpus.ts'
import type { Row } from './connections.ts'
import type { Added, CountedWords, PassageCounts } from './counted-words.ts'

/** Passages looked at for each unit that is wanted, at first and at each widening. */
const FIRST_REACH = 2
const WIDENING = 16

interface Reach {
  readonly places: readonly number[] | null
  /** Joined behind the best passages; says as `wanted` whether the filter lets a row through. */
  readonly more: Added
  /** Where a passage is; left out, its row says so. */
  readonly placeOf?: (row: Row) => { readonly start: number; readonly end: number }
}

export class RankedWords {
  readonly #words: CountedWords
  readonly #reach: Reach
  #rarities: readonly number[] | null = null

  constructor(words: CountedWords, reach: Reach) {
    this.#words = words
    this.#reach = reach
  }

  async best(limit: number): Promise<TextCandidate[]> {
    if (limit <= 0) return []
    for (let reach = limit * FIRST_REACH; ; reach *= WIDENING) {
      const options = { places: this.#reach.places, limit: reach }
      const { passages, rarities } = await this.#words.best(options, this.#reach.more)
      this.#rarities = rarities
      const allowed = passages.filter(({ row }) => row.wanted === true)
      const units = bestOfEach(allowed.flatMap((passage) => this.#candidate(passage)))
      if (units.length >= limit || passages.length < reach) {
        return units.sort((a, b) => b.score - a.score || a.unit - b.unit).slice(0, limit)
      }
    }
  }

  async of(units: readonly number[]): Promise<TextCandidate[]> {
    if (this.#rarities === null) await this.best(1)
    const passages = await this.#words.of(units, this.#reach.places, this.#reach.more)
    return bestOfEach(passages.flatMap((passage) => this.#candidate(passage)))
  }

  /** The figures that recall shows, from the counts. */
  #candidate({ unit, length, counts, row }: PassageCounts): TextCandidate[] {
    const rarities = this.#rarities ?? []
    const { groups } = this.#words
    let score = 0
    let covered = 0
    let overlap = 0
    let total = 0
    for (const group of groups) {
      const [own] = group
      const asked = coverageWeight(rarities[own?.at ?? 0] ?? 0)
      total += asked
      let best = 0
      let weight = 0
      group.forEach((term, synonym) => {
        const count = counts[term.at] ?? 0
        if (count === 0) return
        if (synonym === 0) overlap += 1
        weight = Math.max(weight, term.weight)
        const value = wordScore({ rarity: rarities[term.at] ?? 0, count, length })
        best = Math.max(best, term.weight * value)
      })
      score += best
      covered += weight * asked
    }
    if (score <= 0) return []
    const place = this.#reach.placeOf?.(row) ?? { start: Number(row.start), end: Number(row.end) }
    return [{ unit, ...place, score, coverage: covered / total, overlap }]
  }
}

function bestOfEach(candidates: readonly TextCandidate[]): TextCandidate[] {
  const best = new Map<number, TextCandidate>()
  for (const each of candidates) {
    const known = best.get(each.unit)
    const isBetter =
      !known || each.score > known.score || (each.score === known.score && each.start < known.start)
    if (isBetter) best.set(each.unit, each)
  }
  return [...best.values()]
}
