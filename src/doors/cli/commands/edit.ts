import { homeFolder, homePaths } from '../../../config/home.ts'
import { MnemeError } from '../../../errors.ts'
import type { BareCommand } from '../command.ts'
import { say } from '../out.ts'

const HELP = `Usage: mneme edit <id or name>

Opens a memory in your editor (VISUAL or EDITOR) and saves what you changed. If it changed elsewhere in the
meantime nothing is overwritten: your text is kept in a file and both versions are shown.

Examples:
  mneme edit api-rate-limit
`

export const editCommand: BareCommand = {
  summary: 'Edit a memory in your editor',
  help: HELP,
  async run(argv) {
    const [id, ...rest] = argv
    if (id === '--help' || id === '-h') {
      say(HELP)
      return 0
    }
    if (id === undefined || rest.length > 0) {
      throw new MnemeError('invalid_input', 'edit takes the id or the name of one memory', {
        hint: 'For example: mneme edit api-rate-limit. To find it: mneme list',
      })
    }
    const { openDaemonSession } = await import('../../terminal/daemon-session.ts')
    const { editMemory } = await import('../../terminal/edit-memory.ts')
    const { openInEditor } = await import('../../terminal/editor.ts')
    const session = openDaemonSession({
      home: homePaths(homeFolder(process.env)),
      folder: process.cwd(),
      confirm: async () => false,
      progress: () => {},
    })
    try {
      const outcome = await editMemory(session, id, openInEditor)
      if (outcome.kind === 'unchanged') say('Nothing was changed.')
      if (outcome.kind === 'updated') {
        const done = outcome.isProposed
          ? 'Not changed.'
          : 'Updated. The previous version is kept: mneme history'
        say([done, ...outcome.notes].join('\n'))
      }
      if (outcome.kind !== 'failed') return 0
      throw new MnemeError('conflict', `not saved: ${outcome.why}`, {
        hint: `Your text is in ${outcome.path}`,
      })
    } finally {
      await session.close()
    }
  },
}
