/** D-01. The two rankings by words: FTS5's own, for raw search, and the one recall measured best. */
import { BM25_B, BM25_K1, HEAD_WEIGHT } from '../../search/bm25.ts'
import type { Bm25 } from './counted-words.ts'

/** As FTS5 computes it, so that a raw search ranks alike in both stores. */
export const FTS5_BM25: Bm25 = {
  k1: 1.2,
  b: 0.75,
  headWeight: 3,
  rarity: (n, d) => `greatest(ln((greatest(${n} - ${d}, 0) + 0.5) / (${d} + 0.5)), 1e-6)`,
}

export const RECALL_BM25: Bm25 = {
  k1: BM25_K1,
  b: BM25_B,
  headWeight: HEAD_WEIGHT,
  rarity: (n, d) => `ln(1 + (greatest(${n} - ${d}, 0) + 0.5) / (${d} + 0.5))`,
}

/** FTS5's rarity, for phrases that are counted here. */
export function fts5Rarity(passages: number, holding: number): number {
  return Math.max(Math.log((Math.max(passages - holding, 0) + 0.5) / (holding + 0.5)), 1e-6)
}
