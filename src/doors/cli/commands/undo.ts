import { undo } from '../../../operations/undo.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint } from '../terminal.ts'

export const undoCommand = command(undo, {
  positional: ['id'],
  examples: [
    'mneme undo',
    'mneme undo --dry-run',
    'mneme undo api-rate-limit',
    'mneme undo --last-capture',
    'mneme undo --batch 01J8Z3K6W8Q5T9V2X4Y7A1B3C5',
  ],
  print: ({ undone, memories, changes, dryRun, batches }) =>
    [
      `${paint('green', dryRun ? 'Would undo' : 'Undone')}: ${oneLine(undone.cause)} by ${oneLine(undone.actor)} on ${undone.at.slice(0, 16).replace('T', ' ')} (${changes} change${changes === 1 ? '' : 's'})`,
      ...memories
        .slice(0, MAX_SHOWN)
        .map(({ title, becomes }) => `  ${becomes}: ${oneLine(title)}`),
      ...(memories.length > MAX_SHOWN ? [`  and ${memories.length - MAX_SHOWN} more`] : []),
      ...batches.map((batch) => `  To redo: mneme undo --batch ${batch}`),
    ].join('\n'),
})

const MAX_SHOWN = 10
