/** RECALL `text`: BM25 of the best passage against the best of all. */
export function textPart(score: number, best: number): number {
  return best > 0 ? Math.max(0, score) / best : 0
}
