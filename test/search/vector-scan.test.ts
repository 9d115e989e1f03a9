import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cosine } from '../../src/search/int8-rows.ts'
import { codeOf, VectorIndex, VectorSettings } from '../../src/search/vector-scan.ts'
import { agreement, indexOf, LIMIT } from './brute-force.ts'

const settings = VectorSettings.parse({})

/** A linear congruential generator: the same vectors on every run. */
function randomVectors(count: number, dims: number, seed: number): Float32Array[] {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
  return Array.from({ length: count }, () => Float32Array.from({ length: dims }, next))
}

describe('the vector scan', () => {
  it('D-03 finds the nearest first, with its cosine', () => {
    const index = indexOf([[1, 0], [1, 1], [0, 1], [-1, 0]].map((v) => Float32Array.from(v))) // biome-ignore format: four vectors
    const hits = index.search(Float32Array.of(2, 0), 3)
    expect(hits.map((hit) => hit.key)).toEqual([0, 1, 2])
    expect(hits.map((hit) => hit.score)).toEqual([
      expect.closeTo(1, 2),
      expect.closeTo(Math.SQRT1_2, 2),
      expect.closeTo(0, 2),
    ])
  })

  it('D-07 a filter acts before the ranking', () => {
    const vectors = randomVectors(3_000, 64, 1)
    const index = indexOf(vectors, { rescoreRows: 20 })
    const query = vectors[0] as Float32Array
    const filter = (key: number) => key >= 2_995
    const hits = index.search(query, LIMIT, { filter })
    expect(hits.map((hit) => hit.key).sort()).toEqual([2_995, 2_996, 2_997, 2_998, 2_999])
    expect(index.search(query, LIMIT, { filter: () => false })).toEqual([])
  })

  it('D-03 equal scores stand in the order of their keys', () => {
    const same = Float32Array.of(0.6, 0.8)
    const index = new VectorIndex({ rescoreRows: 1, exactRows: 1 }, 2, 'test')
    for (const key of [9, 3, 7, 1, 5]) index.put(key, same)
    expect(index.search(same, 3).map((hit) => hit.key)).toEqual([1, 3, 5])
  })

  it('D-03 an empty index, a limit of nothing and a query of zeros all have an answer', () => {
    const index = new VectorIndex(settings, 3, 'test')
    const zeros = new Float32Array(3)
    expect(index.search(zeros, 5)).toEqual([])
    index.put(1, Float32Array.of(1, 2, 3))
    expect(index.search(Float32Array.of(1, 0, 0), 0)).toEqual([])
    expect(index.search(zeros, 5)).toEqual([{ key: 1, score: 0 }])
  })

  it('D-12 a vector of another length, or not of numbers, is refused', () => {
    const index = new VectorIndex(settings, 3, 'test')
    const wrong = new Float32Array(4)
    const refusal = expect.objectContaining({ code: 'invalid_input' })
    expect(() => index.put(1, wrong)).toThrow(refusal)
    expect(() => index.search(wrong, 5)).toThrow(refusal)
    expect(() => index.cosines(wrong, [1])).toThrow(refusal)
    expect(() => index.put(1, Float32Array.of(1, Number.NaN, 0))).toThrow(refusal)
    expect(() => new VectorIndex(settings, 0, 'test')).toThrow(refusal)
    expect(index.size).toBe(0)
  })

  it('D-03 cosines for given keys, near without the floats and exact with them', () => {
    const vectors = randomVectors(50, 384, 2)
    const index = indexOf(vectors)
    const query = randomVectors(1, 384, 3)[0] as Float32Array
    const exact = (key: number) => vectors[key]
    const expected = cosine(query, vectors[7] as Float32Array)
    expect(index.cosines(query, [7, 999])).toEqual([expect.closeTo(expected, 2), undefined])
    expect(index.cosines(query, [7], { exact })).toEqual([expected])
  })

  it('D-03 asks for the floats of a few rows only', () => {
    const vectors = randomVectors(5_000, 64, 4)
    const index = indexOf(vectors)
    let asked = 0
    const exact = (key: number) => {
      asked++
      return vectors[key]
    }
    index.search(vectors[0] as Float32Array, LIMIT, { exact })
    expect(asked).toBeLessThanOrEqual(settings.exactRows)
  })
})

