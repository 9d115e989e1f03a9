import { describe, expect, it } from 'vitest'
import {
  type Cluster,
  type ClusterPoint,
  ClusterSettings,
  centroidOf,
  discoveredClusters,
  nearestCluster,
} from '../../src/graph/clusters.ts'

const settings = ClusterSettings.parse({})

/** A point near one of the axes: the topic is the axis, the wobble its own. */
function point(id: string, topic: number, text: string, wobble = 0.1): ClusterPoint {
  const vector = new Float32Array(8)
  vector[topic] = 1
  vector[4 + (id.charCodeAt(id.length - 1) % 4)] = wobble
  const length = Math.hypot(...vector)
  return { id, text, vector: vector.map((value) => value / length) }
}

const auth = ['a1', 'a2', 'a3', 'a4', 'a5'].map((id) =>
  point(id, 0, `Login needs a jwt token ${id}`),
)
const data = ['d1', 'd2', 'd3', 'd4', 'd5'].map((id) =>
  point(id, 1, `The orders table needs migration ${id}`),
)

function numbered(): () => string {
  let last = 0
  return () => {
    last += 1
    return `c${last}`
  }
}

function discover(
  points: readonly ClusterPoint[],
  known: readonly Cluster[] = [],
  figures = settings,
) {
  const remembered = known.map(({ id, centroid, members }) => ({
    id,
    centroid,
    members: members.map((member) => member.id),
  }))
  return discoveredClusters(figures, points, { known: remembered, newId: numbered() })
}

const idsOf = (cluster: Cluster | undefined) => cluster?.members.map(({ id }) => id)

describe('E-04 clusters of a project', () => {
  it('are found, named by what tells them apart, and have a centroid of unit length', () => {
    const [first, second] = discover([...data, ...auth])
    expect(idsOf(first)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5'])
    expect(idsOf(second)).toEqual(['d1', 'd2', 'd3', 'd4', 'd5'])
    expect(first?.label).toBe('jwt login token')
    expect(second?.label).toBe('migration orders table')
    expect(Math.hypot(...(first?.centroid ?? []))).toBeCloseTo(1, 5)
    for (const { similarity } of first?.members ?? []) expect(similarity).toBeGreaterThan(0.9)
  })

  it('are the same for any order of the memories', () => {
    expect(discover([...auth, ...data].toReversed())).toEqual(discover([...data, ...auth]))
  })

  it('keep their ids while membership mostly stays', () => {
    const before = discover([...auth, ...data]).map((cluster) => ({
      ...cluster,
      id: `old-${cluster.id}`,
    }))
    const grown = [...auth.slice(1), point('a6', 0, 'Login by sso'), ...data]
    const after = discover(grown, before)
    expect(after.map(({ id }) => id)).toEqual(['old-c1', 'old-c2'])
  })

  it('are new when their members are', () => {
    const before = discover([...auth, ...data]).map((cluster) => ({
      ...cluster,
      id: `old-${cluster.id}`,
    }))
    const other = ['x1', 'x2', 'x3', 'x4'].map((id) => point(id, 2, `Deploy on fridays ${id}`))
    expect(discover([...auth, ...other], before).map(({ id }) => id)).toEqual(['old-c1', 'c1'])
  })

  it('two halves of a split do not share an id', () => {
    const before = discover([...auth, ...data])
    const [whole] = before
    const everything = {
      ...(whole as Cluster),
      id: 'old',
      members: before.flatMap(({ members }) => members),
    }
    const ids = discover([...auth, ...data], [everything]).map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
    expect(ids).toContain('old')
  })

  it('beyond the cap the older ones join the nearest centroid, or none', () => {
    const capped = { ...settings, maxPoints: 10 }
    const older = [point('00a', 0, 'old login', 0.3), point('00z', 3, 'about nothing else')]
    const [first] = discover([...older, ...auth, ...data], [], capped)
    expect(idsOf(first)).toEqual(['00a', 'a1', 'a2', 'a3', 'a4', 'a5'])
    const all = discover([...older, ...auth, ...data], [], capped).flatMap((each) => idsOf(each))
    expect(all).not.toContain('00z')
  })

  it('take in a new memory before the next run', () => {
    const clusters = discover([...auth, ...data])
    expect(nearestCluster(settings, clusters, point('n', 1, '').vector)?.id).toBe(clusters[1]?.id)
    expect(nearestCluster(settings, clusters, point('n', 3, '').vector)).toBeNull()
    expect(nearestCluster(settings, clusters, new Float32Array(3))).toBeNull()
  })

  it('of nothing are none', () => {
    expect(discover([])).toEqual([])
    expect([...centroidOf([])]).toEqual([])
  })
})
