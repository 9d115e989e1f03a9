import * as z from 'zod'
import { wholeGraph } from '../engine/graph/explore.ts'
import { isPerson } from '../engine/person.ts'
import { exportedGraph, GRAPH_FORMATS, type GraphFormat } from '../graph/export.ts'
import { cleanAnswer } from './clean-answer.ts'
import { operation } from './operation.ts'

const FORMATS = Object.keys(GRAPH_FORMATS) as [GraphFormat, ...GraphFormat[]]

export const graphExport = operation({
  name: 'graph export',
  summary: 'Export memories, tags and clusters with their edges for other tools.',
  effect: 'reads',
  cleansItself: true,
  whenOff: 'answers',
  http: { method: 'GET', path: '/api/graph' },
  input: z.object({
    format: z.enum(FORMATS).optional().describe('json (default), dot for Graphviz, or graphml'),
    limit: z
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe('Only this many of the latest memories, with their connections'),
  }),
  output: z.object({
    format: z.enum(FORMATS),
    nodes: z.int(),
    edges: z.int(),
    text: z.string(),
  }),
  async run(engine, caller, input) {
    const format = input.format ?? 'json'
    const whole = await wholeGraph(engine, caller, input.limit)
    const graph = isPerson(caller) ? whole : cleanAnswer(whole)
    return {
      format,
      nodes: graph.nodes.length,
      edges: graph.edges.length,
      text: exportedGraph(format, graph),
    }
  },
})
