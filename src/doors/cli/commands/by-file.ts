import { byFile } from '../../../operations/by-file.ts'
import { command } from '../command.ts'
import { memoryTable } from '../memory-page.ts'

export const byFileCommand = command(byFile, {
  positional: ['path'],
  short: { limit: 'n' },
  examples: ['mneme by-file src/api/auth.ts', 'mneme by-file src/api'],
  print: ({ memories }) =>
    memories.length === 0 ? 'Nothing is remembered about that file.' : memoryTable(memories),
})
