import type { BareCommand } from '../command.ts'

export const tourCommand: BareCommand = {
  summary: 'Watch Mneme work, in a temporary home',
  help: 'Usage: mneme tour [--page]\n\nShows what Mneme does, in a temporary home. Nothing of yours is touched.\n\nOptions:\n  --page   then open the page on that home\n\nExamples:\n  mneme tour\n',
  async run(argv) {
    const { tour } = await import('../tour.ts')
    return tour({ page: argv.includes('--page') })
  },
}
