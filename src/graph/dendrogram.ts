/** E-04. The merges and their distances: the third stage of HDBSCAN. */
import type { TreeEdge } from './spanning-tree.ts'

/** Nodes 0 … points − 1 are the points; the rest are merges, children before parents. */
export interface Dendrogram {
  readonly points: number
  readonly root: number
  readonly children: (node: number) => readonly number[]
  readonly height: (node: number) => number
  readonly size: (node: number) => number
}

/**
 * Edges of equal length merge at once, all of them into one node. Taken one after the other, ties
 * would make the tree depend on the order of the points.
 */
export function dendrogramOf(points: number, edges: readonly TreeEdge[]): Dendrogram {
  const merges: { children: readonly number[]; height: number; size: number }[] = []
  const sets = disjointSets(points)
  const nodeOfSet = new Map<number, number>()
  const nodeAt = (set: number) => nodeOfSet.get(set) ?? set
  const sizeOf = (node: number) => (node < points ? 1 : (merges[node - points]?.size ?? 0))

  for (const tied of groupedByLength(edges)) {
    const before = new Set(tied.edges.flatMap(({ a, b }) => [sets.find(a), sets.find(b)]))
    const nodes = new Map([...before].map((set) => [set, nodeAt(set)]))
    for (const { a, b } of tied.edges) sets.unite(a, b)
    const joined = new Map<number, number[]>()
    for (const [set, node] of nodes) {
      const into = sets.find(set)
      const together = joined.get(into)
      if (together) together.push(node)
      else joined.set(into, [node])
    }
    for (const [set, children] of joined) {
      const size = children.reduce((sum, child) => sum + sizeOf(child), 0)
      merges.push({ children, height: tied.length, size })
      nodeOfSet.set(set, points + merges.length - 1)
    }
  }
  return {
    points,
    root: points + merges.length - 1,
    children: (node) => merges[node - points]?.children ?? [],
    height: (node) => merges[node - points]?.height ?? 0,
    size: sizeOf,
  }
}

function groupedByLength(edges: readonly TreeEdge[]) {
  const groups: { length: number; edges: TreeEdge[] }[] = []
  for (const edge of [...edges].sort((x, y) => x.length - y.length)) {
    const last = groups.at(-1)
    if (last?.length === edge.length) last.edges.push(edge)
    else groups.push({ length: edge.length, edges: [edge] })
  }
  return groups
}

function disjointSets(count: number) {
  const parent = Int32Array.from({ length: count }, (_, i) => i)
  const find = (start: number): number => {
    let at = start
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] ?? at] ?? at
      at = parent[at] ?? at
    }
    return at
  }
  return {
    find,
    unite(a: number, b: number) {
      parent[find(a)] = find(b)
    },
  }
}
