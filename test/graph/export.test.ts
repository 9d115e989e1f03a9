import { expect, it } from 'vitest'
import {
  exportedGraph,
  GRAPH_FORMATS,
  type Graph,
  type GraphFormat,
} from '../../src/graph/export.ts'
import { fc } from '../support/property.ts'

const graph: Graph = {
  nodes: [
    { key: 'tag:rust', label: 'rust', type: '' },
    { key: 'memory:01A', label: 'Say "no" to <tabs> & \\d', type: 'preference' },
  ],
  edges: [{ kind: 'has_tag', from: 'memory:01A', to: 'tag:rust', weight: 0.8 }],
}

it('E-06 json holds nodes and edges in order', () => {
  expect(JSON.parse(exportedGraph('json', graph))).toEqual({
    nodes: [
      {
        key: 'memory:01A',
        kind: 'memory',
        id: '01A',
        label: 'Say "no" to <tabs> & \\d',
        type: 'preference',
      },
      { key: 'tag:rust', kind: 'tag', id: 'rust', label: 'rust', type: '' },
    ],
    edges: [{ from: 'memory:01A', kind: 'has_tag', to: 'tag:rust', weight: 0.8 }],
  })
})

it('E-06 dot is quoted', () => {
  expect(exportedGraph('dot', graph).split('\n')).toEqual([
    'digraph mneme {',
    '  "memory:01A" [label="Say \\"no\\" to <tabs> & \\\\d", shape=box];',
    '  "tag:rust" [label="rust", shape=ellipse];',
    '  "memory:01A" -> "tag:rust" [label="has_tag", weight=0.8];',
    '}',
    '',
  ])
})

it('E-06 graphml is escaped', () => {
  const text = exportedGraph('graphml', graph)
  expect(text).toContain('<data key="label">Say &quot;no&quot; to &lt;tabs&gt; &amp; \\d</data>')
  expect(text).toContain('<edge source="memory:01A" target="tag:rust">')
})

it('E-06 no label can break out of its place, and the order of the input plays no part', () => {
  const label = fc.string({ unit: 'binary', maxLength: 30 })
  fc.assert(
    fc.property(fc.uniqueArray(label, { minLength: 1, maxLength: 5 }), (labels) => {
      const nodes = labels.map((text) => ({ key: `tag:${text}` as const, label: text, type: text }))
      for (const format of Object.keys(GRAPH_FORMATS) as GraphFormat[]) {
        const text = exportedGraph(format, { nodes, edges: [] })
        expect(exportedGraph(format, { nodes: nodes.toReversed(), edges: [] })).toBe(text)
        if (format === 'dot') expect(text.split('\n')).toHaveLength(labels.length + 3)
        if (format === 'graphml') {
          expect(text).not.toMatch(/[\x00-\x08\x0b\x0c\x0e-\x1f]/)
          expect(text.match(/<node /g)).toHaveLength(labels.length)
          expect(text.match(/&(?!(?:amp|lt|gt|quot|apos|#9|#10|#13);)/)).toBeNull()
        }
      }
    }),
  )
})
