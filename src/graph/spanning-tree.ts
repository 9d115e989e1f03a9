/** E-04. The minimum spanning tree by mutual reachability: the second stage of HDBSCAN. */
import { distance, type Vector } from './core-distance.ts'

export interface TreeEdge {
  readonly a: number
  readonly b: number
  readonly length: number
}

/**
 * Prim's algorithm. Mutual reachability, max(core a, core b, distance), is computed when asked for
 * and never kept, so the time is quadratic and the memory linear.
 */
export function spanningTree(points: readonly Vector[], cores: Float64Array): TreeEdge[] {
  const count = points.length
  const edges: TreeEdge[] = []
  const reach = new Float64Array(count).fill(Number.POSITIVE_INFINITY)
  const from = new Int32Array(count)
  const joined = new Uint8Array(count)
  let current = 0
  joined[0] = 1
  while (edges.length < count - 1) {
    relax({ points, cores, reach, from, joined }, current)
    current = nearestOutside(reach, joined)
    joined[current] = 1
    edges.push({ a: from[current] ?? 0, b: current, length: reach[current] ?? 0 })
  }
  return edges
}

interface Growth {
  readonly points: readonly Vector[]
  readonly cores: Float64Array
  readonly reach: Float64Array
  readonly from: Int32Array
  readonly joined: Uint8Array
}

function relax(growth: Growth, current: number): void {
  const { points, cores, reach, from, joined } = growth
  const point = points[current]
  const core = cores[current] ?? 0
  if (!point) return
  for (let other = 0; other < points.length; other += 1) {
    if (joined[other]) continue
    const known = reach[other] ?? 0
    const floor = Math.max(core, cores[other] ?? 0)
    const candidate = points[other]
    if (floor >= known || !candidate) continue // no distance can be shorter
    const mutual = Math.max(floor, distance(point, candidate))
    if (mutual >= known) continue
    reach[other] = mutual
    from[other] = current
  }
}

function nearestOutside(reach: Float64Array, joined: Uint8Array): number {
  let best = -1
  for (let i = 0; i < reach.length; i += 1)
    if (!joined[i] && (best === -1 || (reach[i] ?? 0) < (reach[best] ?? 0))) best = i
  return best
}
