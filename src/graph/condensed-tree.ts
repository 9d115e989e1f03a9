/** E-04. Fourth stage of HDBSCAN: reduces the dendrogram to splits into groups of sufficient size. */
import type { Dendrogram } from './dendrogram.ts'

export interface CondensedCluster {
  /** Index of the cluster it split off from; −1 for the root, which is everything. */
  readonly parent: number
  /** The density (1 ÷ distance) at which it appeared. */
  readonly birth: number
  /** The density at which it split or fell apart. */
  readonly death: number
  /** The points that left it one by one, each with the density at which it left. */
  readonly left: readonly { readonly point: number; readonly density: number }[]
  /** Sum over its points of how long each stayed, measured in density. */
  readonly stability: number
}

interface CondenseSettings {
  readonly minClusterSize: number
  /** Distances below this count as this: duplicates would otherwise be infinitely dense. */
  readonly smallestDistance: number
}

interface Growing {
  parent: number
  birth: number
  death: number
  left: { point: number; density: number }[]
  stability: number
}

/**
 * Walking down from the root, a merge is a true split when two or more of its children are large
 * enough. Small children are points that leave. Parents are before their children.
 */
export function condensedTree(settings: CondenseSettings, tree: Dendrogram): CondensedCluster[] {
  const root: Growing = { parent: -1, birth: 0, death: 0, left: [], stability: 0 }
  const clusters = [root]
  const open = [{ node: tree.root, index: 0, cluster: root }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, index, cluster } = next
    const density = 1 / Math.max(tree.height(node), settings.smallestDistance)
    const stayed = density - cluster.birth
    const children = node < tree.points ? [node] : tree.children(node)
    const isLarge = (child: number) => child !== node && tree.size(child) >= settings.minClusterSize
    const large = children.filter(isLarge)
    const splits = large.length > 1
    if (large.length !== 1) cluster.death = Math.max(cluster.death, density)

    for (const child of children) {
      if (isLarge(child) && !splits) open.push({ node: child, index, cluster })
      else if (isLarge(child)) {
        cluster.stability += stayed * tree.size(child)
        const born = { parent: index, birth: density, death: density, left: [], stability: 0 }
        clusters.push(born)
        open.push({ node: child, index: clusters.length - 1, cluster: born })
      } else {
        for (const point of pointsUnder(tree, child)) {
          cluster.left.push({ point, density })
          cluster.stability += stayed
        }
      }
    }
  }
  return clusters
}

function pointsUnder(tree: Dendrogram, top: number): number[] {
  const points: number[] = []
  const open = [top]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node < tree.points) points.push(node)
    else open.push(...tree.children(node))
  }
  return points
}
