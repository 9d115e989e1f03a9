import { gaps } from '../../../operations/gaps.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'

export const gapsCommand = command(gaps, {
  short: { limit: 'n' },
  examples: ['mneme gaps', 'mneme gaps --closed --json'],
  print: ({ gaps: found }) =>
    found
      .map(
        ({ count, lastAt, snippet, answeredBy }) =>
          `${count}×  ${lastAt.slice(0, 10)}  ${oneLine(snippet)}${answeredBy === null ? '' : `  (closed by ${answeredBy})`}`,
      )
      .join('\n') || 'No gaps. Questions that memory cannot answer will be listed here.',
})
