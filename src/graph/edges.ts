/** E-01. The nodes of the graph, and how its edges are traversed. */

const NODE_KINDS = ['memory', 'tag', 'cluster'] as const
export type NodeKind = (typeof NODE_KINDS)[number]

/** A node as one word, `tag:rust`: sortable, and a key of maps. */
export type NodeKey = `${NodeKind}:${string}`

interface Node {
  readonly kind: NodeKind
  readonly id: string
}

/** An edge as stored. */
export interface Edge {
  readonly kind: EdgeKind
  readonly from: NodeKey
  readonly to: NodeKey
  /** Its own weight, for kinds that have one. */
  readonly weight: number
}

interface EdgeTraits {
  readonly from: NodeKind
  readonly to: NodeKind
  /** The weight of a step over it (E-02); `own` is the weight of the edge itself. */
  readonly weight: number | 'own'
  /** The direction of traversal: forward, backward or both. */
  readonly walked: 'forward' | 'backward' | 'both'
}

/**
 * Tags, clusters and kinship have no direction. `supersedes` is drawn from the newer to the older
 * and walked from the older to the newer only, never back to what was replaced.
 */
// biome-ignore format: a table reads best in columns
export const EDGE_KINDS = {
  has_tag:      { from: 'memory', to: 'tag',     weight: 0.8,   walked: 'both'     },
  in_cluster:   { from: 'memory', to: 'cluster', weight: 0.6,   walked: 'both'     },
  relates_to:   { from: 'memory', to: 'memory',  weight: 'own', walked: 'both'     },
  supersedes:   { from: 'memory', to: 'memory',  weight: 0.9,   walked: 'backward' },
  contradicts:  { from: 'memory', to: 'memory',  weight: 0.3,   walked: 'both'     },
  derived_from: { from: 'memory', to: 'memory',  weight: 0.3,   walked: 'both'     },
} as const satisfies Record<string, EdgeTraits>
export type EdgeKind = keyof typeof EDGE_KINDS

export function nodeKey(kind: NodeKind, id: string): NodeKey {
  return `${kind}:${id}`
}

export function nodeOf(key: NodeKey): Node {
  const colon = key.indexOf(':')
  // Keys come from nodeKey only, so the part before the colon is a kind.
  return { kind: key.slice(0, colon) as NodeKind, id: key.slice(colon + 1) }
}

/** One way out of a node. */
export interface EdgeStep {
  readonly kind: EdgeKind
  readonly to: NodeKey
  readonly weight: number
}

export interface Neighbourhood {
  readonly steps: readonly EdgeStep[]
  /**
   * The total number of steps. May exceed those fetched: a popular tag is read in part, and its full degree
   * bounds it.
   */
  readonly degree: number
}

/** The fetched part of the graph. A missing node was not requested yet. */
export type Adjacency = ReadonlyMap<NodeKey, Neighbourhood>

/** The steps that an edge allows, each with its start node. */
function stepsOf(edge: Edge): { readonly from: NodeKey; readonly step: EdgeStep }[] {
  const traits: EdgeTraits = EDGE_KINDS[edge.kind]
  const weight = traits.weight === 'own' ? edge.weight : traits.weight
  const forward = { from: edge.from, step: { kind: edge.kind, to: edge.to, weight } }
  const backward = { from: edge.to, step: { kind: edge.kind, to: edge.from, weight } }
  if (traits.walked === 'forward') return [forward]
  return traits.walked === 'backward' ? [backward] : [forward, backward]
}

/** The neighbourhoods formed by these edges. `degrees` corrects nodes that were fetched in part. */
export function adjacencyOf(
  edges: Iterable<Edge>,
  degrees: ReadonlyMap<NodeKey, number> = new Map(),
): Map<NodeKey, Neighbourhood> {
  const steps = new Map<NodeKey, Map<string, EdgeStep>>()
  for (const edge of edges) {
    for (const { from, step } of stepsOf(edge)) {
      const known = steps.get(from) ?? new Map<string, EdgeStep>()
      steps.set(from, known)
      const key = `${step.kind} ${step.to}`
      if ((known.get(key)?.weight ?? -1) < step.weight) known.set(key, step)
    }
  }
  return new Map(
    [...steps].map(([from, known]) => [
      from,
      { steps: [...known.values()], degree: Math.max(degrees.get(from) ?? 0, known.size) },
    ]),
  )
}

/** Nodes that are referred to and not fetched yet, in order. */
export function listUnfetched(adjacency: Adjacency): NodeKey[] {
  const missing = new Set<NodeKey>()
  for (const { steps } of adjacency.values())
    for (const { to } of steps) if (!adjacency.has(to)) missing.add(to)
  return [...missing].sort()
}
