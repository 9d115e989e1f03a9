/** E-06. Explores the graph: the neighbours of a memory, the path between two, all of it. */
import type { CascadeHit } from '../../graph/cascade.ts'
import type { Edge, Neighbourhood, NodeKey } from '../../graph/edges.ts'
import { EDGE_KINDS, listUnfetched, nodeKey, nodeOf } from '../../graph/edges.ts'
import type { Graph, GraphNode } from '../../graph/export.ts'
import { type Path, pathBetween } from '../../graph/path.ts'
import type { Memory } from '../../memory/memory.ts'
import { searchable } from '../../search/visible.ts'
import type { MemoryFilter } from '../../store/filter.ts'
import type { Caller, Engine } from '../engine.ts'
import { findMemory, visibleFilter } from '../memories/find-memory.ts'
import { cascadeFrom } from '../recall/cascade.ts'
import { clusterMembers } from '../recall/clusters.ts'
import { edgesOf, neighbourhoods } from '../recall/neighbours.ts'

interface RelatedMemory {
  readonly memory: Memory
  readonly score: number
  /** The edges by which it was reached; empty when it is near in meaning alone. */
  readonly path: readonly { readonly kind: string; readonly to: string }[]
  /** How near in meaning; null where that is not known. */
  readonly cosine: number | null
}

interface RelatedTo {
  readonly memory: Memory
  readonly related: readonly RelatedMemory[]
}

/** Minimum cosine to count as near in meaning. */
const NEAR_IN_MEANING = 0.4

export async function relatedTo(
  engine: Engine,
  caller: Caller,
  reference: string,
  limit: number,
): Promise<RelatedTo> {
  const { store } = engine
  const memory = await findMemory(engine, caller, reference)
  const filter = servable(engine, caller)
  const reached = await cascadeFrom(engine, filter, [{ id: memory.id, similarity: 1 }])
  const near = await nearInMeaning(engine, filter, memory, limit + 1)
  const ids = [...new Set([...reached.map(({ id }) => id), ...near.keys()])]
  const found = new Map((await store.memories.get(ids)).map((each) => [each.id, each]))
  const hits = new Map(reached.map((hit) => [hit.id, hit]))
  const related = ids
    .filter((id) => id !== memory.id)
    .flatMap((id) => {
      const other = found.get(id)
      return other ? [relatedMemory(other, hits.get(id), near.get(id) ?? null)] : []
    })
    .sort((a, b) => b.score - a.score || (a.memory.id < b.memory.id ? -1 : 1))
    .slice(0, limit)
  return { memory, related }
}

function relatedMemory(
  memory: Memory,
  hit: CascadeHit | undefined,
  cosine: number | null,
): RelatedMemory {
  return {
    memory,
    score: Math.max(hit?.score ?? 0, cosine ?? 0),
    path: (hit?.path ?? []).map(({ kind, to }) => ({ kind, to })),
    cosine,
  }
}

/** Uses stored vectors: no model is loaded. */
async function nearInMeaning(
  engine: Engine,
  filter: MemoryFilter,
  memory: Memory,
  limit: number,
): Promise<Map<string, number>> {
  const { store } = engine
  const near = new Map<string, number>()
  const [counted] = await store.vectors.counts('memories')
  const unit = (await store.memories.unitsOf([memory.id])).get(memory.id)
  if (!counted || unit === undefined) return near
  const [first] = await store.vectors.of('memories', counted.model, [unit])
  if (!first) return near
  const query = { model: counted.model, vector: first.vector }
  const source = await store.recall.byMeaning(query, { ...filter, superseded: false })
  const best = await source.best(limit)
  const units = await store.recall.units(
    best.map((each) => each.unit),
    filter,
  )
  const idOf = new Map(units.map(({ key, id }) => [key, id]))
  for (const { unit: key, cosine } of best) {
    const id = idOf.get(key)
    if (id !== undefined && cosine >= NEAR_IN_MEANING) near.set(id, cosine)
  }
  return near
}

interface Between {
  readonly from: Memory
  readonly to: Memory
  readonly path: Path | null
  /** The names of the nodes on the path. */
  readonly labels: ReadonlyMap<NodeKey, string>
}

/** The path between two memories; the graph is read as far as the path may lead. */
export async function findPath(
  engine: Engine,
  caller: Caller,
  ends: { readonly from: string; readonly to: string; readonly by: 'shortest' | 'strongest' },
): Promise<Between> {
  const settings = engine.config.graph.path
  const from = await findMemory(engine, caller, ends.from)
  const to = await findMemory(engine, caller, ends.to)
  const filter = servable(engine, caller)
  const keys = { from: nodeKey('memory', from.id), to: nodeKey('memory', to.id) }
  const adjacency = new Map<NodeKey, Neighbourhood>()
  let path: Path | null = null
  let wanted: readonly NodeKey[] = [keys.from]
  for (let step = 0; step < settings.maxSteps && wanted.length > 0; step += 1) {
    for (const [node, around] of await neighbourhoods(engine, filter, wanted.slice(0, MAX_READ))) {
      adjacency.set(node, around)
    }
    path = pathBetween(settings, adjacency, { ...keys, by: ends.by })
    if (path && ends.by === 'shortest') break
    wanted = listUnfetched(adjacency)
  }
  return { from, to, path, labels: await labelsOf(engine, path) }
}

/** Maximum size of a level; beyond it, a path means nothing. */
const MAX_READ = 200

async function labelsOf(engine: Engine, path: Path | null): Promise<Map<NodeKey, string>> {
  const keys = new Set((path?.steps ?? []).flatMap(({ from, to }) => [from, to]))
  const clusters = await clusterMembers(engine)
  const ids = [...keys].map(nodeOf).flatMap(({ kind, id }) => (kind === 'memory' ? [id] : []))
  const memories = new Map((await engine.store.memories.get(ids)).map((each) => [each.id, each]))
  return new Map(
    [...keys].map((key) => {
      const { kind, id } = nodeOf(key)
      if (kind === 'memory') return [key, memories.get(id)?.title ?? id]
      return [key, kind === 'cluster' ? (clusters.labels.get(id) ?? id) : id]
    }),
  )
}

const MAX_EXPORTED = 100_000

/** Everything the caller sees, as nodes and edges. */
export async function wholeGraph(
  engine: Engine,
  caller: Caller,
  limit: number = MAX_EXPORTED,
): Promise<Graph> {
  const { store } = engine
  const filter = { ...servable(engine, caller) }
  const memories = await store.memories.list(filter, { limit, order: 'newest' })
  const known = new Set(memories.map(({ id }) => id))
  const clusters = await clusterMembers(engine)
  const links = await store.links.all()
  const edges = edgesOf(memories, links, known, clusters)
  const nodes = new Map<NodeKey, GraphNode>()
  for (const { id, title, type } of memories) {
    const key = nodeKey('memory', id)
    nodes.set(key, { key, label: title, type })
  }
  for (const { to } of edges) {
    const { kind, id } = nodeOf(to)
    const label = kind === 'cluster' ? (clusters.labels.get(id) ?? id) : id
    if (!nodes.has(to)) nodes.set(to, { key: to, label, type: '' })
  }
  return { nodes: [...nodes.values()], edges: edges.map(withKindWeight) }
}

/** An edge without a weight has that of its kind (E-02). */
function withKindWeight(edge: Edge): Edge {
  const { weight } = EDGE_KINDS[edge.kind]
  return weight === 'own' ? edge : { ...edge, weight }
}

function servable(engine: Engine, caller: Caller): MemoryFilter {
  return searchable(engine.clock.now(), visibleFilter(caller))
}
