import { path } from '../../../operations/path.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint } from '../terminal.ts'

export const pathCommand = command(path, {
  positional: ['from', 'to'],
  examples: ['mneme path use-jwt auth-service', 'mneme path use-jwt auth-service --by strongest'],
  exitCode: ({ connected }) => (connected ? 0 : 1),
  print: ({ from, to, connected, steps, strength }) =>
    connected
      ? [
          paint('bold', oneLine(from.title)),
          ...steps.map(
            ({ kind, toLabel, weight }) =>
              `  ${paint('dim', `${kind} (${weight.toFixed(2)})`)} → ${oneLine(toLabel)}`,
          ),
          paint('dim', `strength ${strength.toFixed(2)}`),
        ].join('\n')
      : `No way from "${oneLine(from.title)}" to "${oneLine(to.title)}".`,
})
