import { reindex } from '../../../operations/reindex.ts'
import { command } from '../command.ts'
import { oneLine } from '../terminal.ts'

export const reindexCommand = command(reindex, {
  examples: ['mneme reindex', 'mneme reindex --all'],
  print: ({ embedded, kept, model, dims }) =>
    `${embedded} memories embedded, ${kept} had their vectors already (${oneLine(model)}, ${dims} dimensions)`,
})
