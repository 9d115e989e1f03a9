import { episode } from '../../../operations/episode.ts'
import { command } from '../command.ts'
import { rememberCommand } from './remember.ts'

export const episodeCommand = command(episode, {
  positional: ['content…'],
  stdin: 'content',
  examples: ['mneme episode "Moved CI to the new runners" --outcome "worked, 4 minutes faster"'],
  exitCode: (output) => rememberCommand.exitCode?.(output) ?? 0,
  print: (output, shown) => rememberCommand.print(output, shown),
})
