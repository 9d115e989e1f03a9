import { init } from '../../../operations/init.ts'
import { revealHidden } from '../../../text/reveal-hidden.ts'
import { oneLine, safe } from '../../terminal/text.ts'
import { command } from '../command.ts'

export const initCommand = command(init, {
  examples: ['mneme init', 'mneme init --project ~/src/api'],
  print: ({ outcome, path, text }) =>
    outcome === 'kept'
      ? `${oneLine(path)} already exists and was not changed.`
      : [
          safe(revealHidden(text)),
          `Written to ${oneLine(path)}`,
          'Change it as you like, then: mneme anchor approve',
        ].join('\n'),
})
