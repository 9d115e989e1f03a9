import { procedure, procedureOutcome } from '../../../operations/procedure.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { rememberCommand } from './remember.ts'

export const procedureCommand = command(procedure, {
  positional: ['name'],
  examples: [
    'mneme procedure deploy --trigger "deploy to production" --steps "npm test,npm run build,npm run ship"',
  ],
  exitCode: (output) => rememberCommand.exitCode?.(output) ?? 0,
  print: (output, shown) => rememberCommand.print(output, shown),
})

export const procedureOutcomeCommand = command(procedureOutcome, {
  positional: ['id', 'result'],
  examples: ['mneme procedure outcome deploy success'],
  print: ({ memory }) =>
    `${oneLine(memory.name)}: worked ${memory.procedure?.successes ?? 0}×, failed ${memory.procedure?.failures ?? 0}×`,
})
