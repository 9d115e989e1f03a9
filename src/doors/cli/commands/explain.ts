import { explain } from '../../../operations/explain.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { answerExplanation, hitExplanation } from '../explanation.ts'
import { paint } from '../terminal.ts'

export const explainCommand = command(explain, {
  positional: ['query…'],
  short: { limit: 'n' },
  examples: ['mneme explain how do we deploy', 'mneme explain deploy --rank relevance --json'],
  print: ({ hits, notes, explanation }) =>
    [
      ...hits.map((hit, place) =>
        [
          `${place + 1}.  ${hit.score.toFixed(3)}  ${paint('bold', oneLine(hit.title))}  ${paint('dim', `[${hit.type}] ${hit.id}`)}`,
          hitExplanation(hit.explanation, '    '),
        ].join('\n'),
      ),
      ...(hits.length > 0 ? [] : ['No hits.']),
      answerExplanation(explanation),
      ...notes.map((note) => paint('yellow', oneLine(note))),
    ].join('\n'),
})
