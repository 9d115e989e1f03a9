import { health } from '../../../operations/health.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint } from '../terminal.ts'

export const healthCommand = command(health, {
  examples: ['mneme health', 'mneme health --json'],
  print: ({ healthy, findings, embedded, stale, faded }) =>
    [
      healthy ? paint('green', 'Memory is healthy.') : paint('red', 'Problems found.'),
      ...findings.map(
        ({ what, count, hint, serious }) =>
          `${paint(serious ? 'red' : 'yellow', String(count).padStart(6))}  ${oneLine(what)}: ${hint}`,
      ),
      `${paint('dim', String(stale).padStart(6))}  are low${faded === null ? '' : `, ${faded} of all are about to be archived`}`,
      `${paint('dim', `${Math.round(embedded * 100)} %`.padStart(6))}  can be found by meaning`,
    ].join('\n'),
  exitCode: ({ healthy }) => (healthy ? 0 : 1),
})
