import { oneLine } from '../../terminal/text.ts'
import type { BareCommand } from '../command.ts'

/** No operation: it goes on until it is interrupted, so only a terminal can offer it. */
export const sessionsWatchCommand: BareCommand = {
  summary: 'Follow transcripts as they grow, until interrupted',
  help: 'Usage: mneme sessions watch\n\nReads the transcripts of every coding agent on this machine as they grow, until ^C.\nThe daemon does the same by itself.\n\nExamples:\n  mneme sessions watch\n',
  async run() {
    const { openMneme } = await import('../../../compose.ts')
    const { SERVICES } = await import('../../../operations/services.ts')
    const mneme = await openMneme({ door: 'cli', actor: 'cli', folder: null })
    const say = (text: string) => process.stderr.write(`${oneLine(text)}\n`)
    const watching = await SERVICES.transcripts(mneme.engine, mneme.caller, {
      onRead: ({ messages, sessions, memories }) =>
        say(`${messages} messages, ${sessions} new sessions, ${memories} memories`),
      onError: (thrown) => say(thrown instanceof Error ? thrown.message : String(thrown)),
    })
    say('Watching transcripts. To stop: ^C')
    await new Promise<void>((stop) => {
      process.once('SIGINT', () => stop())
      process.once('SIGTERM', () => stop())
    })
    await watching.close()
    await mneme.close()
    return 0
  },
}
