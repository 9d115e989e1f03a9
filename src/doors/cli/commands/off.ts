import { off, on } from '../../../operations/off.ts'
import { command } from '../command.ts'

const WHERE = {
  everywhere: 'everywhere',
  project: 'in this project',
  session: 'for this session',
} as const

export const offCommand = command(off, {
  positional: ['where'],
  examples: ['mneme off', 'mneme off everywhere', 'mneme off --session abc123'],
  print: ({ where }) => `Memory is off ${WHERE[where]}. To switch it on: mneme on ${where}`,
})

export const onCommand = command(on, {
  positional: ['where'],
  examples: ['mneme on', 'mneme on everywhere'],
  print: ({ where, off: stillOff }) =>
    stillOff
      ? `Switched on ${WHERE[where]}, but still off elsewhere: see mneme status`
      : `Memory is on ${WHERE[where]}.`,
})
