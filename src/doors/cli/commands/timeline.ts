import { timeline } from '../../../operations/timeline.ts'
import { command } from '../command.ts'
import { memoryTable } from '../memory-page.ts'

export const timelineCommand = command(timeline, {
  short: { limit: 'n' },
  examples: [
    'mneme timeline',
    'mneme timeline --since 7d --type decision',
    'mneme timeline --of-session abc123',
  ],
  print: ({ memories, total }) =>
    memories.length === 0
      ? 'Nothing happened in that time.'
      : `${memoryTable(memories)}\n${memories.length} of ${total}`,
})
