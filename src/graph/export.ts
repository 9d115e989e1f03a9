/** E-06. The graph as text that other tools read. The same graph always gives the same bytes. */
import { compareText } from '../text/compare.ts'
import { type Edge, type NodeKey, type NodeKind, nodeOf } from './edges.ts'

export interface GraphNode {
  readonly key: NodeKey
  readonly label: string
  /** The type of a memory; empty for tags and clusters. */
  readonly type: string
}

export interface Graph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly Edge[]
}

/** Adding a format means adding a row. */
export const GRAPH_FORMATS = {
  json: asJson,
  dot: asDot,
  graphml: asGraphml,
} as const satisfies Record<string, (graph: Graph) => string>
export type GraphFormat = keyof typeof GRAPH_FORMATS

export function exportedGraph(format: GraphFormat, graph: Graph): string {
  return GRAPH_FORMATS[format](inOrder(graph))
}

// biome-ignore format: a table reads best in columns
const DOT_SHAPES: { readonly [Kind in NodeKind]: string } = {
  memory: 'box', tag: 'ellipse', cluster: 'hexagon',
}

function asJson(graph: Graph): string {
  const nodes = graph.nodes.map(({ key, label, type }) => ({ key, ...nodeOf(key), label, type }))
  const edges = graph.edges.map(({ from, kind, to, weight }) => ({ from, kind, to, weight }))
  return `${JSON.stringify({ nodes, edges }, null, 2)}\n`
}

function asDot(graph: Graph): string {
  const nodes = graph.nodes.map(({ key, label }) => {
    const shape = DOT_SHAPES[nodeOf(key).kind]
    return `  ${dotText(key)} [label=${dotText(label)}, shape=${shape}];`
  })
  const edges = graph.edges.map(
    ({ from, kind, to, weight }) =>
      `  ${dotText(from)} -> ${dotText(to)} [label=${dotText(kind)}, weight=${weight}];`,
  )
  return `${['digraph mneme {', ...nodes, ...edges, '}'].join('\n')}\n`
}

function asGraphml(graph: Graph): string {
  const nodes = graph.nodes.map(({ key, label, type }) => {
    const data = [
      `<data key="kind">${nodeOf(key).kind}</data>`,
      `<data key="label">${xmlText(label)}</data>`,
      `<data key="type">${xmlText(type)}</data>`,
    ]
    return `    <node id="${xmlText(key)}">${data.join('')}</node>`
  })
  const edges = graph.edges.map(({ from, kind, to, weight }) => {
    const data = `<data key="relation">${kind}</data><data key="weight">${weight}</data>`
    return `    <edge source="${xmlText(from)}" target="${xmlText(to)}">${data}</edge>`
  })
  return `${[...GRAPHML_HEAD, ...nodes, ...edges, '  </graph>', '</graphml>'].join('\n')}\n`
}

const GRAPHML_HEAD = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
  '  <key id="kind" for="node" attr.name="kind" attr.type="string"/>',
  '  <key id="label" for="node" attr.name="label" attr.type="string"/>',
  '  <key id="type" for="node" attr.name="type" attr.type="string"/>',
  '  <key id="relation" for="edge" attr.name="relation" attr.type="string"/>',
  '  <key id="weight" for="edge" attr.name="weight" attr.type="double"/>',
  '  <graph id="mneme" edgedefault="directed">',
]

/** In a quoted string of DOT a backslash starts an escape, and a line break would be kept raw. */
function dotText(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\r\n', '\\n')
    .replaceAll('\r', '\\n')
    .replaceAll('\n', '\\n')
  return `"${escaped.replaceAll('\0', '')}"`
}

/** Everything that XML 1.0 has no way to write, even escaped: control characters, halves of pairs. */
const NOT_IN_XML =
  /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const XML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

function xmlText(text: string): string {
  return text
    .replace(NOT_IN_XML, '\ufffd')
    .replace(/[&<>"'\t\n\r]/g, (sign) => XML_ESCAPES[sign] ?? sign)
}

function inOrder(graph: Graph): Graph {
  const edgeKey = (edge: Edge) => `${edge.from} ${edge.kind} ${edge.to}`
  return {
    nodes: [...graph.nodes].sort((a, b) => compareText(a.key, b.key)),
    edges: [...graph.edges].sort(
      (a, b) => compareText(edgeKey(a), edgeKey(b)) || a.weight - b.weight,
    ),
  }
}
