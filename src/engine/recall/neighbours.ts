/** E-01, E-06. The graph around memories, read from the store a level at a time. */
import type { Adjacency, Edge, NodeKey } from '../../graph/edges.ts'
import { adjacencyOf, nodeKey, nodeOf } from '../../graph/edges.ts'
import type { Memory } from '../../memory/memory.ts'
import type { MemoryFilter } from '../../store/filter.ts'
import type { Link } from '../../store/records.ts'
import type { Engine } from '../engine.ts'
import { type ClusterMembers, clusterMembers } from './clusters.ts'

/** Of a popular tag the newest so many are read; its full number bounds what it counts. */
const MEMBERS_READ = 40

/** The neighbourhoods of these nodes, as far as the filter lets see. */
export async function neighbourhoods(
  engine: Engine,
  filter: MemoryFilter,
  nodes: readonly NodeKey[],
): Promise<Adjacency> {
  const clusters = await clusterMembers(engine)
  const edges: Edge[] = []
  const degrees = new Map<NodeKey, number>()
  const ids = nodes.map(nodeOf).flatMap(({ kind, id }) => (kind === 'memory' ? [id] : []))
  if (ids.length > 0) edges.push(...(await memoryEdges(engine, filter, clusters, ids)))
  for (const node of nodes) {
    const { kind, id } = nodeOf(node)
    if (kind === 'tag') edges.push(...(await tagEdges(engine, filter, id, degrees)))
    if (kind === 'cluster') edges.push(...(await clusterEdges(engine, filter, clusters, id)))
  }
  const found = adjacencyOf(edges, degrees)
  // A requested node without neighbours counts as fetched too.
  for (const node of nodes) if (!found.has(node)) found.set(node, { steps: [], degree: 0 })
  return new Map([...found].filter(([node]) => nodes.includes(node)))
}

async function memoryEdges(
  engine: Engine,
  filter: MemoryFilter,
  clusters: ClusterMembers,
  ids: readonly string[],
): Promise<Edge[]> {
  const { links, memories } = engine.store
  const drawn = await links.of(ids)
  const others = [...new Set(drawn.flatMap(({ from, to }) => [from, to]))]
  const known = new Set(
    (
      await memories.list(
        { ...filter, ids: [...ids, ...others] },
        { limit: ids.length + others.length },
      )
    ).map(({ id }) => id),
  )
  const own = await memories.get(ids)
  return edgesOf(own, drawn, known, clusters)
}

/** Neighbours of these memories by links whose ends are known, by tags and by clusters. */
export function edgesOf(
  memories: readonly Pick<Memory, 'id' | 'tags'>[],
  links: readonly Link[],
  known: ReadonlySet<string>,
  clusters: ClusterMembers,
): Edge[] {
  return [
    ...links
      .filter(({ from, to }) => known.has(from) && known.has(to))
      .map(({ kind, from, to, weight }) => ({
        kind,
        from: nodeKey('memory', from),
        to: nodeKey('memory', to),
        weight,
      })),
    ...memories.flatMap(tagEdgesOf),
    ...memories.flatMap(({ id }) =>
      (clusters.of.get(id) ?? []).map((cluster) => inCluster(id, cluster)),
    ),
  ]
}

function tagEdgesOf(memory: Pick<Memory, 'id' | 'tags'>): Edge[] {
  return memory.tags.map((tag) => ({
    kind: 'has_tag',
    from: nodeKey('memory', memory.id),
    to: nodeKey('tag', tag),
    weight: 1,
  }))
}

function inCluster(id: string, cluster: string): Edge {
  return {
    kind: 'in_cluster',
    from: nodeKey('memory', id),
    to: nodeKey('cluster', cluster),
    weight: 1,
  }
}

async function tagEdges(
  engine: Engine,
  filter: MemoryFilter,
  tag: string,
  degrees: Map<NodeKey, number>,
): Promise<Edge[]> {
  const { memories } = engine.store
  const carrying = { ...filter, tags: [...(filter.tags ?? []), tag] }
  const members = await memories.list(carrying, { limit: MEMBERS_READ })
  degrees.set(
    nodeKey('tag', tag),
    members.length < MEMBERS_READ ? members.length : await memories.count(carrying),
  )
  return members.map(({ id }) => ({
    kind: 'has_tag',
    from: nodeKey('memory', id),
    to: nodeKey('tag', tag),
    weight: 1,
  }))
}

async function clusterEdges(
  engine: Engine,
  filter: MemoryFilter,
  clusters: ClusterMembers,
  cluster: string,
): Promise<Edge[]> {
  const ids = clusters.members.get(cluster) ?? []
  const members = await engine.store.memories.list({ ...filter, ids }, { limit: MEMBERS_READ })
  return members.map(({ id }) => inCluster(id, cluster))
}
