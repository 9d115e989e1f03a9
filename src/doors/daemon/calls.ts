/**
 * The route of the private socket: any operation by name, from the caller's folder, with progress. Only the
 * owner can connect, so the caller states itself who it is.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { CallSource, Opened } from '../../compose.ts'
import { asMnemeError, MnemeError } from '../../errors.ts'
import { DOORS, type Door } from '../../memory/origins.ts'
import { call, type Progress } from '../../operations/operation.ts'
import { loadOperation } from '../../operations/table.ts'
import { type CallTurns, isLargeBody, LARGE } from '../call-turns.ts'
import type { McpRequest } from '../mcp/answer.ts'
import { confirmByReturn, NeedsPerson } from '../needs-person.ts'
import { type DaemonCall, type Frame, MCP_REQUEST } from './client.ts'

/** Whether the caller can ask a person. */
type Asked = DaemonCall & { readonly asks?: boolean }

/** Larger than any input our clients send: larger ones are handled in the caller's process. */
const MAX_BYTES = 64 * 1024 * 1024
const PROGRESS_MS = 50

interface Calls {
  readonly mneme: Opened
  readonly turns: CallTurns
  readonly report: (thrown: unknown, what: string) => void
  readonly observe: Observe
}

/** Called for every call with the operation, its outcome and its duration; never with its content. */
export type Observe = (operation: string, outcome: string, ms: number) => void

export async function answerCall(
  { mneme, turns, report, observe }: Calls,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('content-type', 'application/x-ndjson')
  const send = (frame: Frame) => response.write(`${JSON.stringify(frame)}\n`)
  const start = performance.now()
  const gone = whenGone(request, response)
  let name = 'a call'
  try {
    const isLarge = isLargeBody(request.headers['content-length'])
    const read = async () => parsedCall(await body(request))
    const asked = isLarge ? await turns.take(LARGE, read) : await read()
    name = asked.operation
    let lastMs = 0
    const progress: Progress = (step) => {
      const nowMs = performance.now()
      if (nowMs - lastMs < PROGRESS_MS && step.done < step.total) return
      lastMs = nowMs
      send({ progress: step })
    }
    const result = await turns.take(isLarge ? LARGE : clientOf(asked), () =>
      resultOf(mneme, asked, gone, progress),
    )
    response.end(`${JSON.stringify({ result })}\n`)
    observe(name, 'done', performance.now() - start)
  } catch (thrown) {
    if (thrown instanceof NeedsPerson) {
      response.end(`${JSON.stringify({ ask: thrown.question })}\n`)
      return
    }
    const error = failureOf(thrown)
    observe(name, error.code, performance.now() - start)
    if (error.code === 'internal') report(thrown, name)
    response.end(`${JSON.stringify({ error })}\n`)
  }
}

/** The queue a call waits in. It does not prove who calls, and need not. */
function clientOf({ where: { door, actor, session, folder } }: Asked): string {
  return [door, actor, session ?? folder].join(' ')
}

const connections = new WeakMap<Socket, AbortController>()

/**
 * A hook that timed out closes its end, so its answer never arrives. This shows before the answer is sent, or
 * by an error of the connection right after.
 */
function whenGone({ socket }: IncomingMessage, response: ServerResponse): AbortSignal {
  const known = connections.get(socket)
  const gone = known ?? new AbortController()
  if (known === undefined) {
    connections.set(socket, gone)
    socket.once('error', () => gone.abort())
  }
  let isSent = false
  response.once('finish', () => {
    isSent = true
  })
  response.once('close', () => {
    if (!isSent) gone.abort()
  })
  return gone.signal
}

/** A hook's call over a pipe: one line, answered with one line. */
export async function answerLine(
  { mneme, turns, report, observe }: Calls,
  line: string,
  gone: AbortSignal,
): Promise<string> {
  const start = performance.now()
  let name = 'a call'
  try {
    const asked = hookCall(line)
    name = asked.operation
    const work = () => resultOf(mneme, asked, gone, () => {})
    const result = await turns.take(clientOf(asked), work)
    observe(name, 'done', performance.now() - start)
    return `${JSON.stringify({ result })}\n`
  } catch (thrown) {
    const error = failureOf(thrown)
    observe(name, error.code, performance.now() - start)
    if (error.code === 'internal') report(thrown, name)
    return `${JSON.stringify({ error })}\n`
  }
}

/** M-01. Only hook events are accepted over a pipe. */
function hookCall(line: string): Asked {
  const { operation, input, where } = parsedCall(line)
  if (operation === 'hook') return { operation, input, where: { ...where, door: 'hook' } }
  throw new MnemeError('invalid_input', 'only hooks ask over a pipe', {
    hint: 'Other operations are called over the socket or over HTTP.',
  })
}

function failureOf(thrown: unknown) {
  const { code, message, hint, details } = asMnemeError(thrown)
  return { code, message, hint, details }
}

async function resultOf(
  mneme: Opened,
  asked: Asked,
  gone: AbortSignal,
  progress: Progress,
): Promise<unknown> {
  const where = { ...whereOf(asked), ...confirmFor(asked), gone }
  if (asked.operation === MCP_REQUEST) {
    const { answerMcp } = await import('../mcp/answer.ts')
    const { folder, session, ...who } = where
    const from = [{ project: folder, session }]
    return answerMcp(mneme, asked.input as McpRequest, { ...who, from, progress })
  }
  const { engine, caller } = await mneme.at(where)
  return call(await loadOperation(asked.operation), engine, caller, asked.input, progress)
}

/** J-08. The person is at the caller: the question goes there, and the call is repeated with the answer. */
function confirmFor({ asks, yes }: Asked): Pick<CallSource, 'confirm'> {
  return asks ? { confirm: confirmByReturn((question) => yes?.includes(question) || null) } : {}
}

function parsedCall(text: string): Asked {
  try {
    const found = JSON.parse(text) as DaemonCall
    if (typeof found.operation === 'string' && typeof found.where === 'object') return found
  } catch {
    // Reported below: invalid JSON and a wrong shape are the same mistake.
  }
  throw new MnemeError('invalid_input', 'this is not a call', {
    hint: 'It takes {"operation", "input", "where"}.',
  })
}

/** M-01. Hooks, jobs and agent clients are never a person, whatever they claim. */
const PERSONS_DOORS: ReadonlySet<Door> = new Set(['cli', 'page'])

function whereOf({ where }: DaemonCall): CallSource {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  const project = text(where.project)
  const door = DOORS.find((each) => each === where.door) ?? 'library'
  return {
    door,
    actor: text(where.actor) ?? 'unknown',
    speaker: PERSONS_DOORS.has(door) && where.speaker === 'person' ? 'person' : 'agent',
    folder: text(where.folder),
    session: text(where.session),
    ...(project === null ? {} : { project }),
  }
}

async function body(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new MnemeError('too_large', 'this call is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
