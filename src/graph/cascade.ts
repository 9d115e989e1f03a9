/**
 * E-02. Cascade retrieval: from what was found to what is beside it.
 *
 *   level 0   the first hits, by similarity
 *   level 1   their neighbours: tags, clusters, related memories, successors
 *   level 2   the neighbours of those
 *
 * A neighbour's score is its parent's × edge × decay. One level is one pure step, so that the
 * caller can fetch the neighbourhoods of a whole level at once:
 *
 *   let cascade = cascadeStart(settings, hits)
 *   while (wanted(settings, cascade).length > 0)
 *     cascade = cascadeStep(settings, cascade, await neighbourhoods(wanted(settings, cascade)))
 *   return cascadeHits(settings, cascade, isServable)
 */
import * as z from 'zod'
import { count, share, wholeNumber } from '../setting.ts'
import type { Adjacency, EdgeKind, NodeKey } from './edges.ts'
import { nodeKey, nodeOf } from './edges.ts'
import { boundedSteps, HubSettings } from './hubs.ts'

/** The figures of E-02; what an edge is worth is in the table of edges. */
export const CascadeSettings = z.object({
  similarityThreshold: share(0.4, 'Minimum similarity of initial hits'),
  maxInitialHits: wholeNumber(10, 'Maximum number of initial hits'),
  maxDepth: count(2, 'Maximum steps from an initial hit'),
  edgeDecay: share(0.7, 'Factor per step'),
  maxResults: wholeNumber(10, 'Maximum number of results'),
  hubs: HubSettings.prefault({}),
})
export type CascadeSettings = z.infer<typeof CascadeSettings>

export interface Seed {
  readonly id: string
  readonly similarity: number
}

/** One step of the way from a first hit, for `explain`. */
interface Trace {
  readonly kind: EdgeKind
  readonly to: NodeKey
  readonly score: number
}

interface Reached {
  readonly score: number
  readonly seed: string
  readonly path: readonly Trace[]
}

interface Cascade {
  readonly depth: number
  readonly reached: ReadonlyMap<NodeKey, Reached>
  /** The nodes of the last level: reached now, not expanded yet. */
  readonly frontier: readonly NodeKey[]
  /** Memories that led to a successor. */
  readonly superseded: ReadonlySet<NodeKey>
}

export interface CascadeHit {
  readonly id: string
  readonly score: number
  /** Steps from its first hit; 0 is a first hit itself. */
  readonly depth: number
  /** The first hit that it was reached from. */
  readonly seed: string
  readonly path: readonly Trace[]
}

export function cascadeStart(settings: CascadeSettings, hits: readonly Seed[]): Cascade {
  const seeds = hits
    .filter((hit) => hit.similarity >= settings.similarityThreshold)
    .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))
    .slice(0, settings.maxInitialHits)
  const reached = new Map<NodeKey, Reached>()
  for (const { id, similarity } of seeds) {
    const key = nodeKey('memory', id)
    if (!reached.has(key)) reached.set(key, { score: similarity, seed: id, path: [] })
  }
  return { depth: 0, reached, frontier: [...reached.keys()], superseded: new Set() }
}

/** The nodes whose neighbourhoods the next step needs; none when the cascade is complete. */
export function nextNodes(settings: CascadeSettings, cascade: Cascade): readonly NodeKey[] {
  return cascade.depth < settings.maxDepth ? cascade.frontier : []
}

/**
 * One level further. A node is expanded once, at the level where it was first reached; it keeps the
 * best score by which anything led to it. Parents are taken best first, so the order in which the
 * graph was read plays no part. A superseded memory leads to its successor and nowhere else.
 */
export function cascadeStep(
  settings: CascadeSettings,
  cascade: Cascade,
  adjacency: Adjacency,
): Cascade {
  const reached = new Map(cascade.reached)
  const superseded = new Set(cascade.superseded)
  const frontier = new Set<NodeKey>()
  for (const [from, parent] of bestFirst(cascade)) {
    const around = adjacency.get(from)
    if (!around) continue
    const successors = around.steps.filter((step) => step.kind === 'supersedes')
    if (successors.length > 0) superseded.add(from)
    const ways = successors.length > 0 ? { ...around, steps: successors } : around
    for (const step of boundedSteps(settings.hubs, from, ways)) {
      const score = parent.score * step.weight * settings.edgeDecay
      if (score <= 0) continue
      const known = reached.get(step.to)
      if (!known) frontier.add(step.to)
      if (known && known.score >= score) continue
      const trace = { kind: step.kind, to: step.to, score }
      reached.set(step.to, { score, seed: parent.seed, path: [...parent.path, trace] })
    }
  }
  return { depth: cascade.depth + 1, reached, frontier: [...frontier], superseded }
}

/**
 * The memories of the cascade, best first. `isServable` says which may be returned at all; it is
 * asked before the cut, so that hidden ones take no visible one's place.
 */
export function cascadeHits(
  settings: CascadeSettings,
  cascade: Cascade,
  isServable: (id: string) => boolean,
): CascadeHit[] {
  const hits: CascadeHit[] = []
  for (const [key, { score, seed, path }] of cascade.reached) {
    const { kind, id } = nodeOf(key)
    if (kind !== 'memory' || cascade.superseded.has(key) || !isServable(id)) continue
    hits.push({ id, score, depth: path.length, seed, path })
  }
  return hits
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, settings.maxResults)
}

function bestFirst(cascade: Cascade): [NodeKey, Reached][] {
  return cascade.frontier
    .flatMap((key): [NodeKey, Reached][] => {
      const reached = cascade.reached.get(key)
      return reached ? [[key, reached]] : []
    })
    .sort(([a, x], [b, y]) => y.score - x.score || (a < b ? -1 : 1))
}
