/** The whole loop on a throw-away home: what a person would want to see, in under a minute. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMneme } from '../../compose.ts'
import { call } from '../../operations/operation.ts'
import type { Command } from './command.ts'
import { journalCommand } from './commands/journal.ts'
import { rememberCommand } from './commands/remember.ts'
import { searchCommand } from './commands/search.ts'
import { undoCommand } from './commands/undo.ts'
import { whyCommand } from './commands/why.ts'
import { say } from './out.ts'
import { rendered } from './rendered.ts'
import { paint, terminalWidth } from './terminal.ts'

interface Step {
  readonly say: string
  /** As typed, and the same as input. */
  readonly typed: string
  readonly command: Command
  readonly input: Readonly<Record<string, unknown>>
}

const STEPS: readonly Step[] = [
  {
    say: 'You tell it something worth keeping.',
    typed: 'mneme remember "The API rate limit is 100 requests per minute" --tags api',
    command: rememberCommand,
    input: { content: 'The API rate limit is 100 requests per minute', tags: ['api'] },
  },
  {
    say: 'A decision keeps its reason.',
    typed:
      'mneme remember "We chose SQLite over Postgres for the cache, since there is nothing to start" --type decision',
    command: rememberCommand,
    input: {
      content: 'We chose SQLite over Postgres for the cache, since there is nothing to start',
      type: 'decision',
    },
  },
  {
    say: 'Said again, it is not stored again.',
    typed: 'mneme remember "The API rate limit is 100 requests per minute"',
    command: rememberCommand,
    input: { content: 'The API rate limit is 100 requests per minute' },
  },
  {
    say: 'A changed value replaces the old one; both stay on record.',
    typed: 'mneme remember "The API rate limit is 200 requests per minute"',
    command: rememberCommand,
    input: { content: 'The API rate limit is 200 requests per minute' },
  },
  {
    say: 'Weeks later, somebody asks.',
    typed: 'mneme search how many requests per minute',
    command: searchCommand,
    input: { query: 'how many requests per minute' },
  },
  {
    say: 'Where did that come from?',
    typed: 'mneme why the-api-rate-limit-is-200-requests-per-minute',
    command: whyCommand,
    input: { id: 'the-api-rate-limit-is-200-requests-per-minute' },
  },
  {
    say: 'A credential is never stored.',
    typed: `mneme remember "the deploy password is …"`,
    command: rememberCommand,
    input: { content: `deploy with password = "${['hunter', '2-Zk9', '!vQ4r'].join('')}"` },
  },
  {
    say: 'A mistake is undone.',
    typed: 'mneme undo',
    command: undoCommand,
    input: {},
  },
  {
    say: 'And everything that happened is on record.',
    typed: 'mneme journal -n 8',
    command: journalCommand,
    input: { limit: 8 },
  },
]

export async function tour(): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'mneme-tour-'))
  const write = (text: string) => say(text === '' ? '\n' : text)
  const mneme = await openMneme({
    home,
    door: 'cli',
    actor: 'tour',
    // A throw-away home: nothing that is said here outlives the tour.
    speaker: 'person',
    folder: null,
    env: { MNEME_HOME: home },
  })
  try {
    write(paint('bold', 'Mneme: long-term memory for AI coding agents'))
    write('This tour runs on a throw-away home; nothing of yours is touched.')
    for (const [index, step] of STEPS.entries()) {
      const { command, input } = step
      const output = await call(command.op, mneme.engine, mneme.caller, input)
      await mneme.engine.background.settle()
      write('')
      write(`${paint('cyan', `${index + 1}. ${step.say}`)}`)
      write(paint('dim', `$ ${step.typed}`))
      write(rendered(command, output, { input, width: terminalWidth() }))
    }
    write('')
    write('To begin with your own: mneme remember "…", then mneme --help')
    return 0
  } finally {
    await mneme.close()
    rmSync(home, { recursive: true, force: true })
  }
}
