import type * as z from 'zod'
import { search } from '../../../operations/search.ts'
import { originFlag } from '../../../operations/views.ts'
import { oneLine, rowsOf, safe } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { answerExplanation, hitExplanation } from '../explanation.ts'
import { shortestIds } from '../memory-page.ts'
import { paint } from '../terminal.ts'

export const searchCommand = command(search, {
  positional: ['query…'],
  short: { limit: 'n' },
  examples: [
    'mneme search how do we deploy',
    'mneme search "rate limit" --type decision,fact --since 30d',
    'mneme search tag:auth token --json',
    'mneme search flaky tests --explain',
    'mneme search where did we keep the token --all',
    'mneme search what to know before a release --budget 800',
  ],
  print({ hits, notes, explanation, collected }, { width }) {
    const ids = shortestIds(hits.map(({ id }) => id))
    const shown = hits.map((hit, at) => ({ weak: hit.weak, text: hitLines(hit, ids[at], width) }))
    const weak = shown.filter((hit) => hit.weak)
    return [
      ...(collected ? [collectedLines(collected)] : []),
      ...shown.filter((hit) => !hit.weak).map(({ text }) => text),
      ...(weak.length > 0 ? [paint('dim', 'Weaker matches:')] : []),
      ...weak.map(({ text }) => text),
      ...(hits.length > 0 ? [] : [NOTHING]),
      ...(explanation ? [answerExplanation(explanation)] : []),
      ...notes.map((note) => paint('yellow', oneLine(note))),
    ].join('\n')
  },
})

const NOTHING =
  'Nothing matches here. In every project: --all. In past sessions: mneme session-search'

type Hit = z.output<typeof search.output>['hits'][number]

type Collected = NonNullable<z.output<typeof search.output>['collected']>

function collectedLines({ count, entries }: Collected): string {
  const lines = entries.map(
    ({ at, text }) => `  ${paint('dim', at.slice(0, 10))}  ${oneLine(text)}`,
  )
  return [paint('bold', `${count} in all, oldest first:`), ...lines, ''].join('\n')
}

const INDENT = '      '
const MAX_TEXT_LINES = 12

function hitLines(hit: Hit, id: string | undefined, width: number): string {
  const kind = [hit.type, ...(hit.archived ? ['archived'] : []), ...originFlag(hit)].join(', ')
  const text = oneLine(hit.passage ?? hit.snippet)
  const wrap = (each: string) => rowsOf(each, Math.max(10, width - INDENT.length), MAX_TEXT_LINES)
  // A derived title is the beginning of its text: said once is enough.
  const isSaid = text.toLowerCase().startsWith(hit.title.replace(/…$/, '').toLowerCase())
  return [
    `${hit.score.toFixed(2)}  ${paint('dim', `${id ?? hit.id}  ${kind}`)}`,
    ...(isSaid ? [] : wrap(oneLine(hit.title)).map((line) => INDENT + paint('bold', line))),
    ...wrap(text).map((line) => INDENT + safe(line)),
    ...hit.supersedes.map(({ title }) => paint('dim', `${INDENT}superseded: ${oneLine(title)}`)),
    ...(hit.explanation ? [hitExplanation(hit.explanation)] : []),
  ].join('\n')
}
