/**
 * K-03. The daemon's ends of the pipes that hooks ask over (machine/hook-pipes.ts). Where a machine has no
 * named pipes, hooks use the socket. A channel is given back once the client that took it has left, so
 * that no client reads the answer to another.
 */
import { execFile } from 'node:child_process'
import { closeSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { promisify } from 'node:util'
import {
  type ChannelPaths,
  channelPaths,
  hasReader,
  hookPipesFolder,
  MAX_PIPE_BYTES,
  openPipe,
  PIPE_CHANNELS,
} from '../../machine/hook-pipes.ts'

export interface PipeServer {
  /** Clients find no channel any more; those that have asked are answered. */
  close(): void
}

interface PipeServerOptions {
  /** The home's runtime folder. */
  readonly run: string
  /** Handles one line and returns the line to answer with. */
  readonly answer: (question: string, gone: AbortSignal) => Promise<string>
  readonly report: (thrown: unknown, what: string) => void
  /** No hook waits as long: a channel taken for longer belongs to a killed process. */
  readonly abandonedMs?: number
}

/** By absolute path, so that a program of that name in a project folder is not run. */
const MKFIFO = ['/usr/bin/mkfifo', '/bin/mkfifo']
/** Interval of the check whether a client has exited. */
const LOOK_MS = 50
const ABANDONED_MS = 10_000

/** Null where the system has no named pipes. */
export async function servePipes(options: PipeServerOptions): Promise<PipeServer | null> {
  const program = MKFIFO.find((path) => existsSync(path))
  if (process.platform === 'win32' || program === undefined) return null
  const folder = hookPipesFolder(options.run)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  const all = Array.from({ length: PIPE_CHANNELS }, (_, n) => channelPaths(folder, String(n)))
  // The request pipe is shown as free once it is read.
  const pipes = all.flatMap(({ taken, answer }) => [taken, answer])
  await promisify(execFile)(program, ['-m', '600', ...pipes])
  const channels = all.map((paths) => serveChannel(paths, options))
  const { abandonedMs = ABANDONED_MS } = options
  const sweep = setInterval(() => {
    for (const channel of channels) channel.releaseIfAbandoned(abandonedMs)
  }, abandonedMs)
  sweep.unref()
  return {
    close() {
      clearInterval(sweep)
      rmSync(folder, { recursive: true, force: true })
      for (const channel of channels) channel.close()
    },
  }
}

function serveChannel(paths: ChannelPaths, { answer, report }: PipeServerOptions) {
  // Open for writing too: without a client it would end otherwise.
  const requests = new Socket({ fd: openPipe(paths.taken, 'both'), writable: false })
  let question: Buffer[] = []
  let isAnswering = false
  let isClosed = false
  requests.on('error', (thrown) => report(thrown, 'hook pipe'))
  requests.on('data', (part) => {
    if (isAnswering) return // A client asks once: whatever follows is not one of ours.
    question.push(part)
    const bytes = question.reduce((sum, each) => sum + each.length, 0)
    if (part.at(-1) === NEW_LINE) void answerClient(Buffer.concat(question).toString('utf8'))
    else if (bytes > MAX_PIPE_BYTES * MAX_BYTES_OF_UNIT) question = []
  })
  release()
  return {
    close() {
      isClosed = true
      requests.destroy()
    },
    /** Its client was killed before it asked. */
    releaseIfAbandoned(afterMs: number) {
      if (isAnswering || !existsSync(paths.taken)) return
      if (Date.now() - lstatSync(paths.taken).ctimeMs > afterMs) release()
    },
  }

  async function answerClient(text: string): Promise<void> {
    isAnswering = true
    const gone = new AbortController()
    const answers = openAnswers(paths.answer, gone)
    const watch = setInterval(() => {
      if (!hasReader(paths.answer)) gone.abort()
    }, LOOK_MS)
    try {
      const line = await answer(text, gone.signal)
      answers?.end(line)
    } catch (thrown) {
      report(thrown, 'hook pipe')
      answers?.destroy()
    } finally {
      clearInterval(watch)
      releaseWhenLeft()
    }
  }

  function releaseWhenLeft(): void {
    if (hasReader(paths.answer)) setTimeout(releaseWhenLeft, LOOK_MS).unref()
    else release()
  }

  function release(): void {
    question = []
    isAnswering = false
    if (isClosed) return
    try {
      renameSync(paths.taken, paths.free)
    } catch (thrown) {
      report(thrown, 'hook pipe')
    }
  }
}

const NEW_LINE = 10
/** Of UTF-8, for each unit of a JavaScript string. */
const MAX_BYTES_OF_UNIT = 3

/** Null when the client has left already. Held from the question on: that tells it that we are there. */
function openAnswers(path: string, gone: AbortController): Socket | null {
  let pipe: number
  try {
    pipe = openPipe(path, 'write')
  } catch {
    gone.abort()
    return null
  }
  try {
    const answers = new Socket({ fd: pipe, readable: false, writable: true })
    answers.on('error', () => gone.abort())
    return answers
  } catch (thrown) {
    closeSync(pipe)
    throw thrown
  }
}
