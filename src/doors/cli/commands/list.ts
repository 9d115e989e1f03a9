import { list } from '../../../operations/list.ts'
import { command } from '../command.ts'
import { countLine, emptyLine, memoryTable } from '../memory-page.ts'

export const listCommand = command(list, {
  short: { limit: 'n', type: 't' },
  examples: ['mneme list', 'mneme list --type decision,policy -n 50', 'mneme list --all --json'],
  print: ({ memories, total, notes }, { input }) =>
    memories.length === 0
      ? emptyLine(input, notes)
      : `${memoryTable(memories)}\n${countLine(memories.length, total)}`,
})
