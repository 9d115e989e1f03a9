import { importNotes } from '../../../operations/import-notes.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'

export const importNotesCommand = command(importNotes, {
  positional: ['paths…'],
  examples: [
    'mneme import-notes --list',
    'mneme import-notes',
    'mneme import-notes CLAUDE.md docs/RULES.md',
  ],
  print: ({ files, imported, created, known, held, refused }) =>
    files.length === 0
      ? 'No rules or memories of other agents were found here. Name a file: mneme import-notes FILE'
      : [
          ...files.map(
            ({ path, host, notes, state }) =>
              `${state.padEnd(9)} ${oneLine(path)}: ${notes} notes${host === null ? '' : ` (${oneLine(host)})`}`,
          ),
          ...(!imported
            ? ['To import them: mneme import-notes. They are never changed.']
            : [
                `${created} new, ${known} known already${refused > 0 ? `, ${refused} skipped because of a credential` : ''}`,
              ]),
          ...(held > 0 ? [`${held} rules need your approval: mneme review list`] : []),
        ].join('\n'),
})
