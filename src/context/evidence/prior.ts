/** M-32. What a memory's own past says about it: it was shown, and then used or ignored. */

/** Of what is shown, about so much is used: no more than that is expected of any memory. */
const EXPECTED_USE = 0.25
/** So far the past may move a memory; the prompt says more than that. */
const MAX_RAISE = 0.5
const MAX_LOWERING = 1.5

interface Past {
  readonly injectedCount: number
  readonly accessCount: number
}

/** Added to the sum of the gate. Nothing for what was never shown; uses without showing count for nothing. */
export function ledgerPrior({ injectedCount: shown, accessCount }: Past): number {
  const used = Math.min(accessCount, shown)
  const raw = Math.log((used + 1) / (EXPECTED_USE * shown + 1))
  return Math.min(MAX_RAISE, Math.max(-MAX_LOWERING, raw))
}