describe('signs first, the rest when it is looked at closely', () => {
  it('D-17 near finds what brute force finds, and reads each vector once', () => {
    const vectors = randomVectors(2_000, 384, 11).map(unitLength)
    const index = new VectorIndex(settings, 384, 'test')
    const keys = vectors.map((_, key) => key)
    index.putCodes(
      keys,
      keys.map((key) => key % 500),
      Buffer.concat(vectors.map(codeOf)),
    )
    const asked = new Set<number>()
    const read = (wanted: readonly number[]) => {
      for (const key of wanted) {
        expect(asked.has(key)).toBe(false)
        asked.add(key)
      }
      return new Map(wanted.map((key) => [key, vectors[key] as Float32Array]))
    }
    const queries = randomVectors(100, 384, 12)
    let alike = 0
    for (const query of queries) {
      const best = keys.toSorted((a, b) => score(query, b) - score(query, a)).slice(0, LIMIT)
      const near = index.near(query, settings.exactRows, { read }).best(settings.exactRows)
      const found = new Set(near.map(({ key }) => key))
      if (best.every((key) => found.has(key))) alike += 1
      expect(near.every(({ key, owner }) => owner === key % 500)).toBe(true)
    }
    expect(alike / queries.length).toBeGreaterThanOrEqual(0.99)
    function score(query: Float32Array, key: number): number {
      return cosine(query, vectors[key] as Float32Array)
    }
  })

  it('D-07 rows of another owner take no part, and one that is gone is left out', () => {
    const vectors = randomVectors(200, 64, 13)
    const index = new VectorIndex(settings, 64, 'test')
    const keys = vectors.map((_, key) => key)
    index.putCodes(keys, keys, Buffer.concat(vectors.map(codeOf)))
    const read = (wanted: readonly number[]) =>
      new Map(wanted.filter((key) => key !== 7).map((key) => [key, vectors[key] as Float32Array]))
    const hits = index
      .near(vectors[7] as Float32Array, 10, { read, belongs: (key) => key < 10 })
      .best(10)
    expect(hits.map(({ key }) => key).sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 8, 9])
  })
})

function unitLength(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

describe('agreement with brute force', () => {
  it('D-17 on random vectors', () => {
    const vectors = randomVectors(2_000, 384, 5)
    const queries = randomVectors(100, 384, 6)
    expect(agreement(indexOf(vectors), vectors, queries)).toBeGreaterThanOrEqual(0.99)
  })
})

describe('rows that come and go', () => {
  const DIMS = 8
  const vector = fc
    .array(fc.integer({ min: -3, max: 3 }), { minLength: DIMS, maxLength: DIMS })
    .map((numbers) => Float32Array.from(numbers))
  const key = fc.nat({ max: 12 })
  const step = fc.oneof(fc.record({ put: key, vector }), fc.record({ remove: key }))

  it('D-15 after any steps it equals an index built from what is left', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), vector, (steps, query) => {
        const left = new Map<number, Float32Array>()
        const lived = new VectorIndex({ rescoreRows: 3, exactRows: 2 }, DIMS, 'test')
        for (const each of steps) {
          if ('put' in each) {
            lived.put(each.put, each.vector)
            left.set(each.put, each.vector)
          } else {
            expect(lived.remove(each.remove)).toBe(left.delete(each.remove))
          }
        }
        const fresh = new VectorIndex({ rescoreRows: 3, exactRows: 2 }, DIMS, 'test')
        const keys = [...left.keys()].sort((a, b) => a - b)
        for (const each of keys) fresh.put(each, left.get(each) as Float32Array)
        expect(lived.size).toBe(left.size)
        expect(keys.every((each) => lived.has(each))).toBe(true)
        expect(lived.search(query, 5)).toEqual(fresh.search(query, 5))
        expect(lived.cosines(query, keys)).toEqual(fresh.cosines(query, keys))
      }),
    )
  })

  it('D-15 holds across the borders of its segments', () => {
    const vectors = randomVectors(2_100, 16, 8)
    const index = indexOf(vectors)
    for (let each = 0; each < 2_090; each++) expect(index.remove(each)).toBe(true)
    expect(index.size).toBe(10)
    const query = vectors[2_095] as Float32Array
    expect(index.search(query, 1)[0]?.key).toBe(2_095)
    for (let each = 0; each < 2_090; each++) index.put(each, vectors[each] as Float32Array)
    expect(index.search(query, 20)).toEqual(indexOf(vectors).search(query, 20))
  })
})
