/** D-03. Vectors as PostgreSQL stores them, and the nearest of those that were read. */
import type { MeaningCandidate } from '../../search/corpus.ts'
import { floatsOf, product } from '../../search/unit-vectors.ts'
import type { Row } from './connections.ts'

export interface VectorRow {
  readonly unit: number
  readonly start: number
  readonly end: number
  readonly data: Uint8Array
  readonly signs: Uint8Array | null
}

/** Best first, each unit by its best passage. */
export function nearestOf(
  query: Float32Array,
  rows: readonly (VectorRow | Row)[],
): MeaningCandidate[] {
  const best = new Map<number, MeaningCandidate>()
  for (const row of rows) {
    const { unit, start, end, data } = row as VectorRow
    const cosine = product(query, floatsOf(data))
    const known = best.get(unit)
    if (!known || cosine > known.cosine) best.set(unit, { unit, start, end, cosine })
  }
  return [...best.values()].sort((a, b) => b.cosine - a.cosine || a.unit - b.unit)
}

export function bytesOf(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
}

/** One bit a dimension: the sign. */
export function bitsOf(vector: Float32Array): string {
  let bits = ''
  for (const value of vector) bits += value > 0 ? '1' : '0'
  return bits
}
