/**
 * The daemon's log: lines of JSON in logs/daemon.log. It is rotated by size, and old files are deleted after
 * some days. What callers say is never written: a line has the operation, its outcome and its duration.
 */
import { createWriteStream, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { type Logger, pino } from 'pino'
import { scrubText } from '../../capture/scrub.ts'
import { logFile } from './log-file.ts'

interface LogOptions {
  readonly folder: string
  readonly level: string
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
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, file)
  return { log, close: () => new Promise((resolve) => file.end(resolve)) }
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
