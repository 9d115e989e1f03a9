import { journal } from '../../../operations/journal.ts'
import { command } from '../command.ts'
import { table } from '../terminal.ts'

export const journalCommand = command(journal, {
  positional: ['id'],
  short: { limit: 'n' },
  examples: [
    'mneme journal',
    'mneme journal api-rate-limit --json',
    'mneme journal --since 1d --actor cli',
  ],
  print: ({ entries }) =>
    entries.length === 0
      ? 'Nothing has changed yet.'
      : table(
          [
            { title: 'when', style: 'dim' },
            { title: 'who' },
            { title: 'why' },
            { title: 'what' },
            { title: 'which', flexible: true },
            { title: 'batch', style: 'dim' },
          ],
          entries.map((entry) => [
            entry.at.slice(0, 19).replace('T', ' '),
            entry.actor,
            entry.cause,
            entry.erased ? 'erased' : entry.op,
            `${entry.kind} ${entry.key}${entry.op === 'update' ? `: ${Object.keys(entry.after ?? {}).join(', ')}` : ''}`,
            entry.batch,
          ]),
        ),
})
