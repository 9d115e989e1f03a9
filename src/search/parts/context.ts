/** RECALL `context`: BM25 of the best stretch that contains it, relative to the best of all. */
export function contextPart(score: number, best: number): number {
  return best > 0 ? Math.max(0, score) / best : 0
}
