import { describe, expect, it } from 'vitest'
import { codeOf, VectorIndex, VectorSettings } from '../../src/search/vector-scan.ts'
import { fc } from '../support/property.ts'
import { addTo, agreement, byPlace, cosine, indexOf, LIMIT, nearest } from './brute-force.ts'

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
    const vectors = [[1, 0], [1, 1], [0, 1], [-1, 0]].map((v) => Float32Array.from(v)) // biome-ignore format: four vectors
    const hits = indexOf(byPlace(vectors))
      .near(Float32Array.of(2, 0), 3, { read: from(vectors) })
      .best(3)
    expect(hits).toEqual([
      { key: 0, owner: 0, score: expect.closeTo(1, 2) },
      { key: 1, owner: 1, score: expect.closeTo(Math.SQRT1_2, 2) },
      { key: 2, owner: 2, score: expect.closeTo(0, 2) },
    ])
  })

  it('D-07 a filter acts before the ranking', () => {
    const vectors = randomVectors(3_000, 64, 1)
    const index = indexOf(byPlace(vectors), { rescoreRows: 20 })
    const found = (belongs: (owner: number) => boolean) =>
      index.near(vectors[0] as Float32Array, LIMIT, { read: from(vectors), belongs }).best(LIMIT)
    const last = found((owner) => owner >= 2_995).map(({ key }) => key)
    expect(last.sort()).toEqual([2_995, 2_996, 2_997, 2_998, 2_999])
    expect(found(() => false)).toEqual([])
  })

  it('D-03 equal scores stand in the order of their keys', () => {
    const same = Float32Array.of(0.6, 0.8)
    const vectors = new Map([9, 3, 7, 1, 5].map((key) => [key, same]))
    const index = indexOf(vectors, { rescoreRows: 1 })
    expect(nearest(index, vectors, same, { limit: 3, among: 3 })).toEqual([1, 3, 5])
  })

  it('D-03 an empty index, a limit of nothing and a query of zeros all have an answer', () => {
    const index = new VectorIndex(settings, 3, 'test')
    const zeros = new Float32Array(3)
    const vectors = new Map([[1, Float32Array.of(1, 2, 3)]])
    expect(nearest(index, vectors, zeros)).toEqual([])
    addTo(index, vectors)
    expect(nearest(index, vectors, Float32Array.of(1, 0, 0), { among: 0 })).toEqual([])
    expect(index.near(zeros, 5, { read: () => vectors }).best(5)).toEqual([
      { key: 1, owner: 1, score: 0 },
    ])
  })

  it('D-12 a vector of another length, or not of numbers, is refused', () => {
    const index = new VectorIndex(settings, 3, 'test')
    const wrong = new Float32Array(4)
    const refusal = expect.objectContaining({ code: 'invalid_input' })
    const read = () => new Map([[1, wrong]])
    expect(() => index.near(wrong, 5, { read })).toThrow(refusal)
    expect(() => index.near(Float32Array.of(1, Number.NaN, 0), 5, { read })).toThrow(refusal)
    expect(() => new VectorIndex(settings, 0, 'test')).toThrow(refusal)
    addTo(index, new Map([[1, Float32Array.of(1, 2, 3)]]))
    expect(() => index.near(new Float32Array(3), 5, { read })).toThrow(refusal)
    const corrupt = expect.objectContaining({ code: 'store_corrupt' })
    expect(() => index.putCodes([2], [2], new Uint8Array(3))).toThrow(corrupt)
    expect(index.size).toBe(1)
  })
})

function from(vectors: readonly Float32Array[]) {
  return (keys: readonly number[]) =>
    new Map(keys.map((key) => [key, vectors[key] as Float32Array]))
}

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

  it('M-10 of what is near enough hardly anything is missed, and nothing further away is found', () => {
    const dims = 384
    const centres = randomVectors(8, dims, 21)
    const noise = randomVectors(800, dims, 22)
    const vectors = noise.map((vector, at) => {
      const centre = centres[at % 8] as Float32Array
      return unitLength(vector.map((value, i) => value + (1 + (at % 3)) * (centre[i] as number)))
    })
    const index = new VectorIndex({ ...settings, rescoreRows: 800 }, dims, 'test')
    const keys = vectors.map((_, key) => key)
    index.putCodes(keys, keys, Buffer.concat(vectors.map(codeOf)))
    const read = () => new Map(vectors.entries())
    let [near, found] = [0, 0]
    for (const query of centres.map(unitLength)) {
      const enough = keys.filter((key) => cosine(query, vectors[key] as Float32Array) >= 0.5)
      const looked = index.near(query, 50, { read, minCosine: 0.5 })
      const hits = looked.best(800)
      near += enough.length
      found += hits.filter(({ key }) => enough.includes(key)).length
      expect(looked.isAll).toBe(true)
      expect(looked.size).toBeLessThan(400)
      expect(hits.every(({ score }) => score >= 0.49)).toBe(true)
    }
    expect(near).toBeGreaterThan(300)
    expect(found / near).toBeGreaterThan(0.97)
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
    const vectors = byPlace(randomVectors(2_000, 384, 5))
    const queries = randomVectors(100, 384, 6)
    expect(agreement(indexOf(vectors), vectors, queries)).toBeGreaterThanOrEqual(0.99)
  })
})

describe('rows that come and go', () => {
  const DIMS = 8
  const vector = fc
    .array(fc.integer({ min: -3, max: 3 }), { minLength: DIMS, maxLength: DIMS })
    .map((numbers) => Float32Array.from(numbers))
  const step = fc.oneof(fc.record({ add: vector }), fc.record({ remove: fc.nat({ max: 12 }) }))

  it('D-15 after any steps it equals an index built from what is left', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), vector, (steps, query) => {
        const left = new Map<number, Float32Array>()
        const lived = new VectorIndex({ rescoreRows: 3, exactRows: 2 }, DIMS, 'test')
        for (const [key, each] of steps.entries()) {
          if ('add' in each) {
            addTo(lived, new Map([[key, each.add]]))
            left.set(key, each.add)
          } else {
            expect(lived.remove(each.remove)).toBe(left.delete(each.remove))
          }
          // What was looked at closely moves along with its row.
          nearest(lived, left, query, { among: 2 })
        }
        const fresh = new VectorIndex({ rescoreRows: 3, exactRows: 2 }, DIMS, 'test')
        addTo(fresh, left)
        const near = (index: VectorIndex) => index.near(query, 5, { read: () => left }).best(5)
        expect(lived.size).toBe(left.size)
        expect(near(lived)).toEqual(near(fresh))
      }),
    )
  })

  it('D-15 holds across the borders of its segments', () => {
    const vectors = byPlace(randomVectors(2_100, 16, 8))
    const index = indexOf(vectors)
    for (let each = 0; each < 2_090; each++) expect(index.remove(each)).toBe(true)
    expect(index.size).toBe(10)
    const query = vectors.get(2_095) as Float32Array
    expect(nearest(index, vectors, query)[0]).toBe(2_095)
    addTo(index, new Map([...vectors].filter(([key]) => key < 2_090)))
    const whole = nearest(indexOf(vectors), vectors, query, { limit: 20 })
    expect(nearest(index, vectors, query, { limit: 20 })).toEqual(whole)
  })
})
