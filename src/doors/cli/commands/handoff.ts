import { handoff } from '../../../operations/handoff.ts'
import { safe } from '../../terminal/text.ts'
import { command } from '../command.ts'

export const handoffCommand = command(handoff, {
  positional: ['id'],
  examples: ['mneme handoff', 'mneme handoff 9080ece3', 'codex "$(mneme handoff)"'],
  print: ({ text }) => safe(text),
})
