import { move } from '../../../operations/move.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'

export const moveCommand = command(move, {
  positional: ['id'],
  examples: ['mneme move use-pnpm --scope global', 'mneme move use-pnpm --scope project'],
  print: ({ memory, batch }) =>
    batch === null
      ? `"${oneLine(memory.name)}" already exists.`
      : `Moved "${oneLine(memory.name)}": ${memory.scope === 'global' ? 'used in all projects' : 'used in this project only'}.\n  To undo: mneme undo --batch ${batch}`,
})
