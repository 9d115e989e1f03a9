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
  print: ({ hits, notes, nothingRelevant, relevance, floor, explanation }) =>
    [
      ...hits.map((hit) =>
        [
          `${hit.score.toFixed(2)}  ${paint('bold', oneLine(hit.title))}  ${paint('dim', `[${hit.archived ? `${hit.type}, archived` : hit.type}] ${hit.id}`)}`,
          `      ${safe(hit.passage ?? hit.snippet)}`,
          ...hit.supersedes.map(({ title, id }) =>
            paint('dim', `      replaced: ${oneLine(title)}  ${id}`),
          ),
          ...(hit.explanation ? [hitExplanation(hit.explanation)] : []),
        ].join('\n'),
      ),
      ...(hits.length > 0 ? [] : [nothingRelevant ? irrelevant(relevance, floor) : NOTHING]),
      ...(explanation ? [answerExplanation(explanation)] : []),
      ...notes.map((note) => paint('yellow', oneLine(note))),
    ].join('\n'),
})

const NOTHING = 'Nothing remembered about that yet. To keep something: mneme remember "…"'

function irrelevant(relevance: number, floor: number): string {
  return `Nothing relevant (${relevance.toFixed(2)}, needed ${floor.toFixed(2)}). To see what was found: --explain`
}
