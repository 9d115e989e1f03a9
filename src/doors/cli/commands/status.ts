import { status } from '../../../operations/status.ts'
import { command } from '../command.ts'
import { oneLine, paint } from '../terminal.ts'

export const statusCommand = command(status, {
  examples: ['mneme status', 'mneme status --json'],
  print: (found) =>
    [
      `mneme ${found.version}, memory is ${found.off ? paint('yellow', 'off') : paint('green', 'on')}`,
      `home      ${oneLine(found.home)}`,
      `store     ${found.store.engine}, ${found.memories} memories, ${(found.store.bytes / 1_000_000).toFixed(1)} MB`,
      `project   ${found.project ? oneLine(found.project.slug) : 'none here: global memories only'}`,
      ...found.warnings.map((warning) => paint('yellow', `warning   ${oneLine(warning)}`)),
    ].join('\n'),
})
