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
        entry.erased ? 'erased' : DONE[entry.op],
        `${entry.title ?? `${entry.kind} ${entry.key.replace(ID, short).replaceAll(':', ' ')}`}${entry.op === 'update' ? changedFields(entry.after) : ''}`,
        short(entry.batch),
      ]),
    )
  },
})

const DONE = { insert: 'created', update: 'changed', delete: 'removed' } as const

/** Fields that every change writes say nothing about this one. */
const BOOKKEEPING = new Set(['updatedAt', 'contentHash', 'lastReinforcedAt', 'stateSince'])

function changedFields(after: unknown): string {
  const fields = Object.keys(after ?? {}).filter((field) => !BOOKKEEPING.has(field))
  const words = fields.map((field) =>
    field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  )
  return words.length === 0 ? '' : `: ${words.join(', ')}`
}

const ID = /[0-9A-HJKMNP-TV-Z]{26}/g
