/** RECALL `meaning`: the cosine of the nearest passage against the nearest of all; never negative. */
export function meaningPart(cosine: number, best: number): number {
  return best > 0 ? Math.max(0, cosine) / best : 0
}
