import { erase } from '../../../operations/erase.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint } from '../terminal.ts'

export const eraseCommand = command(erase, {
  positional: ['id…'],
  examples: ['mneme erase api-rate-limit', 'mneme erase api-rate-limit --yes'],
  print: ({ erased, memories, removed }) =>
    [
      erased ? paint('red', 'Erased for good:') : 'Would erase for good:',
      ...memories.map(({ id, name }) => `  ${oneLine(name)}  ${id}`),
      Object.entries(removed)
        .filter(([, count]) => count > 0)
        .map(([kind, count]) => `  ${count} ${kind}`)
        .join('\n'),
      ...(erased ? [] : ['This cannot be undone. To do it: repeat with --yes']),
    ].join('\n'),
})
