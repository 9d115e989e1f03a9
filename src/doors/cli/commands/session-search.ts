import { sessionSearch } from '../../../operations/session-search.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint } from '../terminal.ts'

export const sessionSearchCommand = command(sessionSearch, {
  positional: ['query…'],
  short: { limit: 'n' },
  examples: [
    'mneme session-search why did the migration fail',
    'mneme session-search "rate limit" --role user --since 30d',
    'mneme session-search docker --all --host codex --json',
    'mneme session-search retry budget --in commits --since 90d',
  ],
  print: ({ hits, notes }) =>
    [
      ...hits.map((hit) =>
        [
          `${hit.score.toFixed(2)}  ${paint('bold', oneLine(hit.title ?? hit.session))}  ${paint('dim', `${hit.role} in ${hit.host}, ${(hit.at ?? '').slice(0, 16).replace('T', ' ')}, ${hit.session}`)}`,
          `      ${oneLine(hit.snippet)}`,
        ].join('\n'),
      ),
      ...(hits.length > 0
        ? []
        : [
            'Nothing matches in the sessions of this project. In every project: --all. To read your agents’ history: mneme sessions backfill',
          ]),
      ...notes.map((note) => paint('yellow', oneLine(note))),
    ].join('\n'),
})
