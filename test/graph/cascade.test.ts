import { describe, expect, it } from 'vitest'
import {
  type CascadeHit,
  CascadeSettings,
  cascadeHits,
  cascadeStart,
  cascadeStep,
  nextNodes,
} from '../../src/graph/cascade.ts'
import {
  type Adjacency,
  adjacencyOf,
  EDGE_KINDS,
  type Edge,
  type EdgeKind,
  listUnfetched,
  nodeKey,
} from '../../src/graph/edges.ts'
import { boundedSteps, HubSettings } from '../../src/graph/hubs.ts'
import { fc } from '../support/property.ts'

const settings = CascadeSettings.parse({})

/** `a relates_to b 0.5` is an edge of the graph. */
function graph(...lines: string[]): Edge[] {
  return lines.map((line) => {
    const [from = '', kind = '', to = '', weight = '1'] = line.split(' ')
    const known = kind as EdgeKind
    return {
      kind: known,
      from: nodeKey(EDGE_KINDS[known].from, from),
      to: nodeKey(EDGE_KINDS[known].to, to),
      weight: Number(weight),
    }
  })
}

/** The whole cascade over a graph that is at hand. */
function cascadeOver(
  settings_: CascadeSettings,
  hits: Parameters<typeof cascadeStart>[1],
  adjacency: Adjacency,
): CascadeHit[] {
  let cascade = cascadeStart(settings_, hits)
  while (nextNodes(settings_, cascade).length > 0)
    cascade = cascadeStep(settings_, cascade, adjacency)
  const gone = (id: string) =>
    adjacency.get(nodeKey('memory', id))?.steps.some((step) => step.kind === 'supersedes') ?? false
  return cascadeHits(settings_, cascade, (id) => !gone(id))
}

function scores(hits: readonly CascadeHit[]) {
  return Object.fromEntries(hits.map(({ id, score }) => [id, Number(score.toFixed(4))]))
}

function check(lines: string[], seeds: Record<string, number>, expected: Record<string, number>) {
  const hits = Object.entries(seeds).map(([id, similarity]) => ({ id, similarity }))
  expect(scores(cascadeOver(settings, hits, adjacencyOf(graph(...lines))))).toEqual(expected)
}

describe('E-02 cascade', () => {
  it('a neighbour is worth its parent × edge × decay', () => {
    check(['a relates_to b 0.5'], { a: 0.8 }, { a: 0.8, b: 0.28 }) // 0.8·0.5·0.7
  })
  it('two steps are two decays', () => {
    check(['a relates_to b 1', 'b relates_to c 1'], { a: 1 }, { a: 1, b: 0.7, c: 0.49 })
  })
  it('ends at depth 2', () => {
    const chain = ['a relates_to b 1', 'b relates_to c 1', 'c relates_to d 1']
    check(chain, { a: 1 }, { a: 1, b: 0.7, c: 0.49 })
  })
  it('tags are walked both ways', () => {
    check(['a has_tag rust', 'b has_tag rust'], { a: 1 }, { a: 1, b: 0.3136 }) // (0.8·0.7)²
  })
  it('clusters are walked both ways', () => {
    check(['a in_cluster x', 'b in_cluster x'], { a: 1 }, { a: 1, b: 0.1764 }) // (0.6·0.7)²
  })
  it('other edges are worth 0.3', () => {
    check(['a contradicts b', 'a derived_from c'], { a: 1 }, { a: 1, b: 0.21, c: 0.21 })
  })
  it('starts only from 0.4 on', () => {
    check(['a relates_to b 1'], { a: 0.4, z: 0.39 }, { a: 0.4, b: 0.28 })
  })
  it('a superseded memory leads to its successor and is not returned', () => {
    check(['new supersedes old', 'old relates_to stale 1'], { old: 1 }, { new: 0.63 })
  })
  it('a memory does not lead back to what it replaced', () => {
    check(['new supersedes old'], { new: 1 }, { new: 1 })
  })
  it('a superseded memory at the last level is not returned either', () => {
    const chain = ['a relates_to b 1', 'b relates_to old 1', 'new supersedes old']
    check(chain, { a: 1 }, { a: 1, b: 0.7 })
  })
  it('the best way to a node is the one that counts', () => {
    check(
      ['a relates_to c 0.2', 'b relates_to c 0.9'],
      { a: 0.9, b: 0.5 },
      { a: 0.9, b: 0.5, c: 0.315 },
    )
  })
  it('a first hit may be raised by a neighbour', () => {
    check(['a relates_to b 1'], { a: 1, b: 0.5 }, { a: 1, b: 0.7 })
  })
})

it('E-02 says by which way each was reached', () => {
  const adjacency = adjacencyOf(graph('a has_tag rust', 'b has_tag rust'))
  const [, found] = cascadeOver(settings, [{ id: 'a', similarity: 1 }], adjacency)
  expect(found).toMatchObject({ id: 'b', seed: 'a', depth: 2 })
  expect(found?.path.map(({ kind, to }) => `${kind} ${to}`)).toEqual([
    'has_tag tag:rust',
    'has_tag memory:b',
  ])
})

