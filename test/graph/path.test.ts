import { describe, expect, it } from 'vitest'
import { adjacencyOf, type Edge, type NodeKey } from '../../src/graph/edges.ts'
import { PathSettings, pathBetween } from '../../src/graph/path.ts'
import { fc } from '../support/property.ts'

const settings = PathSettings.parse({})

function related(from: string, to: string, weight: number): Edge {
  return { kind: 'relates_to', from: `memory:${from}`, to: `memory:${to}`, weight }
}

function nodes(edges: Edge[], from: NodeKey, to: NodeKey, by: 'shortest' | 'strongest') {
  const path = pathBetween(settings, adjacencyOf(edges), { from, to, by })
  return path && [from, ...path.steps.map((step) => step.to)].join(' ')
}

describe('E-06 the way between two memories', () => {
  const edges = [related('a', 'b', 0.1), related('a', 'c', 0.9), related('c', 'b', 0.9)]

  it('is the shortest', () => {
    expect(nodes(edges, 'memory:a', 'memory:b', 'shortest')).toBe('memory:a memory:b')
  })
  it('or the strongest', () => {
    expect(nodes(edges, 'memory:a', 'memory:b', 'strongest')).toBe('memory:a memory:c memory:b')
  })
  it('goes over a shared tag', () => {
    const tagged: Edge[] = ['a', 'b'].map((id) => ({
      kind: 'has_tag',
      from: `memory:${id}`,
      to: 'tag:rust',
      weight: 1,
    }))
    expect(nodes(tagged, 'memory:a', 'memory:b', 'shortest')).toBe('memory:a tag:rust memory:b')
  })
  it('is null where there is none, and empty to itself', () => {
    expect(nodes(edges, 'memory:a', 'memory:z', 'shortest')).toBeNull()
    expect(nodes(edges, 'memory:a', 'memory:a', 'strongest')).toBe('memory:a')
  })
  it('is not looked for beyond six steps', () => {
    const chain = Array.from({ length: 8 }, (_, i) => related(`${i}`, `${i + 1}`, 1))
    expect(nodes(chain, 'memory:0', 'memory:6', 'shortest')).not.toBeNull()
    expect(nodes(chain, 'memory:0', 'memory:7', 'shortest')).toBeNull()
  })
})

/** Tries every way there is. */
function everyWay(edges: readonly Edge[], from: NodeKey, to: NodeKey) {
  const found: { length: number; strength: number }[] = []
  const walk = (at: NodeKey, seen: readonly NodeKey[], strength: number) => {
    if (at === to) found.push({ length: seen.length - 1, strength })
    else if (seen.length <= settings.maxSteps)
      for (const edge of edges) {
        const next = edge.from === at ? edge.to : edge.to === at ? edge.from : null
        if (next && !seen.includes(next)) walk(next, [...seen, next], strength * edge.weight)
      }
  }
  walk(from, [from], 1)
  return found
}

it('E-06 agrees with trying every way', () => {
  const node = fc.nat(6).map((n) => `memory:${n}` as const)
  const some = fc
    .record({ from: node, to: node, weight: fc.constantFrom(0.25, 0.5, 0.75, 1) })
    .filter(({ from, to }) => from !== to)
    .map((edge): Edge => ({ kind: 'relates_to', ...edge }))
  fc.assert(
    fc.property(fc.array(some, { maxLength: 10 }), (edges) => {
      const ends = { from: 'memory:0', to: 'memory:1' } as const
      const ways = everyWay(edges, ends.from, ends.to)
      const adjacency = adjacencyOf(edges)
      const shortest = pathBetween(settings, adjacency, { ...ends, by: 'shortest' })
      const strongest = pathBetween(settings, adjacency, { ...ends, by: 'strongest' })
      if (ways.length === 0) {
        expect(shortest).toBeNull()
        expect(strongest).toBeNull()
        return
      }
      const fewest = Math.min(...ways.map(({ length }) => length))
      const most = Math.max(...ways.map(({ strength }) => strength))
      const mostOfFewest = ways.filter((way) => way.length === fewest).map((way) => way.strength)
      expect(shortest?.steps).toHaveLength(fewest)
      expect(shortest?.strength).toBeCloseTo(Math.max(...mostOfFewest), 12)
      expect(strongest?.strength).toBeCloseTo(most, 12)
    }),
  )
})
