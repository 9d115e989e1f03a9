/** J-09, J-10. `mneme ui`: the page in a browser, by a link that works once; or the picker right here. */
import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type HomePaths, homeFolder, homePaths } from '../../config/home.ts'
import { MnemeError } from '../../errors.ts'
import { requirePersonAtTerminal } from '../speaker.ts'

export const UI_HELP = `Usage: mneme ui [options]

Opens the page on which memory can be seen, searched and steered. It is served by the daemon on this
machine alone; the link works once and within a minute.

Options:
  --terminal       the picker in this terminal instead: search, open in $EDITOR, forget, undo
  --print          print the link and open nothing
  --project <dir>  the project to look at first (default: the current folder’s)
  --json           print the link as JSON and open nothing
  -h, --help       display help for command

Examples:
  mneme ui
  mneme ui --terminal
  mneme ui --print
`

const START_MS = 20_000

export async function ui(argv: readonly string[]): Promise<number> {
  const given = parseArguments(argv)
  if (given.help) return say(UI_HELP)
  const home = homePaths(homeFolder(process.env))
  if (given.terminal) {
    const { runPicker } = await import('../terminal/picker.ts')
    await runPicker({ home, ...(given.project === undefined ? {} : { project: given.project }) })
    return 0
  }
  // M-01. Who holds the link speaks as the person; it may be printed into a pipe.
  requirePersonAtTerminal('opening the page', {
    env: process.env,
    stdin: process.stdin,
    stdout: { isTTY: true },
  })
  const link = await loginLink(home)
  const folder = resolve(given.project ?? process.cwd())
  // After the #, so that it stays in the browser: the page asks which project this folder belongs to.
  const url = `${link.url}#/?folder=${encodeURIComponent(folder)}`
  if (given.json) return say(JSON.stringify({ url, expiresAt: link.expiresAt }, null, 2))
  if (given.print || !process.stdout.isTTY) return say(url)
  const opened = await openInBrowser(url)
  return say(
    opened
      ? `The page is opening in your browser. If it is not, open this within a minute:\n${url}`
      : `No browser could be started. Open this within a minute:\n${url}`,
  )
}

interface Link {
  readonly url: string
  readonly expiresAt: string
}

async function loginLink(home: HomePaths): Promise<Link> {
  const { ensureDaemon } = await import('../daemon/start.ts')
  const daemon = await ensureDaemon(home, { env: process.env, waitMs: START_MS })
  if (!daemon) {
    throw new MnemeError('unavailable', 'the daemon that serves the page did not start', {
      hint: `Its log is in ${home.logs}; mneme serve shows it here.`,
    })
  }
  return askForLink(daemon.socket)
}

/** Over the private socket: a caller that can reach it owns this home. */
function askForLink(socketPath: string): Promise<Link> {
  return new Promise((done, failed) => {
    const asking = request(
      { socketPath, path: '/api/login-link', method: 'POST', headers: { host: 'localhost' } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', failed)
        response.once('end', () => {
          const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
          if (response.statusCode === 200) return done(body as Link)
          const { detail = 'the daemon gave no link', hint } = body as Record<string, string>
          failed(new MnemeError('unavailable', detail, hint === undefined ? {} : { hint }))
        })
      },
    )
    asking.once('error', failed)
    asking.end()
  })
}

/** The program that opens an address, by system. */
const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  linux: ['xdg-open'],
}

/** What has not failed by then has found a browser, and may stay until that is closed. */
const FAILS_WITHIN_MS = 2000

function openInBrowser(url: string): Promise<boolean> {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  return new Promise((done) => {
    const child = spawn(program, [...args, url], { detached: true, stdio: 'ignore' })
    const timer = setTimeout(() => {
      child.unref()
      done(true)
    }, FAILS_WITHIN_MS)
    const onExit = (opened: boolean) => {
      clearTimeout(timer)
      done(opened)
    }
    child.once('error', () => onExit(false)) // No desktop here, as over ssh.
    child.once('exit', (code) => onExit(code === 0))
  })
}

function parseArguments(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        terminal: { type: 'boolean' },
        print: { type: 'boolean' },
        project: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new MnemeError('invalid_input', message.split('. ')[0] ?? message, {
      hint: 'See: mneme ui --help',
      cause,
    })
  }
}

function say(text: string): number {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
  return 0
}
