import type { BareCommand } from '../command.ts'

export const tourCommand: BareCommand = {
  summary: 'Watch Mneme work, in a temporary home',
  help: 'Usage: mneme tour\n\nRuns the whole loop on a throw-away home and prints what happens. Nothing of yours is touched.\n\nExamples:\n  mneme tour\n',
  async run() {
    const { tour } = await import('../tour.ts')
    return tour()
  },
}
