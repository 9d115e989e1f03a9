import type * as z from 'zod'
import { search } from '../../../operations/search.ts'
import { oneLine, safe } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { answerExplanation, hitExplanation } from '../explanation.ts'
import { paint } from '../terminal.ts'

export const searchCommand = command(search, {
  positional: ['query…'],
  short: { limit: 'n' },
  examples: [
    'mneme search how do we deploy',
    'mneme search "rate limit" --type decision,fact --since 30d',
    'mneme search tag:auth token --json',
    'mneme search flaky tests --explain',
    'mneme search what to know before a release --budget 800',
  ],
  print: ({ hits, notes, explanation }) =>
    [
      ...hits.filter(({ weak }) => !weak).map(hitLines),
      ...(hits.some(({ weak }) => weak) ? [paint('dim', 'Weaker matches:')] : []),
      ...hits.filter(({ weak }) => weak).map(hitLines),
      ...(hits.length > 0 ? [] : [NOTHING]),
      ...(explanation ? [answerExplanation(explanation)] : []),
      ...notes.map((note) => paint('yellow', oneLine(note))),
    ].join('\n'),
})

const NOTHING = 'Nothing like that is remembered. To keep something: mneme remember "…"'

type Hit = z.output<typeof search.output>['hits'][number]

function hitLines(hit: Hit): string {
  const kind = hit.archived ? `${hit.type}, archived` : hit.type
  return [
    `${hit.score.toFixed(2)}  ${paint('bold', oneLine(hit.title))}  ${paint('dim', `[${kind}] ${hit.id}`)}`,
    `      ${safe(hit.passage ?? hit.snippet)}`,
    ...hit.supersedes.map(({ title, id }) =>
      paint('dim', `      replaced: ${oneLine(title)}  ${id}`),
    ),
    ...(hit.explanation ? [hitExplanation(hit.explanation)] : []),
  ].join('\n')
}
