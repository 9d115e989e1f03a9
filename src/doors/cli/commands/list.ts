import { list } from '../../../operations/list.ts'
import { command } from '../command.ts'
import { memoryTable } from '../memory-page.ts'

export const listCommand = command(list, {
  short: { limit: 'n', type: 't' },
  examples: [
    'mneme list',
    'mneme list --type decision,policy -n 50',
    'mneme list --everywhere --json',
  ],
  print: ({ memories, total }) =>
    memories.length === 0
      ? 'Nothing here yet. To keep something: mneme remember "…"'
      : `${memoryTable(memories)}\n${memories.length} of ${total}`,
})
