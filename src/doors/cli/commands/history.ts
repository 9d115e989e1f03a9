import { history } from '../../../operations/history.ts'
import { oneLine, safe } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint } from '../terminal.ts'

export const historyCommand = command(history, {
  positional: ['id'],
  examples: [
    'mneme history api-rate-limit',
    'mneme history api-rate-limit --restore 01J8Z3K6W8Q5T9V2X4Y7A1B3C5',
  ],
  print: ({ memory, versions, batch }) =>
    [
      ...(batch ? [paint('green', 'Brought back.')] : []),
      `${paint('bold', oneLine(memory.name))}  now, since ${memory.updatedAt.slice(0, 19).replace('T', ' ')}`,
      `  ${safe(memory.content)}`,
      ...versions.flatMap((version) => [
        paint(
          'dim',
          `${version.id}  until ${version.at.slice(0, 19).replace('T', ' ')} (${version.cause})`,
        ),
        `  ${safe(version.snapshot.content)}`,
      ]),
      ...(versions.length === 0 ? ['  No earlier version.'] : []),
    ].join('\n'),
})
