import { update } from '../../../operations/update.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint } from '../terminal.ts'

export const updateCommand = command(update, {
  positional: ['id', 'content'],
  examples: [
    'mneme update api-rate-limit "The API rate limit is 200/min"',
    'mneme update api-rate-limit --tag api,limits --importance 0.8',
    'mneme update api-rate-limit --state validated',
  ],
  print: ({ memory, changed, archived, notes }, { input }) =>
    [
      changed.length === 0
        ? `Nothing was changed in ${oneLine(memory.name)}. To change its text: mneme update ${oneLine(memory.name)} "…"`
        : `${paint('green', 'Updated')}: ${oneLine(memory.name)} (${shownFields(changed, input).join(', ')})`,
      ...(archived
        ? [`  The previous version is kept: mneme history ${oneLine(memory.name)}`]
        : []),
      ...notes.map((note) => `  ${oneLine(note)}`),
    ].join('\n'),
})

/** The fields the caller set; derived ones, such as a title from its text, are not listed. */
function shownFields(
  changed: readonly string[],
  input: Readonly<Record<string, unknown>>,
): readonly string[] {
  const asked = changed.filter((field) => Object.hasOwn(input, field))
  return asked.length > 0 ? asked : changed
}
