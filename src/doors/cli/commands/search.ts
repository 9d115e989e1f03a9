import { search } from '../../../operations/search.ts'
import { command } from '../command.ts'
import { oneLine, paint, safe } from '../terminal.ts'

export const searchCommand = command(search, {
  positional: ['query…'],
  short: { limit: 'n' },
  examples: [
    'mneme search how do we deploy',
    'mneme search "rate limit" --type decision,fact --since 30d',
    'mneme search tag:auth token --json',
  ],
  print: ({ hits }) =>
    hits
      .map((hit) =>
        [
          `${hit.score.toFixed(2)}  ${paint('bold', oneLine(hit.title))}  ${paint('dim', `[${hit.type}] ${hit.id}`)}`,
          `      ${safe(hit.snippet)}`,
        ].join('\n'),
      )
      .join('\n') || 'Nothing remembered about that yet. To keep something: mneme remember "…"',
})
