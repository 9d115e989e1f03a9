/** K-02. The daemon by hand: start, stop, and how the system can keep it. */
import { parseArgs } from 'node:util'
import { homeFolder, homePaths } from '../../../config/home.ts'
import { MnemeError } from '../../../errors.ts'
import type { Endpoint } from '../../../machine/endpoint.ts'
import type { BareCommand } from '../command.ts'

const START_MS = 20_000
const STOP_MS = 30_000

export const serveCommand: BareCommand = {
  summary: 'Run the daemon, which serves agents and commands',
  help: `Usage: mneme serve [options]

Runs the daemon of this home until it is stopped. It also starts by itself
when it is needed.

Options:
  --detach               start it in the background and return when it answers
  --stay                 with --detach: keep running when idle
  --print-unit <system>  print a unit for systemd or launchd, and do nothing else
  --team                 serve the teams of the PostgreSQL that store.url names, not this home
  --host <address>       with --team: the address to listen on (team.host)
  --port <number>        with --team: its port (team.port)
  --json                 print where it can be reached as JSON
  -h, --help             display help for command

Examples:
  mneme serve --detach
  mneme serve --print-unit systemd > ~/.config/systemd/user/mneme.service
  MNEME_STORE_URL=postgres://mneme@db/mneme mneme serve --team --host 0.0.0.0
`,
  async run(argv) {
    const options = optionsOf(argv, {
      detach: { type: 'boolean' },
      stay: { type: 'boolean' },
      'print-unit': { type: 'string' },
      team: { type: 'boolean' },
      host: { type: 'string' },
      port: { type: 'string' },
    })
    if (options.help) return say(serveCommand.help)
    if (options.team) return serveTeams(options)
    if (options['print-unit'] !== undefined) {
      const { unitFor } = await import('../../daemon/units.ts')
      return say(unitFor(String(options['print-unit']), ownHome()))
    }
    return options.detach ? detach(options) : foreground(options.json === true)
  },
}

async function detach(options: Options): Promise<number> {
  const { ensureDaemon } = await import('../../daemon/start.ts')
  const home = ownHome()
  const args = options.stay ? ['--stay'] : []
  const found = await ensureDaemon(home, { env: process.env, waitMs: START_MS, args })
  if (!found) {
    throw new MnemeError('unavailable', 'the daemon did not start', {
      hint: `Its log is in ${home.logs}; mneme serve shows it here.`,
    })
  }
  return say(formatEndpoint(found, options.json === true))
}

/** K-18. Until it is asked to leave; then what is under way ends first. */
async function serveTeams(options: Options): Promise<number> {
  const { serveTeam } = await import('../../team/serve.ts')
  const port = options.port === undefined ? undefined : Number(options.port)
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    throw new MnemeError('invalid_input', `--port takes a port, not "${options.port}"`)
  }
  const server = await serveTeam({
    env: process.env,
    ...(options.host === undefined ? {} : { host: String(options.host) }),
    ...(port === undefined ? {} : { port }),
    report: (thrown, what) =>
      process.stderr.write(
        `mneme: ${what}: ${thrown instanceof Error ? thrown.message : thrown}\n`,
      ),
  })
  say(
    options.json
      ? JSON.stringify({ url: server.url, pid: process.pid })
      : `Serving teams: ${server.url}`,
  )
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
  await server.leave()
  return 0
}

async function foreground(json: boolean): Promise<number> {
  const [{ runDaemon }, { daemonProgram }] = await Promise.all([
    import('../../daemon/run.ts'),
    import('../../daemon/start.ts'),
  ])
  try {
    await runDaemon({
      program: daemonProgram(),
      stays: true,
      ready: ({ endpoint }) => say(formatEndpoint(endpoint, json)),
    })
    return 0
  } catch (thrown) {
    if (!(thrown instanceof MnemeError && thrown.code === 'store_busy')) throw thrown
    throw new MnemeError('conflict', 'this home has a daemon already', {
      hint: 'See mneme status. To restart it: mneme restart',
    })
  }
}

export const stopCommand: BareCommand = {
  summary: 'Stop the daemon',
  help: 'Usage: mneme stop\n\nAsks the daemon to finish its work and exit, and waits until it has.\n\nExamples:\n  mneme stop\n',
  async run(argv) {
    if (optionsOf(argv, {}).help) return say(stopCommand.help)
    return say((await stop()) ? 'Stopped.' : 'No daemon is running.')
  },
}

export const restartCommand: BareCommand = {
  summary: 'Restart the daemon',
  help: 'Usage: mneme restart\n\nStops the daemon, if one runs, and starts it again in the background.\n\nExamples:\n  mneme restart\n',
  async run(argv) {
    const options = optionsOf(argv, { stay: { type: 'boolean' } })
    if (options.help) return say(restartCommand.help)
    await stop()
    return detach(options)
  },
}

async function stop(): Promise<boolean> {
  const [{ askToLeave }, { goneWithin, runningDaemon }] = await Promise.all([
    import('../../daemon/client.ts'),
    import('../../daemon/start.ts'),
  ])
  const running = await runningDaemon(ownHome())
  if (!running) return false
  await askToLeave(running, 'mneme stop')
  if (await goneWithin(running, STOP_MS)) return true
  throw new MnemeError('unavailable', `the daemon (process ${running.pid}) does not stop`, {
    hint: `End it: kill ${running.pid}`,
  })
}

type Options = Readonly<Record<string, string | boolean | undefined>>
type Known = Readonly<Record<string, { readonly type: 'boolean' | 'string' }>>

function optionsOf(argv: readonly string[], known: Known): Options {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { ...known, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    })
    return values as Options
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new MnemeError('invalid_input', message.split('. ')[0] ?? message, {
      hint: 'See: mneme serve --help',
      cause,
    })
  }
}

function ownHome() {
  return homePaths(homeFolder(process.env))
}

function formatEndpoint(endpoint: Endpoint, json: boolean): string {
  if (json) return JSON.stringify(endpoint, null, 2)
  return `Serving (process ${endpoint.pid}): ${endpoint.url ?? 'private socket only, no port was free'}`
}

function say(text: string): number {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
  return 0
}
