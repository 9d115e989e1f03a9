/**
 * The daemon's log: lines of JSON in logs/daemon.log. It is rotated by size, and old files are deleted after
 * some days. What callers say is never written: a line has the operation, its outcome and its duration.
 */
import { createWriteStream, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { scrubText } from '../../capture/scrub.ts'
import { logFile } from './log-file.ts'

/** The levels of pino, whose lines many programs read. */
const LEVELS = { debug: 20, info: 30, warn: 40, error: 50 } as const
type Level = keyof typeof LEVELS

type Logger = Readonly<Record<Level, (fields: object, message: string) => void>>

interface LogOptions {
  readonly folder: string
  readonly level: Level | 'silent'
  readonly megabytes: number
  readonly keepDays: number
}

interface DaemonLog {
  readonly log: Logger
  close(): Promise<void>
}

export function openLog({ folder, level, megabytes, keepDays }: LogOptions): DaemonLog {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  removeOld(folder, keepDays)
  const file = rollingFile(folder, megabytes * 1_000_000, () => removeOld(folder, keepDays))
  const close = () => new Promise<void>((resolve) => file.end(() => resolve()))
  return { log: logger(file, level === 'silent' ? Number.POSITIVE_INFINITY : LEVELS[level]), close }
}

/** One line of JSON for each entry from that level on. */
function logger(file: Writable, from: number): Logger {
  const writer = (level: Level) => (fields: object, message: string) => {
    if (LEVELS[level] < from || file.writableEnded) return
    const entry = { level: LEVELS[level], time: new Date().toISOString(), ...fields, msg: message }
    file.write(`${JSON.stringify(entry)}\n`)
  }
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
  }
}

/**
 * M-04. What failed and where in the code. A path in a file system error may be caller input, altered so that
 * no credential is recognised in it: only the kind of error is written.
 */
export function describeFailure(thrown: unknown): { message: string; at?: string } {
  if (!(thrown instanceof Error)) return { message: String(thrown) }
  const { code, syscall, path } = thrown as NodeJS.ErrnoException
  const message = path === undefined ? thrown.message : `${code}: ${syscall} failed`
  const { stack = '' } = thrown.cause instanceof Error ? thrown.cause : thrown
  const frames = stack.split('\n').filter((line) => /^\s+at\s/.test(line))
  return { message, at: frames.slice(0, MAX_FRAMES).join('\n') }
}

const MAX_FRAMES = 5

/** A stream into the log that rotates the file when it is full. */
function rollingFile(folder: string, mostBytes: number, afterRoll: () => void): Writable {
  const path = logFile(folder)
  const begin = () => createWriteStream(path, { flags: 'a', mode: 0o600 }).on('error', () => {})
  let bytes = sizeOf(path)
  let out = begin()
  return new Writable({
    decodeStrings: true,
    write(chunk: Buffer, _encoding, done) {
      if (bytes > 0 && bytes + chunk.length > mostBytes) {
        out.end()
        putAside(folder)
        out = begin()
        bytes = 0
        afterRoll()
      }
      bytes += chunk.length
      // M-04. An error may quote what a person typed.
      const line = scrubText(chunk.toString('utf8')).text
      // A full disk must not stop the daemon: the log line is lost.
      out.write(line, () => done())
    },
    final(done) {
      out.end(() => done())
    },
  })
}

function putAside(folder: string): void {
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  try {
    renameSync(logFile(folder), join(folder, `daemon.${stamp}.log`))
  } catch {
    // It was removed meanwhile: nothing to rotate.
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}

const DAY_MS = 86_400_000

function removeOld(folder: string, keepDays: number): void {
  if (keepDays === 0) return
  for (const name of readdirSync(folder)) {
    if (!/^daemon\..+\.log$/.test(name)) continue
    const path = join(folder, name)
    try {
      if (Date.now() - statSync(path).mtimeMs > keepDays * DAY_MS) rmSync(path)
    } catch {
      // Another process was faster.
    }
  }
}
