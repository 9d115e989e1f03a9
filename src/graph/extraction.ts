/** E-04. Selects the final clusters by excess of mass (last stage of HDBSCAN). */
import type { CondensedCluster } from './condensed-tree.ts'

/** Absorbs rounding: sums of the same numbers in another order differ in their last digits. */
const TOLERANCE = 1e-9

export interface ClusterLabels {
  /** For each point the number of its cluster, or −1 for noise. */
  readonly labels: Int32Array
  /** For each point the strength of its membership, from 0 to 1. */
  readonly probabilities: Float64Array
}

/**
 * From the leaves up, a cluster is chosen over its descendants when it is at least as stable as
 * they are together. The root, which is everything, only where one cluster may be the answer.
 */
export function chosenClusters(
  clusters: readonly CondensedCluster[],
  allowSingleCluster: boolean,
): number[] {
  const best = clusters.map(() => 0)
  const below = clusters.map(() => 0)
  const chosen = clusters.map(() => false)
  for (let i = clusters.length - 1; i >= 0; i -= 1) {
    const cluster = clusters[i]
    if (!cluster) continue
    const descendants = below[i] ?? 0
    const eligible = i > 0 || allowSingleCluster
    chosen[i] = eligible && cluster.stability >= descendants * (1 - TOLERANCE)
    best[i] = chosen[i] ? Math.max(cluster.stability, descendants) : descendants
    if (cluster.parent >= 0) below[cluster.parent] = (below[cluster.parent] ?? 0) + (best[i] ?? 0)
  }
  // Parents come before children: a node with a chosen ancestor is part of it.
  const covered = clusters.map(() => false)
  return clusters.flatMap(({ parent }, i) => {
    covered[i] = parent >= 0 && Boolean(covered[parent] || chosen[parent])
    return chosen[i] && !covered[i] ? [i] : []
  })
}

/** Clusters are numbered by their first point. */
export function labelClusters(
  points: number,
  clusters: readonly CondensedCluster[],
  chosen: readonly number[],
): ClusterLabels {
  const owner = clusters.map(() => -1)
  for (const index of chosen) owner[index] = index
  const ownerOfPoint = new Int32Array(points).fill(-1)
  const probabilities = new Float64Array(points)
  for (const [i, cluster] of clusters.entries()) {
    if (owner[i] === -1 && cluster.parent >= 0) owner[i] = owner[cluster.parent] ?? -1
    const owned = clusters[owner[i] ?? -1]
    if (!owned) continue
    for (const { point, density } of cluster.left) {
      ownerOfPoint[point] = owner[i] ?? -1
      probabilities[point] = Math.min(density, owned.death) / owned.death
    }
  }
  const numbers = new Map<number, number>()
  const labels = ownerOfPoint.map((index) => {
    if (index === -1) return -1
    const number = numbers.get(index) ?? numbers.size
    numbers.set(index, number)
    return number
  })
  return { labels, probabilities }
}
