/**
 * J-07. A hook's request to the daemon over a pair of named pipes (machine/hook-pipes.ts), without the event
 * loop: until the answer arrives the process has nothing else to do.
 */
import { readdirSync, readSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import {
  channelPaths,
  freeChannels,
  hasReader,
  hookPipesFolder,
  isOwnFolder,
  MAX_PIPE_BYTES,
  openPipe,
} from '../../machine/hook-pipes.ts'

/** Pause between two reads. */
const LOOK_MS = 0.5
const BUFFER_BYTES = 64 * 1024

interface Channel {
  readonly answer: number
  readonly request: number
  /** Whether the daemon still holds its end. */
  readonly isRead: () => boolean
}

/**
 * The daemon's answer line. Null: no channel is free, or nothing reads there; the caller uses the socket.
 * Throws `late` where a daemon accepted the request and did not answer in time.
 */
export function askByPipe(
  home: string,
  question: string,
  deadline: number,
  late: Error,
): string | null {
  const channel = channelFor(home, question)
  if (channel === null) return null
  const isAsked = writeAll(channel.request, `${question}\n`, deadline)
  const line = isAsked ? readLine(channel.answer, deadline) : null
  if (line === null) throw channel.isRead() ? late : new Error('the daemon has gone')
  return line
}

function channelFor(home: string, question: string): Channel | null {
  if (process.platform === 'win32' || question.length > MAX_PIPE_BYTES) return null
  try {
    return takeChannel(hookPipesFolder(join(home, 'run')))
  } catch {
    return null // No folder, or no reader: a killed daemon, or one of an older version.
  }
}

/** The ends stay open until the process exits: that is how the daemon notices. */
function takeChannel(folder: string): Channel | null {
  if (!isOwnFolder(folder)) return null
  for (const channel of freeChannels(readdirSync(folder))) {
    const { free, taken, answer } = channelPaths(folder, channel)
    try {
      renameSync(free, taken)
    } catch {
      continue // Another hook took this channel.
    }
    return {
      answer: openPipe(answer, 'read'),
      request: openPipe(taken, 'write'),
      isRead: () => hasReader(taken),
    }
  }
  return null
}

function writeAll(pipe: number, text: string, deadline: number): boolean {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) {
    const written = unlessBusy(() => writeSync(pipe, bytes, at))
    at += written ?? 0
    if (!written && !sleepUntilNextLook(deadline)) return false
  }
  return true
}

function readLine(pipe: number, deadline: number): string | null {
  const buffer = Buffer.allocUnsafe(BUFFER_BYTES)
  const parts: Buffer[] = []
  let wasConnected = false
  for (;;) {
    const bytes = unlessBusy(() => readSync(pipe, buffer))
    if (bytes === null || bytes > 0) wasConnected = true
    if (bytes) {
      parts.push(Buffer.from(buffer.subarray(0, bytes)))
      if (buffer[bytes - 1] === NEW_LINE) return Buffer.concat(parts).toString('utf8')
      continue
    }
    // No data and no writer: the daemon was killed in the middle.
    if (bytes === 0 && wasConnected) return null
    if (!sleepUntilNextLook(deadline)) return null
  }
}

const NEW_LINE = 10

/** Null where the other end is open but has no data or no space. */
function unlessBusy(transfer: () => number): number | null {
  try {
    return transfer()
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EAGAIN') return null
    throw thrown
  }
}

const never = new Int32Array(new SharedArrayBuffer(4))

function sleepUntilNextLook(deadline: number): boolean {
  Atomics.wait(never, 0, 0, LOOK_MS)
  return Date.now() < deadline
}
