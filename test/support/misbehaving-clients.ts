/**
 * J-03. One client misbehaves while another makes its ordinary calls: how much longer those take. Short
 * in tests, long as a bench.
 */
import { type ClientRequest, type RequestOptions, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { CALL_PATH, callDaemon } from '../../src/doors/daemon/client.ts'
import type { Endpoint } from '../../src/machine/endpoint.ts'
import { uniqueText } from './daemon-load.ts'

interface Stage {
  readonly endpoint: Pick<Endpoint, 'socket' | 'url'>
  readonly token: string
  /** Aborted when the misbehaving client is to stop. */
  readonly over: AbortSignal
  /** Requests under way, which are cut off when it is over. */
  readonly open: Set<ClientRequest>
}

/** Goes on until it is over, whatever it is answered. */
type Misbehaviour = (stage: Stage) => Promise<void>

const MANY = 24
const HUGE_BYTES = 24_000_000
const LONG_BYTES = 900_000
const HOSTILE = [
  'a ',
  '- ',
  '`',
  "don't use ",
  '</',
  'password ',
  'https://',
  '먼저',
  '\n\n> ',
  '<ab>\n',
]

export const MISBEHAVIOURS: Readonly<Record<string, Misbehaviour>> = {
  'a flood of heavy searches over HTTP': (stage) =>
    inParallel(MANY, stage, (turn) => byPort(stage, SEARCH_PATH, bytesOf(heavySearch(turn)))),
  'a flood of heavy searches on the socket': (stage) =>
    inParallel(MANY, stage, (turn) => bySocket(stage, callOf('search', heavySearch(turn)))),
  'huge bodies': (stage) => {
    const content = 'x'.repeat(HUGE_BYTES)
    const [body, call] = [bytesOf({ content }), callOf('remember', { content })]
    return inParallel(4, stage, (turn) =>
      turn % 2 === 0 ? byPort(stage, '/api/memories', body) : bySocket(stage, call),
    )
  },
  'texts that are slow to read': (stage) => {
    const calls = HOSTILE.flatMap((seed) => {
      const text = seed.repeat(Math.ceil(LONG_BYTES / seed.length))
      const payload = { session_id: 'noisy', prompt: text }
      return [
        callOf('remember', { content: text }),
        callOf('remember', { content: text.slice(0, 100_000) }),
        callOf('search', { query: text.slice(0, 90_000) }),
        callOf('search', { query: text.slice(0, 20_000) }),
        callOf('hook', { host: 'claude-code', event: 'UserPromptSubmit', payload }),
      ]
    })
    return inParallel(2, stage, (turn) => bySocket(stage, calls[turn % calls.length] as Buffer))
  },
  'slow bodies': (stage) => slowBodies(stage),
  'garbage on the socket': (stage) =>
    inParallel(MANY, stage, (turn) => garbage(stage.endpoint.socket, turn)),
}

const SEARCH_PATH = '/api/memories/search'

function heavySearch(turn: number) {
  return { query: heavyQuery(turn), limit: 100, budget: 50_000 }
}

/** Words that stand in many memories, so that there is much to weigh. */
function heavyQuery(turn: number): string {
  return Array.from({ length: 300 }, (_, at) => uniqueText(1, (turn + at) % 200)).join(' ')
}

export interface Slowed {
  readonly usualMs: number
  readonly besideMs: number
  readonly times: number
  readonly failed: readonly string[]
}

/** Medians of the ordinary client's calls, alone and beside the other. */
export async function slowedBy(
  misbehaviour: Misbehaviour,
  stage: Pick<Stage, 'endpoint' | 'token'>,
  calls: number,
): Promise<Slowed> {
  const failed: string[] = []
  const usual = await ordinaryCalls(stage, calls, failed)
  const stop = new AbortController()
  const open = new Set<ClientRequest>()
  const noise = misbehaviour({ ...stage, over: stop.signal, open })
  await sleep(300)
  const beside = await ordinaryCalls(stage, calls, failed)
  stop.abort()
  for (const request of open) request.destroy()
  await noise
  const [usualMs, besideMs] = [median(usual), median(beside)]
  return { usualMs, besideMs, times: besideMs / usualMs, failed }
}

const ORDINARY = {
  door: 'cli',
  actor: 'cli',
  speaker: 'person',
  folder: null,
  session: 'quiet',
} as const

/** Fewer calls are made where each takes long. */
const MAX_MS = 20_000

/** What an agent's session asks for: a memory, a search, a prompt's context, and saving something. */
async function ordinaryCalls(
  { endpoint }: Pick<Stage, 'endpoint'>,
  calls: number,
  failed: string[],
): Promise<number[]> {
  const millis: number[] = []
  const until = performance.now() + MAX_MS
  for (let at = 0; at < calls && performance.now() < until; at++) {
    const start = performance.now()
    for (const [operation, input] of [
      ['search', { query: 'the port of the billing service', limit: 5 }],
      ['list', { limit: 10 }],
      ['context', { prompt: 'which port does the billing service use', preview: true }],
    ] as const) {
      await callDaemon(endpoint, { operation, input, where: ORDINARY }).catch((thrown: unknown) =>
        failed.push(`${operation}: ${String(thrown)}`),
      )
    }
    millis.push(performance.now() - start)
    await sleep(5)
  }
  return millis
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

async function inParallel(
  many: number,
  { over }: Stage,
  once: (turn: number) => Promise<void>,
): Promise<void> {
  const client = async (number: number) => {
    for (let turn = number; !over.aborted; turn += many) {
      await once(turn)
      // Refused, cut off or answered: it goes on all the same.
      await sleep(1)
    }
  }
  await Promise.all(Array.from({ length: many }, (_, number) => client(number)))
}

function bytesOf(body: unknown): Buffer {
  return Buffer.from(JSON.stringify(body))
}

function callOf(operation: string, input: unknown): Buffer {
  const where = { door: 'library', actor: 'noisy', speaker: 'agent', folder: null, session: null }
  return bytesOf({ operation, input, where })
}

function byPort(stage: Stage, path: string, body: Buffer): Promise<void> {
  const { hostname, port } = new URL(stage.endpoint.url ?? '')
  return sent(stage, { host: hostname, port, path }, body)
}

function bySocket(stage: Stage, call: Buffer): Promise<void> {
  return sent(stage, { socketPath: stage.endpoint.socket, path: CALL_PATH }, call)
}

/** Ends with the answer, whatever it is, or when it is cut off. The bytes are made beforehand: both clients share a process. */
function sent({ token, open }: Stage, way: RequestOptions, body: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const sending = request({
      ...way,
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': body.length,
      },
    })
    open.add(sending)
    sending.on('error', () => undefined)
    sending.on('response', (response) => response.on('error', () => undefined).resume())
    sending.once('close', () => {
      open.delete(sending)
      resolve()
    })
    sending.end(body)
  })
}

/** Begins many requests by both ways in, and sends a letter now and then. */
async function slowBodies({ endpoint, token, over }: Stage): Promise<void> {
  const url = new URL(endpoint.url ?? '')
  const ways = [
    { host: url.hostname, port: url.port, path: '/api/memories' },
    { socketPath: endpoint.socket, path: '/daemon/call' },
  ]
  const open = Array.from({ length: 2 * MANY }, (_, at) => {
    const sending = request({
      ...ways[at % 2],
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': 100_000,
      },
    })
    sending.on('error', () => undefined)
    sending.on('response', (response) => response.resume())
    return sending
  })
  while (!over.aborted) {
    for (const sending of open) if (!sending.destroyed) sending.write('{')
    await sleep(20)
  }
  for (const sending of open) sending.destroy()
}

function garbage(path: string, turn: number): Promise<void> {
  return new Promise((resolve) => {
    const socket: Socket = connect(path)
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
    socket.resume()
    const bytes = Buffer.alloc(
      50_000,
      turn % 2 === 0 ? '\0\u0001\u0002' : 'POST /daemon/call HTTP/1.1\r\n',
    )
    socket.end(bytes)
    setTimeout(() => socket.destroy(), 200)
  })
}
