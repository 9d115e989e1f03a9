import { FAILURES } from '../../../errors.ts'
import { remember } from '../../../operations/remember.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint } from '../terminal.ts'

const SAID = {
  created: 'Remembered',
  updated: 'Updated',
  duplicate: 'Known already',
  'near-duplicate': 'Known already, in nearly the same words',
  refused: 'Not stored',
  proposed: 'Proposed',
  waiting: 'Kept for the team',
} as const

export const rememberCommand = command(remember, {
  positional: ['content…'],
  stdin: 'content',
  short: { type: 't' },
  examples: [
    'mneme remember "We deploy on Fridays, never on Mondays" --type policy',
    'mneme remember "Chose SQLite over Postgres: nothing to start" --type decision --tag database',
    'git log -1 --format=%B | mneme remember --type change',
  ],
  exitCode: ({ outcome }) => (outcome === 'refused' ? FAILURES.secret_found.exit : 0),
  print: ({ outcome, id, name, title, type, scope, held, notes }) =>
    [
      outcome === 'refused'
        ? paint('yellow', SAID.refused)
        : `${paint('green', SAID[outcome])}: ${oneLine(name ?? title ?? '')} ${paint('dim', `[${type ?? 'fact'}, ${scope}] ${id ?? ''}`)}`.trimEnd(),
      ...notes.map((note) => `  ${oneLine(note)}`),
      ...(held && scope !== 'team'
        ? ['  It needs your approval before it is used: mneme review list']
        : []),
      ...(outcome === 'refused' ? ['  Take the credential out, or repeat with --redact.'] : []),
    ].join('\n'),
})
