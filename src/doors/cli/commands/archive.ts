import { archiveList, archivePrune, archiveRestore } from '../../../operations/archive.ts'
import { originFlag } from '../../../operations/views.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { table } from '../terminal.ts'

export const archiveListCommand = command(archiveList, {
  positional: ['name'],
  short: { limit: 'n' },
  examples: ['mneme archive list', 'mneme archive list api-rate-limit'],
  print: ({ entries }) =>
    entries.length === 0
      ? 'Nothing was overwritten or forgotten yet.'
      : table(
          [
            { title: 'id', style: 'dim' },
            { title: 'what' },
            { title: 'name', flexible: true },
            { title: 'until' },
            { title: 'cause', flexible: true },
          ],
          entries.map((entry) => [
            entry.id,
            [entry.kind, ...originFlag(entry)].join(', '),
            entry.name,
            entry.at.slice(0, 19).replace('T', ' '),
            entry.cause,
          ]),
        ),
})

export const archiveRestoreCommand = command(archiveRestore, {
  positional: ['id'],
  examples: [
    'mneme archive restore api-rate-limit',
    'mneme archive restore 01J8Z3K6W8Q5T9V2X4Y7A1B3C5',
  ],
  print: ({ memory, batch }) =>
    batch
      ? `Brought back: ${oneLine(memory.name)}\n  To undo: mneme undo --batch ${batch}`
      : `${oneLine(memory.name)} says this already.`,
})

export const archivePruneCommand = command(archivePrune, {
  examples: [
    'mneme archive prune --older-than 90 --dry-run',
    'mneme archive prune --keep 3',
    'mneme archive prune --older-than 365 --keep 1',
  ],
  print: ({ versions, files, dryRun }) =>
    `${dryRun ? 'Would delete' : 'Deleted'} ${versions} versions and ${files} archived files${dryRun ? '.' : ' for good.'}`,
})
