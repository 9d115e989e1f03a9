import { reindex } from '../../../operations/reindex.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'

export const reindexCommand = command(reindex, {
  examples: ['mneme reindex', 'mneme reindex --recreate'],
  print: ({ embedded, kept, model, dims }) =>
    `${embedded} memories embedded, ${kept} had their vectors already (${oneLine(model)}, ${dims} dimensions)`,
})
