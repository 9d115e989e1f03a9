/** RECALL `meaning`: the cosine of the nearest passage against the nearest of all; never negative. */
export function meaningPart(cosine: number, best: number): number {
  return best > 0 ? Math.max(0, cosine) / best : 0
}

/**
 * Texts this near are about the same thing. Where none is, the nearest is so by chance: an explicit
 * question weighs meaning by how near that is. On questions of other words 24 of 30 came first without.
 */
export const CLEAR_COSINE = 0.55

/** From 0 to 1: how much there is to go by, given the nearest of all. */
export function clarityOf(nearest: number, clear: number): number {
  return clear > 0 ? Math.min(1, Math.max(0, nearest) / clear) : 1
}
