/** The slow obvious search by vectors, and how often the scan says the very same. */
import { cosine } from '../../src/search/int8-rows.ts'
import { type VectorHit, VectorIndex, VectorSettings } from '../../src/search/vector-scan.ts'

const settings = VectorSettings.parse({})
export const LIMIT = 10

export function indexOf(
  vectors: readonly Float32Array[],
  change: Partial<VectorSettings> = {},
): VectorIndex {
  const index = new VectorIndex({ ...settings, ...change }, vectors[0]?.length ?? 1, 'test')
  vectors.forEach((vector, key) => {
    index.put(key, vector)
  })
  return index
}

/** The slow obvious version. */
function bruteForce(
  vectors: readonly Float32Array[],
  query: Float32Array,
  limit = LIMIT,
): VectorHit[] {
  return vectors
    .map((vector, key) => ({ key, score: cosine(query, vector) }))
    .sort((a, b) => b.score - a.score || a.key - b.key)
    .slice(0, limit)
}

/** The share of queries whose first ten are the very same, in the same order. */
export function agreement(
  index: VectorIndex,
  vectors: readonly Float32Array[],
  queries: readonly Float32Array[],
): number {
  const exact = (key: number) => vectors[key]
  const same = queries.filter((query) => {
    const found = index.search(query, LIMIT, { exact }).map((hit) => hit.key)
    return (
      found.join() ===
      bruteForce(vectors, query)
        .map((hit) => hit.key)
        .join()
    )
  })
  return same.length / queries.length
}
