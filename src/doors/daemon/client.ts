/**
 * A call to the daemon over its private socket. Nothing but node:http, since hooks and commands
 * load this on every prompt. The answer is lines of JSON: progress, then one result or one error.
 */
import { request } from 'node:http'
import { type FailureCode, MnemeError } from '../../errors.ts'
import type { Endpoint } from '../../machine/endpoint.ts'
import type { Door } from '../../memory/origins.ts'

/** Where a call is made. */
export interface CallPlace {
  readonly door: Door
  readonly actor: string
  /** M-01. The speaker, as determined by the calling door. */
  readonly speaker: 'person' | 'agent'
  readonly folder: string | null
  readonly session: string | null
  /** A project by id or slug, in place of a folder. */
  readonly project?: string
}

export interface DaemonCall {
  readonly operation: string
  readonly input: unknown
  readonly where: CallPlace
  /** J-08. Questions that a person has confirmed. */
  readonly yes?: readonly string[]
}

interface Failure {
  readonly code: FailureCode
  readonly message: string
  readonly hint?: string | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
}

export type Frame =
  | { readonly progress: { done: number; total: number; what: string } }
  | { readonly result: unknown }
  | { readonly ask: string }
  | { readonly error: Failure }

export interface CallOptions {
  readonly progress?: (step: { done: number; total: number; what: string }) => void
  /** Asks the person at this end; absent when there is none. */
  readonly confirm?: (question: string) => Promise<boolean>
  readonly signal?: AbortSignal
  /** Milliseconds to wait for the connection. */
  readonly connectMs?: number
}

/** The daemon is not running, or exited during the call. `sent`: it may have done the work. */
export class DaemonGone extends Error {
  readonly sent: boolean
  constructor(message: string, sent: boolean) {
    super(message)
    this.sent = sent
  }
}

/** Used instead of an operation's name: a complete request of an MCP client. */
export const MCP_REQUEST = 'mcp request'

export const CALL_PATH = '/daemon/call'
export const LEAVE_PATH = '/daemon/leave'

/** Throws `DaemonGone` when there is no answer, else what the operation throws. */
export async function callDaemon(
  endpoint: Pick<Endpoint, 'socket'>,
  call: DaemonCall,
  options: CallOptions = {},
): Promise<unknown> {
  const yes = [...(call.yes ?? [])]
  for (;;) {
    const frame = await lastFrame(endpoint.socket, { ...call, yes }, options)
    if ('result' in frame) return frame.result
    if ('error' in frame) throw failed(frame.error)
    if (!('ask' in frame)) throw new DaemonGone('the daemon answered with nothing', true)
    if (yes.includes(frame.ask) || !(await options.confirm?.(frame.ask))) {
      throw refusal(call.operation, options.confirm !== undefined)
    }
    yes.push(frame.ask)
  }
}

function failed({ code, message, hint, details }: Failure) {
  return new MnemeError(code, message, {
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
  })
}

function refusal(operation: string, somebodyWasAsked: boolean): MnemeError {
  const why = somebodyWasAsked
    ? `"${operation}" was not allowed`
    : `"${operation}" needs a person's yes, and there is no person to ask here`
  return new MnemeError('not_allowed', why, { hint: 'See the rules: mneme config get permissions' })
}

/** Asks the daemon to exit once running work is done. */
export async function askToLeave(endpoint: Pick<Endpoint, 'socket'>, why: string): Promise<void> {
  await post(endpoint.socket, LEAVE_PATH, JSON.stringify({ why }), () => {}, {})
}

async function lastFrame(
  socket: string,
  call: DaemonCall,
  options: CallOptions,
): Promise<Frame | Record<string, never>> {
  let last: Frame | Record<string, never> = {}
  await post(
    socket,
    CALL_PATH,
    JSON.stringify({ ...call, asks: options.confirm !== undefined }),
    (line) => {
      const frame = readFrame(line)
      if ('progress' in frame) options.progress?.(frame.progress)
      else last = frame
    },
    options,
  )
  return last
}

