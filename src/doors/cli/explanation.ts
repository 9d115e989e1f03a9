/** D-16. How a score came about, as people read it in a terminal. */
import type * as z from 'zod'
import type { AnswerExplanation, HitExplanation } from '../../operations/explanation.ts'
import { oneLine } from '../terminal/text.ts'
import { paint, table } from './terminal.ts'

/** One line a part: what was measured, its value, the weight, and what was added. */
export function hitExplanation(
  explanation: z.infer<typeof HitExplanation>,
  indent = '      ',
): string {
  const counted = explanation.parts.filter(({ weight, raw }) => weight > 0 || raw > 0)
  const parts = counted.map(({ name, raw, value, weight, points }) =>
    [
      name.padEnd(9),
      figure(raw),
      figure(value),
      `× ${weight.toFixed(2)}`,
      `= ${figure(points)}`,
    ].join('  '),
  )
  const ranks = Object.entries(explanation.ranks)
    .flatMap(([source, rank]) => (rank === null ? [] : [`${source} #${rank}`]))
    .join(', ')
  const signals = Object.entries(explanation.signals)
    .map(([name, value]) => `${name} ${value.toFixed(2)}`)
    .join(' + ')
  return [
    ...(parts.length > 0
      ? [paint('dim', 'part       measured   0 to 1   weight    added'), ...parts]
      : []),
    ...(ranks ? [`ranks      ${ranks}; relevance ${explanation.relevance.toFixed(2)}`] : []),
    ...(signals ? [`score      ${signals}`] : []),
    ...explanation.notes.map((note) => `note       ${oneLine(note)}`),
  ]
    .map((line) => indent + line)
    .join('\n')
}

function figure(value: number): string {
  return value.toFixed(3).padStart(7)
}

/** What was done, and who did not make it. */
export function answerExplanation(explanation: z.infer<typeof AnswerExplanation>): string {
  const { strategy, fusion, syntax, gathered, fellOut, version } = explanation
  const candidates = gathered
    ? `${gathered.all} candidates (text ${gathered.text}, context ${gathered.context}, meaning ${gathered.meaning})`
    : 'newest first'
  const how = [
    `strategy ${strategy}`,
    `fusion ${fusion}`,
    `read as ${syntax}`,
    `formula ${version}`,
  ].join(', ')
  const lines = [paint('dim', `${candidates}; ${how}`)]
  if (fellOut.length > 0) {
    lines.push(
      table(
        [{ title: 'fell out', flexible: true }, { title: 'why' }, { title: 'id', style: 'dim' }],
        fellOut.map(({ title, why, id }) => [title, why, id]),
      ),
    )
  }
  return lines.join('\n')
}
