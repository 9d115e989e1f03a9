/** Show the daemon’s log. */
import { closeSync, existsSync, openSync, readSync, statSync, watch } from 'node:fs'
import { parseArgs } from 'node:util'
import { homeFolder, homePaths } from '../../../config/home.ts'
import { MnemeError } from '../../../errors.ts'
import { logFile } from '../../daemon/log-file.ts'
import { oneLine } from '../../terminal/text.ts'
import type { BareCommand } from '../command.ts'
import { sayData } from '../out.ts'

const LINES = 50
/** Enough for the lines that anybody reads. */
const MAX_BYTES = 4_000_000
const LEVELS: Readonly<Record<number, string>> = {
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
}

export const logsCommand: BareCommand = {
  summary: 'Show the daemon’s log',
  help: `Usage: mneme logs [options]

Shows the last lines of the daemon's log.

Options:
  -n, --lines <n>  number of lines (default 50)
  -f, --follow     go on with new lines as they come
  --json           the lines as they are in the file
  -h, --help       display help for command

Examples:
  mneme logs -n 100
  mneme logs --follow
`,
  async run(argv) {
    const { lines, follow, json, help } = optionsOf(argv)
    if (help) return print(logsCommand.help)
    const file = logFile(homePaths(homeFolder(process.env)).logs)
    if (!existsSync(file) && !follow) {
      process.stderr.write('The log is empty. To start the daemon: mneme serve --detach\n')
      return 0
    }
    const show = (text: string) => print(json ? text : text.split('\n').map(readable).join('\n'))
    const { text, end } = tail(file, lines)
    if (text !== '') show(text)
    if (follow) await followFrom(file, end, show)
    return 0
  },
}

function tail(file: string, lines: number): { text: string; end: number } {
  if (!existsSync(file)) return { text: '', end: 0 }
  const end = statSync(file).size
  const text = readFrom(file, Math.max(0, end - MAX_BYTES), end)
  return { text: text.trimEnd().split('\n').slice(-lines).join('\n'), end }
}

function readFrom(file: string, from: number, to: number): string {
  const bytes = Buffer.alloc(Math.max(0, to - from))
  const handle = openSync(file, 'r')
  try {
    return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, from)).toString('utf8')
  } finally {
    closeSync(handle)
  }
}

/** Until the person has seen enough. A file that was put aside is begun anew. */
async function followFrom(file: string, end: number, show: (text: string) => void): Promise<never> {
  let at = end
  const look = () => {
    if (!existsSync(file)) return
    const { size } = statSync(file)
    if (size < at) at = 0
    if (size === at) return
    const text = readFrom(file, at, size)
    const whole = text.lastIndexOf('\n')
    if (whole < 0) return
    at += Buffer.byteLength(text.slice(0, whole + 1))
    show(text.slice(0, whole))
  }
  watch(homePaths(homeFolder(process.env)).logs, look)
  return new Promise(() => {})
}

function readable(line: string): string {
  try {
    const { time, level, msg, ...rest } = JSON.parse(line) as Record<string, unknown>
    const more = Object.entries(rest)
      .map(
        ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
      )
      .join(' ')
    const when = String(time).slice(0, 19).replace('T', ' ')
    return oneLine(`${when}  ${(LEVELS[Number(level)] ?? '').padEnd(5)}  ${String(msg)}  ${more}`)
  } catch {
    return oneLine(line)
  }
}

function optionsOf(argv: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        lines: { type: 'string', short: 'n', default: String(LINES) },
        follow: { type: 'boolean', short: 'f', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    const lines = Number(values.lines)
    if (!Number.isInteger(lines) || lines < 1) {
      throw new Error(`--lines takes a number, not "${values.lines}"`)
    }
    return { ...values, lines }
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new MnemeError('invalid_input', message.split('. ')[0] ?? message, {
      hint: 'See: mneme logs --help',
      cause,
    })
  }
}

function print(text: string): number {
  sayData(text)
  return 0
}
