import { CHANGE_WORDS, changedFields } from '../../../memory/changed-fields.ts'
import { journal } from '../../../operations/journal.ts'
import { command } from '../command.ts'
import { shortestIds } from '../memory-page.ts'
import { table } from '../terminal.ts'

export const journalCommand = command(journal, {
  positional: ['id'],
  short: { limit: 'n' },
  examples: [
    'mneme journal',
    'mneme journal api-rate-limit --json',
    'mneme journal --since 1d --actor cli',
  ],
  print({ entries }) {
    if (entries.length === 0) return 'Nothing has changed yet.'
    const batches = shortestIds([...new Set(entries.map(({ batch }) => batch))])
    const short = (id: string) => batches.find((each) => id.startsWith(each)) ?? id.slice(0, 10)
    return table(
      [
        { title: 'when', style: 'dim' },
        { title: 'who' },
        { title: 'why', flexible: true, wraps: true },
        { title: 'what' },
        { title: 'which', flexible: true, wraps: true },
        { title: 'batch', style: 'dim' },
      ],
      entries.map((entry) => [
        entry.at.slice(0, 16).replace('T', ' '),
        entry.actor,
        entry.cause.replace(ID, short),
        entry.erased ? 'erased' : CHANGE_WORDS[entry.op],
        `${entry.title ?? `${entry.kind} ${entry.key.replace(ID, short).replaceAll(':', ' ')}`}${entry.op === 'update' ? fieldsText(entry.after) : ''}`,
        short(entry.batch),
      ]),
    )
  },
})

const ID = /[0-9A-HJKMNP-TV-Z]{26}/g

function fieldsText(after: object | null | undefined): string {
  const fields = changedFields(after)
  return fields.length === 0 ? '' : `: ${fields.join(', ')}`
}
