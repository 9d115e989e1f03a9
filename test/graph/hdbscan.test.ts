import { describe, expect, it } from 'vitest'
import { coreDistances, distance, type Vector } from '../../src/graph/core-distance.ts'
import { HdbscanSettings, hdbscan } from '../../src/graph/hdbscan.ts'
import { spanningTree } from '../../src/graph/spanning-tree.ts'
import { fc } from '../support/property.ts'

const settings = HdbscanSettings.parse({ minClusterSize: 3, minSamples: 2 })

const at = (...coordinates: number[]): Vector => Float32Array.from(coordinates)

/** The groups as sorted lists, noise aside. */
function groupsOf(labels: Int32Array, order: readonly number[] = [...labels.keys()]): string[] {
  const groups = new Map<number, number[]>()
  for (const [i, label] of labels.entries())
    if (label >= 0) groups.set(label, [...(groups.get(label) ?? []), order[i] ?? -1])
  return [...groups.values()].map((group) => group.sort((a, b) => a - b).join(' ')).sort()
}

/** Small, repeatable pseudo-random numbers. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describe('E-04 by hand', () => {
  it('two groups on a line and a stray point', () => {
    const line = [0, 1, 2, 100, 101, 102, 500].map((x) => at(x))
    const { labels, probabilities } = hdbscan(settings, line)
    expect([...labels]).toEqual([0, 0, 0, 1, 1, 1, -1])
    expect(probabilities[6]).toBe(0)
    expect(probabilities[1]).toBe(1)
  })

  it('a point at the edge belongs less', () => {
    const line = [0, 1, 2, 5, 100, 101, 102].map((x) => at(x))
    const { labels, probabilities } = hdbscan(settings, line)
    expect(labels[3]).toBe(0)
    expect(probabilities[3]).toBeCloseTo(1 / 3, 10) // leaves at distance 3, the rest at 1
    expect(probabilities[0]).toBe(1)
  })

  it('a dense pair of groups inside a wide one is two clusters', () => {
    const line = [0, 1, 2, 3, 10, 11, 12, 13, 500, 510, 520, 530].map((x) => at(x))
    expect(groupsOf(hdbscan(settings, line).labels)).toEqual(['0 1 2 3', '4 5 6 7', '8 9 10 11'])
  })

  it('too few points are noise, and so is everything where there is only one group', () => {
    expect([...hdbscan(settings, [at(0), at(1)]).labels]).toEqual([-1, -1])
    expect([...hdbscan(settings, []).labels]).toEqual([])
    const even = [0, 1, 2, 3, 4].map((x) => at(x))
    expect([...hdbscan(settings, even).labels]).toEqual([-1, -1, -1, -1, -1])
    const single = { ...settings, allowSingleCluster: true }
    expect([...hdbscan(single, even).labels]).toEqual([0, 0, 0, 0, 0])
  })

  it('identical points are a cluster, without numbers running away', () => {
    const points = [...Array(5).fill(at(1, 0)), ...Array(5).fill(at(0, 1)), at(-1, 0)]
    const { labels, probabilities } = hdbscan(settings, points)
    expect(groupsOf(labels)).toEqual(['0 1 2 3 4', '5 6 7 8 9'])
    for (const probability of probabilities) expect(Number.isFinite(probability)).toBe(true)
  })
})

it('E-04 recovers blobs of unit vectors exactly', () => {
  const random = seeded(7)
  const dimension = 32
  const blobs = 6
  const points = Array.from({ length: blobs * 40 }, (_, i) => {
    const vector = Array.from({ length: dimension }, (_, d) => {
      return (d === i % blobs ? 1 : 0) + (random() - 0.5) * 0.12
    })
    const length = Math.hypot(...vector)
    return at(...vector.map((value) => value / length))
  })
  const { labels } = hdbscan(HdbscanSettings.parse({}), points)
  expect(groupsOf(labels)).toHaveLength(blobs)
  for (const [i, label] of labels.entries()) expect(label).toBe(labels[i % blobs])
})

it('E-04 the k-th nearest and the shortest tree, by sorting everything', () => {
  const coordinate = fc.integer({ min: 0, max: 30 })
  const cloud = fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 25 })
  fc.assert(
    fc.property(cloud, fc.integer({ min: 1, max: 6 }), (coordinates, k) => {
      const points = coordinates.map((xy) => at(...xy))
      const cores = coreDistances(points, k)
      for (const [i, point] of points.entries()) {
        const sorted = points.map((other) => distance(point, other)).sort((a, b) => a - b)
        expect(cores[i]).toBe(sorted[Math.min(k, points.length) - 1])
      }
      const total = spanningTree(points, cores).reduce((sum, { length }) => sum + length, 0)
      expect(total).toBeCloseTo(kruskalTotal(reachabilities(points, k)), 8)
    }),
    { numRuns: 60 },
  )
})

/** Every pair with its mutual reachability. */
function reachabilities(points: readonly Vector[], k: number) {
  const core = points.map((point) => {
    const sorted = points.map((other) => distance(point, other)).sort((a, b) => a - b)
    return sorted[Math.min(k, points.length) - 1] ?? 0
  })
  return points.flatMap((point, a) =>
    points.slice(a + 1).map((other, offset) => {
      const b = a + 1 + offset
      return { a, b, length: Math.max(core[a] ?? 0, core[b] ?? 0, distance(point, other)) }
    }),
  )
}

