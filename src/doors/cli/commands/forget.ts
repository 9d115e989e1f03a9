import { forget } from '../../../operations/forget.ts'
import { command } from '../command.ts'
import { memoryTable } from '../memory-page.ts'

export const forgetCommand = command(forget, {
  positional: ['id…'],
  examples: [
    'mneme forget api-rate-limit',
    'mneme forget --tag old --dry-run',
    'mneme forget --type change --until 2026-01-01',
  ],
  print: ({ forgotten, dryRun, batch }) => {
    if (forgotten.length === 0) return 'Nothing to forget.'
    const said = dryRun ? 'Would forget' : 'Forgot'
    const undo = batch
      ? `\nTo bring ${forgotten.length === 1 ? 'it' : 'them'} back: mneme undo --batch ${batch}`
      : ''
    return `${said} ${forgotten.length}:\n${memoryTable(forgotten)}${undo}`
  },
})
