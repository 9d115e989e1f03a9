/** E-06. Finds the path between two memories. */
import * as z from 'zod'
import { wholeNumber } from '../setting.ts'
import type { Adjacency, EdgeKind, NodeKey } from './edges.ts'
import { boundedSteps, HubSettings } from './hubs.ts'

export const PathSettings = z.object({
  maxSteps: wholeNumber(6, 'Maximum length of a path'),
  hubs: HubSettings.prefault({}),
})
export type PathSettings = z.infer<typeof PathSettings>

interface PathStep {
  readonly from: NodeKey
  readonly kind: EdgeKind
  readonly to: NodeKey
  /** Weight after dampening hubs. */
  readonly weight: number
}

export interface Path {
  readonly steps: readonly PathStep[]
  /** The product of the weights. */
  readonly strength: number
}

/**
 * `shortest`: fewest steps, the strongest among those. `strongest`: the greatest strength, fewest
 * steps among those. Null when there is no way within the fetched graph and the bound on steps.
 *
 * Walks level by level and keeps, for each node, the strongest way of each length: weights are at
 * most 1, so a way never grows stronger by going in a circle.
 */
export function pathBetween(
  settings: PathSettings,
  adjacency: Adjacency,
  ends: { readonly from: NodeKey; readonly to: NodeKey; readonly by: 'shortest' | 'strongest' },
): Path | null {
  if (ends.from === ends.to) return { steps: [], strength: 1 }
  let best: Path | null = null
  let level = new Map<NodeKey, Path>([[ends.from, { steps: [], strength: 1 }]])
  const strongestSoFar = new Map<NodeKey, number>([[ends.from, 1]])
  for (let length = 1; length <= settings.maxSteps && level.size > 0; length += 1) {
    level = extendPaths(settings, adjacency, level, strongestSoFar)
    const arrived = level.get(ends.to)
    if (arrived && arrived.strength > (best?.strength ?? 0)) best = arrived
    if (best && ends.by === 'shortest') return best
  }
  return best
}

/** Every path one step longer that is stronger than all shorter paths to the same node. */
function extendPaths(
  settings: PathSettings,
  adjacency: Adjacency,
  level: ReadonlyMap<NodeKey, Path>,
  strongestSoFar: Map<NodeKey, number>,
): Map<NodeKey, Path> {
  const next = new Map<NodeKey, Path>()
  for (const from of [...level.keys()].sort()) {
    const way = level.get(from)
    const around = adjacency.get(from)
    if (!way || !around) continue
    for (const { kind, to, weight } of boundedSteps(settings.hubs, from, around)) {
      const strength = way.strength * weight
      if (strength <= (strongestSoFar.get(to) ?? 0)) continue
      strongestSoFar.set(to, strength)
      next.set(to, { steps: [...way.steps, { from, kind, to, weight }], strength })
    }
  }
  return next
}
