/** M-32, M-38. What a memory's own past says about it: it was shown, and then used or ignored; a model judged it. */

/** Of what is shown, about so much is used: no more than that is expected of any memory. */
const EXPECTED_USE = 0.25
/** So far the past may move a memory; the prompt says more than that. */
const MAX_RAISE = 0.5
const MAX_LOWERING = 1.5

/** A model that says no has looked: as much as so many showings that came to nothing. */
const SHOWINGS_A_NO = 4

interface Past {
  readonly injectedCount: number
  readonly accessCount: number
}

/** How often a model found it to the point, and how often not. */
export interface Verdicts {
  readonly yes: number
  readonly no: number
}

const NEVER_JUDGED: Verdicts = { yes: 0, no: 0 }

/** Added to the sum of the gate. Nothing for what was never shown; uses without showing count for nothing. */
export function ledgerPrior(
  { injectedCount, accessCount }: Past,
  { yes, no }: Verdicts = NEVER_JUDGED,
): number {
  const shown = injectedCount + yes + SHOWINGS_A_NO * no
  const used = Math.min(accessCount, injectedCount) + yes
  const raw = Math.log((used + 1) / (EXPECTED_USE * shown + 1))
  return Math.min(MAX_RAISE, Math.max(-MAX_LOWERING, raw))
}
