import { health } from '../../../operations/health.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint } from '../terminal.ts'

export const healthCommand = command(health, {
  examples: ['mneme health', 'mneme health --json'],
  print: ({ healthy, findings, embedded, stale, faded }) =>
    [
      verdict(healthy, findings.length),
      ...findings.map(
        ({ what, count, hint, serious }) =>
          `${paint(serious ? 'red' : 'yellow', String(count).padStart(6))}  ${oneLine(what)}: ${hint}`,
      ),
      `${paint('dim', String(stale).padStart(6))}  rarely used${faded === null ? '' : `, ${faded} about to be archived`}`,
      `${paint('dim', `${Math.round(embedded * 100)} %`.padStart(6))}  can be found by meaning`,
    ].join('\n'),
  exitCode: ({ healthy }) => (healthy ? 0 : 1),
})

/** Nothing is called healthy above a list of what is wrong. */
function verdict(healthy: boolean, findings: number): string {
  if (!healthy) return paint('red', 'Problems found:')
  if (findings === 0) return paint('green', 'Memory is healthy.')
  return paint('yellow', 'Memory works. To look at:')
}
