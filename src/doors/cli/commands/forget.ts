import { forget } from '../../../operations/forget.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { memoryTable } from '../memory-page.ts'

export const forgetCommand = command(forget, {
  positional: ['id…'],
  paths: { from: 'if-there' },
  examples: [
    'mneme forget api-rate-limit',
    'mneme forget --tag old --dry-run',
    'mneme forget --type change --until 2026-01-01',
    'mneme forget --from https://example.com/page --dry-run',
  ],
  print: ({ forgotten, proposed, dryRun, batch, notes }) => {
    if (forgotten.length + proposed.length === 0) {
      return ['Nothing to forget.', ...notes.map(oneLine)].join('\n')
    }
    const undo = batch ? `To bring back: mneme undo --batch ${batch}` : ''
    return [
      ...(forgotten.length === 0
        ? []
        : [`${dryRun ? 'Would forget' : 'Forgot'} ${forgotten.length}:`, memoryTable(forgotten)]),
      ...(proposed.length === 0
        ? []
        : [`A person’s own, needing approval (${proposed.length}):`, memoryTable(proposed)]),
      ...(undo === '' ? [] : [undo]),
    ].join('\n')
  },
})