/** M-06. The process that answers need not be a daemon. */
function readFrame(line: string): Frame {
  const frame: unknown = JSON.parse(line)
  if (typeof frame === 'object' && frame !== null) return frame as Frame
  throw new Error('no frame')
}

const CONNECT_MS = 500
/** Near the maximum string length; a longer answer is not from our daemon. */
const MAX_LINE_BYTES = 500_000_000

function post(
  socketPath: string,
  path: string,
  body: string,
  onLine: (line: string) => void,
  { signal, connectMs = CONNECT_MS }: CallOptions,
): Promise<void> {
  return new Promise((done, reject) => {
    let connected = false
    const watching = setInterval(async () => {
      if (!(await isDaemon(socketPath))) sending.destroy(new Error('what listens is no daemon'))
    }, SILENT_MS)
    const resolve = () => {
      clearInterval(watching)
      done()
    }
    const gone = (cause: Error) => {
      clearInterval(watching)
      reject(new DaemonGone(cause.message, connected))
    }
    const bytes = Buffer.from(body)
    const sending = request({
      socketPath,
      // A new connection: a kept-alive one may be closed by the other end as we write.
      agent: false,
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': bytes.length },
      ...(signal ? { signal } : {}),
    })
    // A process that is stopped accepts no connection and refuses none either. Where this process was busy
    // for so long, it first sees whether the connection was made meanwhile.
    const patience = setTimeout(
      () => setImmediate(() => connected || sending.destroy(new Error('no answer'))),
      connectMs,
    )
    sending.once('socket', (socket) => {
      if (!socket.connecting) connected = true
      socket.once('connect', () => {
        connected = true
      })
    })
    sending.once('error', (cause) => {
      clearTimeout(patience)
      gone(cause)
    })
    sending.once('response', (response) => {
      clearTimeout(patience)
      const chunks: Buffer[] = []
      let heldBytes = 0
      const refuse = () => {
        gone(new Error('what answers is no daemon'))
        sending.destroy()
      }
      response.on('data', (chunk: Buffer) => {
        // Progress comes in small lines; a result may be large, and is put together once.
        const end = chunk.lastIndexOf(LINE_FEED)
        if (end < 0) {
          chunks.push(chunk)
          heldBytes += chunk.length
          if (heldBytes > MAX_LINE_BYTES) refuse()
          return
        }
        chunks.push(chunk.subarray(0, end))
        const text = Buffer.concat(chunks).toString('utf8')
        chunks.length = 0
        chunks.push(chunk.subarray(end + 1))
        heldBytes = chunk.length - end - 1
        try {
          for (const line of text.split('\n')) if (line !== '') onLine(line)
        } catch {
          refuse()
        }
      })
      response.once('error', gone)
      response.once('aborted', () => gone(new Error('the daemon left in the middle')))
      response.once('end', () => (response.complete ? resolve() : gone(new Error('cut off'))))
    })
    sending.end(bytes)
  })
}

const LINE_FEED = 10

/** A call may take long; who works on one says so when asked. */
const SILENT_MS = 5000
const MAX_HEALTH_MS = 10_000
const MAX_HEALTH_CHARACTERS = 100_000

/** M-06. A process that is stopped, or is none of ours, must not be waited for. */
function isDaemon(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = request({ socketPath, agent: false, path: '/health' }, (response) => {
      let said = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        said += part
        if (said.length > MAX_HEALTH_CHARACTERS) asking.destroy()
      })
      response.once('end', () => resolve(saysHowItIs(said)))
    })
    const patience = setTimeout(() => asking.destroy(), MAX_HEALTH_MS)
    asking.once('error', () => null) // What counts is that it closes.
    asking.once('close', () => {
      clearTimeout(patience)
      resolve(false)
    })
    asking.end()
  })
}

function saysHowItIs(said: string): boolean {
  try {
    return typeof (JSON.parse(said) as { ok?: unknown } | null)?.ok === 'boolean'
  } catch {
    return false // No JSON: no answer of ours.
  }
}
