import { update } from '../../../operations/update.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint } from '../terminal.ts'

export const updateCommand = command(update, {
  positional: ['id', 'content'],
  examples: [
    'mneme update api-rate-limit "The API rate limit is 200/min"',
    'mneme update api-rate-limit --tag api,limits --importance 0.8',
    'mneme update api-rate-limit --state validated',
  ],
  print: ({ memory, changed, archived, notes }) =>
    [
      changed.length === 0
        ? `Nothing to change in ${oneLine(memory.name)}`
        : `${paint('green', 'Updated')}: ${oneLine(memory.name)} (${changed.join(', ')})`,
      ...(archived ? ['  The previous version is kept: mneme history'] : []),
      ...notes.map((note) => `  ${oneLine(note)}`),
    ].join('\n'),
})
