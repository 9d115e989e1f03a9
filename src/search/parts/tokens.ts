/** M-30. The parts `tokens` and `window`: a unit's token similarity relative to the other candidates'. */
import type { TokenScores } from '../token-match.ts'

export interface Measured {
  readonly raw: number
  readonly value: number
}

interface Ranges {
  readonly match: { readonly low: number; readonly high: number }
  readonly window: { readonly low: number; readonly high: number }
}

/** For units whose tokens were not fetched. */
export const NO_RANGES: Ranges = { match: { low: 0, high: 0 }, window: { low: 0, high: 0 } }

/** Token similarities differ little, so they are rescaled between the lowest and the highest. */
export function rangesOf(tokens: ReadonlyMap<number, TokenScores>): Ranges {
  const all = [...tokens.values()]
  const range = (of: (scores: TokenScores) => number | null) => {
    const known = all.flatMap((scores) => of(scores) ?? [])
    return { low: Math.min(...known), high: Math.max(...known) }
  }
  return { match: range(({ match }) => match), window: range(({ window }) => window) }
}

/**
 * A unit whose tokens are not kept takes the value of its meaning in their place. So does a memory or
 * a text of no session for its surroundings: with nothing it would be behind every turn, and
 * code, kept without a session, is found by its meaning rather than word by word. `clarity` says how
 * much the question has to go by (meaning.ts): of texts that are all unlike it one is always the likest.
 */
export function tokenMeasures(
  scores: TokenScores | undefined,
  ranges: Ranges,
  meaning: number,
  isTurn: boolean,
  clarity: number,
): { readonly tokens: Measured; readonly window: Measured } {
  const measured = (raw: number | null | undefined, { low, high }: Ranges['match']): Measured => {
    if (raw === undefined || raw === null) return { raw: 0, value: meaning }
    return { raw, value: clarity * (high > low ? (raw - low) / (high - low) : 1) }
  }
  return {
    tokens: measured(scores?.match, ranges.match),
    window: measured(isTurn ? scores?.window : null, ranges.window),
  }
}