type Pairs = ReturnType<typeof reachabilities>

function kruskalTotal(pairs: Pairs): number {
  const group = new Map<number, number>()
  const groupOf = (i: number) => group.get(i) ?? i
  let total = 0
  for (const { a, b, length } of [...pairs].sort((x, y) => x.length - y.length)) {
    const [from, into] = [groupOf(a), groupOf(b)]
    if (from === into) continue
    total += length
    const members = new Set([...pairs.flatMap((pair) => [pair.a, pair.b])])
    for (const member of members) if (groupOf(member) === from) group.set(member, into)
  }
  return total
}

/**
 * HDBSCAN from its definition, slow and obvious: a set of points falls apart at the smallest
 * length that still holds it together, into what is connected by shorter pairs.
 */
function slowGroups(points: readonly Vector[], figures: HdbscanSettings): string[] {
  const pairs = reachabilities(points, figures.minSamples)
  const connected = (members: readonly number[], holds: (length: number) => boolean) => {
    const parts: number[][] = []
    const rest = new Set(members)
    for (const start of members) {
      if (!rest.delete(start)) continue
      const part = [start]
      for (const member of part)
        for (const { a, b, length } of pairs) {
          const other = a === member ? b : b === member ? a : -1
          if (holds(length) && rest.delete(other)) part.push(other)
        }
      parts.push(part)
    }
    return parts
  }
  const falling = (members: readonly number[]) => {
    const inside = pairs.filter(({ a, b }) => members.includes(a) && members.includes(b))
    const lengths = [...new Set(inside.map(({ length }) => length))].sort((x, y) => x - y)
    const height = lengths.find((limit) => connected(members, (l) => l <= limit).length === 1) ?? 0
    return { height, parts: connected(members, (length) => length < height) }
  }
  interface Choice {
    stability: number
    groups: number[][]
  }
  const choose = (members: readonly number[], birth: number, isRoot: boolean): Choice => {
    let stability = 0
    let core = members
    for (;;) {
      const { height, parts } = falling(core)
      const density = 1 / Math.max(height, figures.smallestDistance)
      const large = parts.filter((part) => part.length >= figures.minClusterSize)
      const [only] = large
      if (large.length === 1 && only) {
        stability += (core.length - only.length) * (density - birth)
        core = only
        continue
      }
      stability += core.length * (density - birth)
      const below = large.map((part) => choose(part, density, false))
      const together = below.reduce((sum, choice) => sum + choice.stability, 0)
      const mayBeChosen = !isRoot || figures.allowSingleCluster
      if (mayBeChosen && stability >= together * (1 - 1e-9))
        return { stability: Math.max(stability, together), groups: [[...members]] }
      return { stability: together, groups: below.flatMap((choice) => choice.groups) }
    }
  }
  const { groups } = choose([...points.keys()], 0, true)
  return groups.map((group) => group.sort((a, b) => a - b).join(' ')).sort()
}

const coordinate = fc.integer({ min: 0, max: 12 })
const cloud = fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 16 })
const figures = fc.record({
  minClusterSize: fc.integer({ min: 2, max: 4 }),
  minSamples: fc.integer({ min: 1, max: 4 }),
  allowSingleCluster: fc.boolean(),
  smallestDistance: fc.constantFrom(0.01, 1.5),
})

it('E-04 agrees with the definition, ties and duplicates included', () => {
  fc.assert(
    fc.property(cloud, figures, (coordinates, of) => {
      const points = coordinates.map((xy) => at(...xy))
      if (points.length < of.minClusterSize) return
      expect(groupsOf(hdbscan(of, points).labels)).toEqual(slowGroups(points, of))
    }),
    { numRuns: 300 },
  )
})

it('E-04 the order of the points plays no part', () => {
  fc.assert(
    fc.property(cloud, figures, fc.infiniteStream(fc.nat()), (coordinates, of, stream) => {
      const points = coordinates.map((xy) => at(...xy))
      const keys = points.map(() => stream.next().value as number)
      const order = [...points.keys()].sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0))
      const shuffled = order.map((i) => points[i] ?? at())
      const one = hdbscan(of, points)
      const other = hdbscan(of, shuffled)
      expect(groupsOf(other.labels, order)).toEqual(groupsOf(one.labels))
      for (const [place, i] of order.entries())
        expect(other.probabilities[place]).toBeCloseTo(one.probabilities[i] ?? 0, 12)
    }),
  )
})

it('E-04 every cluster is large enough, noise has no share, members have one', () => {
  fc.assert(
    fc.property(cloud, figures, (coordinates, of) => {
      const { labels, probabilities } = hdbscan(
        of,
        coordinates.map((xy) => at(...xy)),
      )
      for (const group of groupsOf(labels))
        expect(group.split(' ').length).toBeGreaterThanOrEqual(of.minClusterSize)
      for (const [i, label] of labels.entries()) {
        if (label === -1) expect(probabilities[i]).toBe(0)
        else expect(probabilities[i]).toBeGreaterThan(0)
        expect(probabilities[i]).toBeLessThanOrEqual(1)
      }
    }),
  )
})
