/**
 * J-03. One client misbehaves while another makes its ordinary calls: how much longer those take. Short
 * in tests, long as a bench.
 */
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { callDaemon } from '../../src/doors/daemon/client.ts'
import type { Endpoint } from '../../src/machine/endpoint.ts'
import { uniqueText } from './daemon-load.ts'

interface Stage {
  readonly endpoint: Pick<Endpoint, 'socket' | 'url'>
  readonly token: string
  /** Aborted when the misbehaving client is to stop. */
  readonly over: AbortSignal
}

/** Goes on until it is over, whatever it is answered. */
type Misbehaviour = (stage: Stage) => Promise<void>

const MANY = 24
const HUGE_BYTES = 24_000_000
const HOSTILE = ['a ', '- ', '`', "don't use ", '</', 'password ', 'https://', '먼저', '\n\n> ']

export const MISBEHAVIOURS: Readonly<Record<string, Misbehaviour>> = {
  'a flood of heavy searches over HTTP': (stage) =>
    inParallel(MANY, stage, async (turn) => {
      await post(stage, '/api/memories/search', {
        query: heavyQuery(turn),
        limit: 100,
        budget: 50_000,
      })
    }),
  'a flood of heavy searches on the socket': (stage) =>
    inParallel(MANY, stage, async (turn) => {
      await bySocket(stage, 'search', { query: heavyQuery(turn), limit: 100, budget: 50_000 })
    }),
  'huge bodies': (stage) =>
    inParallel(4, stage, async (turn) => {
      const content = 'x'.repeat(HUGE_BYTES)
      if (turn % 2 === 0) await post(stage, '/api/memories', { content })
      else await bySocket(stage, 'remember', { content })
    }),
  'texts that are slow to read': (stage) =>
    inParallel(2, stage, async (turn) => {
      const seed = HOSTILE[turn % HOSTILE.length] ?? ''
      const text = seed.repeat(Math.ceil(900_000 / seed.length))
      if (turn % 3 === 0) await bySocket(stage, 'remember', { content: text })
      else if (turn % 3 === 1) await bySocket(stage, 'search', { query: text.slice(0, 90_000) })
      else {
        const payload = { session_id: 'noisy', prompt: text }
        await bySocket(stage, 'hook', { host: 'claude-code', event: 'UserPromptSubmit', payload })
      }
    }),
  'slow bodies': (stage) => slowBodies(stage),
  'garbage on the socket': (stage) =>
    inParallel(MANY, stage, (turn) => garbage(stage.endpoint.socket, turn)),
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
  stage: Omit<Stage, 'over'>,
  calls: number,
): Promise<Slowed> {
  const failed: string[] = []
  const usual = await ordinaryCalls(stage, calls, failed)
  const stop = new AbortController()
  const noise = misbehaviour({ ...stage, over: stop.signal })
  await sleep(300)
  const beside = await ordinaryCalls(stage, calls, failed)
  stop.abort()
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

/** What an agent's session asks for: a memory, a search, a prompt's context, and saving something. */
async function ordinaryCalls(
  { endpoint }: Pick<Stage, 'endpoint'>,
  calls: number,
  failed: string[],
): Promise<number[]> {
  const millis: number[] = []
  for (let at = 0; at < calls; at++) {
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
      // Refused, cut off or answered: it goes on all the same.
      await once(turn).catch(() => sleep(1))
    }
  }
  await Promise.all(Array.from({ length: many }, (_, number) => client(number)))
}

async function post({ endpoint, token, over }: Stage, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${endpoint.url}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    signal: over,
  })
  await response.arrayBuffer()
}

async function bySocket(
  { endpoint, over }: Stage,
  operation: string,
  input: unknown,
): Promise<void> {
  const where = {
    door: 'library',
    actor: 'noisy',
    speaker: 'agent',
    folder: null,
    session: null,
  } as const
  await callDaemon(endpoint, { operation, input, where }, { signal: over })
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
