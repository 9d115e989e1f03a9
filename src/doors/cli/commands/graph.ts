import { graphExport } from '../../../operations/graph.ts'
import { command } from '../command.ts'

export const graphExportCommand = command(graphExport, {
  examples: ['mneme graph export', 'mneme graph export --format dot | dot -Tsvg > graph.svg'],
  isData: true,
  print: ({ text }) => text,
})
