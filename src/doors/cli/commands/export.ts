import { exportMemories, importMemories } from '../../../operations/export.ts'
import { command } from '../command.ts'

export const exportCommand = command(exportMemories, {
  examples: [
    'mneme export > memories.jsonl',
    'mneme export --type decision,policy --scope project > rules.jsonl',
  ],
  isData: true,
  print: ({ lines }) => lines.join('\n'),
})

export const importCommand = command(importMemories, {
  fileFor: { file: 'text' },
  examples: ['mneme import memories.jsonl', 'mneme import - < memories.jsonl'],
  print: ({ created, updated, proposed, unchanged, renamed, redacted, batches }) =>
    [
      `${created} new, ${updated} updated, ${unchanged} known already`,
      ...(proposed > 0 ? [`${proposed} changes wait for a person: mneme review`] : []),
      ...(renamed > 0 ? [`  ${renamed} were renamed, since their names were taken`] : []),
      ...(redacted > 0 ? [`  in ${redacted} a credential was blacked out`] : []),
      ...batches.map((batch) => `  To undo: mneme undo --batch ${batch}`),
    ].join('\n'),
})
