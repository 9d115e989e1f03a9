import { forget } from '../../../operations/forget.ts'
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
  print: ({ forgotten, proposed, dryRun, batch }) => {
    if (forgotten.length + proposed.length === 0) return 'Nothing to forget.'
    const undo = batch ? `To bring back: mneme undo --batch ${batch}` : ''
    return [
      ...(forgotten.length === 0
        ? []
        : [`${dryRun ? 'Would forget' : 'Forgot'} ${forgotten.length}:`, memoryTable(forgotten)]),
      ...(proposed.length === 0
        ? []
        : [`A person's own, waiting for review (${proposed.length}):`, memoryTable(proposed)]),
      ...(undo === '' ? [] : [undo]),
    ].join('\n')
  },
})
