import { link } from '../../../operations/link.ts'
import { command } from '../command.ts'

export const linkCommand = command(link, {
  positional: ['from', 'to'],
  examples: [
    'mneme link use-jwt auth-service',
    'mneme link use-jwt use-sessions --kind supersedes',
  ],
  print: ({ link: drawn, outcome }) => `${outcome}: ${drawn.from} ${drawn.kind} ${drawn.to}`,
})