it('E-02 gives at most ten, from at most ten', () => {
  const seeds = Array.from({ length: 30 }, (_, i) => ({ id: `s${i}`, similarity: 0.5 + i / 100 }))
  const lines = seeds.map(({ id }) => `${id} relates_to n${id} 1`)
  const adjacency = adjacencyOf(graph(...lines))
  expect(cascadeStart(settings, seeds).frontier).toHaveLength(10)
  expect(cascadeOver(settings, seeds, adjacency)).toHaveLength(10)
})

it('E-02 what may not be served takes nobody’s place', () => {
  const lines = Array.from({ length: 15 }, (_, i) => `a relates_to n${i + 10} ${1 - i / 100}`)
  let cascade = cascadeStart(settings, [{ id: 'a', similarity: 1 }])
  cascade = cascadeStep(settings, cascade, adjacencyOf(graph(...lines)))
  const hits = cascadeHits(settings, cascade, (id) => id !== 'a' && id !== 'n10')
  expect(hits.map(({ id }) => id)).toEqual([
    'n11',
    'n12',
    'n13',
    'n14',
    'n15',
    'n16',
    'n17',
    'n18',
    'n19',
    'n20',
  ])
})

describe('E-02 hubs', () => {
  const hubs = HubSettings.parse({})
  const crowd = Array.from(
    { length: 1000 },
    (_, i) => `m${String(i).padStart(4, '0')} has_tag common`,
  )

  it('a popular tag gives few steps of little weight, the newest first', () => {
    const around = adjacencyOf(graph(...crowd)).get('tag:common')
    const steps = boundedSteps(hubs, 'tag:common', around ?? { steps: [], degree: 0 })
    expect(steps).toHaveLength(20)
    expect(steps[0]?.to).toBe('memory:m0999')
    expect(steps[0]?.weight).toBeCloseTo(0.8 * Math.sqrt(8 / 1000), 10)
  })
  it('a rare tag beats a popular one', () => {
    const lines = [...crowd, 'a has_tag common', 'a has_tag rare', 'z has_tag rare']
    const hits = cascadeOver(settings, [{ id: 'a', similarity: 1 }], adjacencyOf(graph(...lines)))
    expect(hits[1]?.id).toBe('z')
    expect(hits[1]?.score).toBeGreaterThan(5 * (hits[2]?.score ?? 0))
  })
  it('the full degree bounds a hub that was fetched in part', () => {
    const adjacency = adjacencyOf(
      graph('a has_tag common', 'b has_tag common'),
      new Map([['tag:common', 800]]),
    )
    const hits = cascadeOver(settings, [{ id: 'a', similarity: 1 }], adjacency)
    expect(hits[1]?.score).toBeCloseTo(0.3136 * 0.1, 10)
  })
})

const edge: fc.Arbitrary<Edge> = fc
  .record({
    kind: fc.constantFrom(...(Object.keys(EDGE_KINDS) as EdgeKind[])),
    from: fc.nat(8),
    to: fc.nat(8),
    weight: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .filter(({ from, to }) => from !== to)
  .map(({ kind, from, to, weight }) => ({
    kind,
    from: nodeKey(EDGE_KINDS[kind].from, `${from}`),
    to: nodeKey(EDGE_KINDS[kind].to, `${to}`),
    weight,
  }))
const seeds = fc.uniqueArray(
  fc.record({ id: fc.nat(8).map(String), similarity: fc.double({ min: 0, max: 1, noNaN: true }) }),
  { selector: ({ id }) => id },
)

it('E-02 the order in which the graph is read plays no part', () => {
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 40 }), seeds, (edges, from) => {
      const one = cascadeOver(settings, from, adjacencyOf(edges))
      const other = cascadeOver(settings, from.toReversed(), adjacencyOf(edges.toReversed()))
      expect(scores(other)).toEqual(scores(one))
      expect(other.map(({ id }) => id)).toEqual(one.map(({ id }) => id))
    }),
  )
})

it('E-02 scores stay in 0 to 1, never above the best first hit', () => {
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 40 }), seeds, (edges, from) => {
      const best = Math.max(0, ...from.map(({ similarity }) => similarity))
      for (const hit of cascadeOver(settings, from, adjacencyOf(edges))) {
        expect(hit.score).toBeGreaterThan(0)
        expect(hit.score).toBeLessThanOrEqual(best)
        expect(hit.depth).toBeLessThanOrEqual(2)
      }
    }),
  )
})

it('E-02 fetching level by level is the same as having it all', () => {
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 40 }), seeds, (edges, from) => {
      const whole = adjacencyOf(edges)
      let cascade = cascadeStart(settings, from)
      for (
        let asked = nextNodes(settings, cascade);
        asked.length > 0;
        asked = nextNodes(settings, cascade)
      ) {
        const part = new Map([...whole].filter(([key]) => asked.includes(key)))
        cascade = cascadeStep(settings, cascade, part)
      }
      const gone = new Set(edges.filter(({ kind }) => kind === 'supersedes').map(({ to }) => to))
      const hits = cascadeHits(settings, cascade, (id) => !gone.has(nodeKey('memory', id)))
      expect(hits).toEqual(cascadeOver(settings, from, whole))
    }),
  )
})

it('E-01 what is pointed at and not fetched is what to ask for next', () => {
  const [edgeOfA] = graph('a has_tag rust')
  const known = adjacencyOf(edgeOfA ? [edgeOfA] : [])
  known.delete('tag:rust')
  expect(listUnfetched(known)).toEqual(['tag:rust'])
})
