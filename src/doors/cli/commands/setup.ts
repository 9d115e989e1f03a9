import { HOSTS } from '../../../hosts/hook-event.ts'
import type { BareCommand } from '../command.ts'
import { say } from '../out.ts'

const SETUP_HELP = `Usage: mneme setup [options]

Connects the coding agents on this machine: finds them, lets you choose, summarizes what it would change, asks, backs up and writes. You can run it again at any time.

Agents: ${HOSTS.join(', ')}

Options:
  --host <a,b>       connect these agents (default: those found on this machine)
  --scope <scope>    write to your own settings (user, the default) or to the repository (project)
  --project <dir>    the repository for --scope project (default: the current folder)
  --dry-run          only show what would be written
  --diff             show the full diff of every file
  -y, --yes          do not ask
  --backfill         also import the past sessions found on this machine
  --print-block      print instructions for any other agent
  --json             print the result as JSON

Examples:
  mneme setup
  mneme setup --host claude-code --dry-run
  mneme setup --yes --backfill
`

const REMOVE_HELP = `Usage: mneme remove [options]

Undoes setup: files you have not changed since are restored byte for byte; from the others only Mneme’s entries are removed. Your memories stay unless you give --purge.

Options:
  --dry-run   only show what would be changed
  --diff      show the full diff of every file
  --purge     also delete Mneme’s home and every memory in it
  -y, --yes   do not ask
  --json      print the result as JSON

Examples:
  mneme remove --dry-run
  mneme remove --purge
`

export const setupCommand: BareCommand = {
  summary: 'Connect the coding agents on this machine',
  help: SETUP_HELP,
  run: (argv) => through('setup', argv),
}

export const removeCommand: BareCommand = {
  summary: 'Undo setup',
  help: REMOVE_HELP,
  run: (argv) => through('remove', argv),
}

async function through(name: 'setup' | 'remove', argv: readonly string[]): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    say(name === 'setup' ? SETUP_HELP : REMOVE_HELP)
    return 0
  }
  const commands = await import('../../setup/commands.ts')
  return commands[name](argv, {
    person: process.stdin.isTTY ? { confirm, choose, chooseSome } : null,
    async backfill(hosts) {
      const { runCommand } = await import('../run.ts')
      const { sessionsBackfillCommand } = await import('./sessions.ts')
      await runCommand(
        sessionsBackfillCommand,
        hosts.flatMap((host) => ['--host', host]),
      )
    },
    async history(host) {
      const { countTranscripts } = await import('../../../sessions/count-transcripts.ts')
      const { userHome } = await import('../../../config/home.ts')
      const { env } = process
      const counts = await countTranscripts({ env, home: userHome(env) })
      return counts.find((each) => each.host === host) ?? { sessions: 0, oldest: null }
    },
    async stopDaemon() {
      const { stopCommand } = await import('./serve.ts')
      await stopCommand.run([])
    },
  })
}

type Choices<Choice> = readonly { readonly value: Choice; readonly label: string }[]

async function choose<Choice extends string>(question: string, choices: Choices<Choice>) {
  const { select, isCancel } = await import('@clack/prompts')
  const answer = await select<string>({ message: question, options: [...choices] })
  return isCancel(answer) ? null : (answer as Choice) // one of the values it was given
}

async function chooseSome<Choice extends string>(question: string, choices: Choices<Choice>) {
  const { multiselect, isCancel } = await import('@clack/prompts')
  const initialValues = choices.map(({ value }) => value as string)
  const options = [...choices]
  const answer = await multiselect<string>({ message: question, options, initialValues })
  return isCancel(answer) ? null : (answer as Choice[]) // some of the values it was given
}

async function confirm(question: string): Promise<boolean> {
  const { confirm: ask, isCancel } = await import('@clack/prompts')
  const answer = await ask({ message: question })
  return !isCancel(answer) && answer
}
