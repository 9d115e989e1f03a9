import { timeline } from '../../../operations/timeline.ts'
import { command } from '../command.ts'
import { countLine, emptyLine, memoryTable } from '../memory-page.ts'

export const timelineCommand = command(timeline, {
  short: { limit: 'n' },
  examples: [
    'mneme timeline',
    'mneme timeline --since 7d --type decision',
    'mneme timeline --of-session abc123',
  ],
  print: ({ memories, total, notes }, { input }) =>
    memories.length === 0
      ? emptyLine(input, notes)
      : `${memoryTable(memories)}\n${countLine(memories.length, total)}`,
})
