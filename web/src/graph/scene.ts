/** The graph as it is laid out: nodes with places, edges between them. */
import { plain } from '../text/visible.ts'
import type { Neighbour, ShownNode } from './messages.ts'

export interface SceneNode extends ShownNode {
  x: number
  y: number
  vx?: number
  vy?: number
  readonly radius: number
  /** What it is coloured by. */
  readonly family: string
}

export interface SceneEdge {
  readonly source: SceneNode
  readonly target: SceneNode
  readonly kind: string
  readonly weight: number
}

export interface Scene {
  readonly nodes: readonly SceneNode[]
  readonly edges: readonly SceneEdge[]
  readonly byKey: ReadonlyMap<string, SceneNode>
}

/** As `graph export` writes it. */
interface Exported {
  readonly nodes: readonly { key: string; kind: string; label: string; type: string }[]
  readonly edges: readonly { kind: string; from: string; to: string; weight: number }[]
}

const MAX_LABEL = 80
/** Turns from node to node by the golden angle: a spiral without two in one place. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5))
const SPREAD = 14

/** A node without any edge says nothing in a graph and is left out, unless none has one. */
export function sceneOf(text: string, familyOf: (type: string) => string): Scene {
  const graph = JSON.parse(text) as Exported
  const degrees = new Map<string, number>()
  for (const { from, to } of graph.edges) {
    degrees.set(from, (degrees.get(from) ?? 0) + 1)
    degrees.set(to, (degrees.get(to) ?? 0) + 1)
  }
  const connected = graph.nodes.filter(({ key }) => degrees.has(key))
  const shown = connected.length > 0 ? connected : graph.nodes
  const nodes = shown.map(({ key, kind, label, type }, at): SceneNode => {
    const degree = degrees.get(key) ?? 0
    const distance = SPREAD * Math.sqrt(at + 0.5)
    return {
      key,
      kind,
      type,
      degree,
      label: plain(label).slice(0, MAX_LABEL),
      family: kind === 'memory' ? familyOf(type) : kind,
      radius: (kind === 'memory' ? 3.2 : 4) + Math.min(Math.sqrt(degree), 7),
      x: distance * Math.cos(at * GOLDEN),
      y: distance * Math.sin(at * GOLDEN),
    }
  })
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  const edges = graph.edges.flatMap(({ kind, from, to, weight }): SceneEdge[] => {
    const source = byKey.get(from)
    const target = byKey.get(to)
    return source && target ? [{ source, target, kind, weight }] : []
  })
  return { nodes, edges, byKey }
}

export function shown({ key, kind, label, type, degree }: SceneNode): ShownNode {
  return { key, kind, label, type, degree }
}

export function neighboursOf({ edges }: Scene, node: SceneNode): Neighbour[] {
  return edges.flatMap(({ source, target, kind }): Neighbour[] => {
    if (source === node) return [{ ...shown(target), by: kind }]
    return target === node ? [{ ...shown(source), by: kind }] : []
  })
}

export function kindsIn({ edges }: Scene): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { kind } of edges) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
