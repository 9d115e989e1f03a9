import { importNotes } from '../../../operations/import-notes.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'

export const importNotesCommand = command(importNotes, {
  positional: ['paths…'],
  examples: ['mneme import-notes', 'mneme import-notes CLAUDE.md docs/RULES.md'],
  print: ({ files, created, known, held, refused }) =>
    files.length === 0
      ? 'No CLAUDE.md, AGENTS.md or GEMINI.md was found here. Name one: mneme import-notes FILE'
      : [
          ...files.map(({ path, notes }) => `${oneLine(path)}: ${notes} notes`),
          `${created} new, ${known} known already${refused > 0 ? `, ${refused} left out for a credential` : ''}`,
          ...(held > 0 ? [`${held} rules wait for your yes: mneme review list`] : []),
        ].join('\n'),
})
