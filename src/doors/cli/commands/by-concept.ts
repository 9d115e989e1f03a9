import { byConcept } from '../../../operations/by-concept.ts'
import { command } from '../command.ts'
import { memoryTable } from '../memory-page.ts'

export const byConceptCommand = command(byConcept, {
  positional: ['concept'],
  short: { limit: 'n' },
  examples: ['mneme by-concept gotcha', 'mneme by-concept trade-off --json'],
  print: ({ memories }) =>
    memories.length === 0 ? 'No memories with that concept yet.' : memoryTable(memories),
})
