/** The slow obvious search by vectors, and how often the scan says the very same. */
import { codeOf, VectorIndex, VectorSettings } from '../../src/search/vector-scan.ts'

const settings = VectorSettings.parse({})
export const LIMIT = 10

export type Vectors = ReadonlyMap<number, Float32Array>

export function byPlace(vectors: readonly Float32Array[]): Vectors {
  return new Map(vectors.map((vector, key) => [key, vector]))
}

export function indexOf(vectors: Vectors, change: Partial<VectorSettings> = {}): VectorIndex {
  const [first] = vectors.values()
  const index = new VectorIndex({ ...settings, ...change }, first?.length ?? 1, 'test')
  addTo(index, vectors)
  return index
}

export function addTo(index: VectorIndex, vectors: Vectors): void {
  const keys = [...vectors.keys()]
  index.putCodes(keys, keys, Buffer.concat([...vectors.values()].map(codeOf)))
}

/** As a store does it: the best by int8, compared by the floats. */
export function nearest(
  index: VectorIndex,
  vectors: Vectors,
  query: Float32Array,
  { limit = LIMIT, among = settings.exactRows } = {},
): number[] {
  const read = (keys: readonly number[]) =>
    new Map(keys.map((key) => [key, vectors.get(key) as Float32Array]))
  const near = index.near(query, among, { read }).best(among)
  return inOrder(
    near.map(({ key }) => key),
    vectors,
    query,
  ).slice(0, limit)
}

/** The slow obvious version. */
export function bruteForce(vectors: Vectors, query: Float32Array, limit = LIMIT): number[] {
  return inOrder([...vectors.keys()], vectors, query).slice(0, limit)
}

function inOrder(keys: readonly number[], vectors: Vectors, query: Float32Array): number[] {
  return keys
    .map((key) => ({ key, score: cosine(query, vectors.get(key) as Float32Array) }))
    .sort((a, b) => b.score - a.score || a.key - b.key)
    .map(({ key }) => key)
}

/** The share of queries whose first ten are the very same, in the same order. */
export function agreement(
  index: VectorIndex,
  vectors: Vectors,
  queries: readonly Float32Array[],
): number {
  const same = queries.filter(
    (query) => nearest(index, vectors, query).join() === bruteForce(vectors, query).join(),
  )
  return same.length / queries.length
}

/** The cosine of two vectors of the same length; with a vector of zeros it is 0. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let product = 0
  let squaresA = 0
  let squaresB = 0
  for (let i = 0; i < a.length; i++) {
    const x = a[i] as number
    const y = b[i] as number
    product += x * y
    squaresA += x * x
    squaresB += y * y
  }
  return product / Math.sqrt(squaresA * squaresB) || 0
}
