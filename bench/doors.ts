/**
 * What a door costs: the same search in this process, over the daemon's socket, over HTTP, and over
 * MCP in both transports, turn about, at 10,000 memories. And what the daemon keeps in memory while
 * nobody asks, before and after a model was used.
 *
 * Arguments: --memories N (10000), --rounds N (200).
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { openMneme } from '../src/compose.ts'
import { homePaths } from '../src/config/home.ts'
import { callDaemon } from '../src/doors/daemon/client.ts'
import { ensureDaemon } from '../src/doors/daemon/start.ts'
import type { Endpoint } from '../src/machine/endpoint.ts'
import { call } from '../src/operations/operation.ts'
import { search } from '../src/operations/search.ts'
import { loadMemories } from './support/load.ts'
import { textsFrom } from './support/texts.ts'
import { timed, timingOf } from './support/timing.ts'

const MEGABYTE = 1_048_576
const QUERY_WORDS = 3
const WARM_UP = 20
const IDLE_SECONDS = 10
const GLOBAL = { scope: 'global', project: null, session: null } as const
const PROGRAM = resolve('dist/daemon.js')
const CLI = resolve('dist/cli.js')

type Ask = (query: string) => Promise<unknown>

export const bench = {
  name: 'doors',
  summary: 'What a search costs through each door beside the call itself; memory of an idle daemon',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        memories: { type: 'string', default: '10000' },
        rounds: { type: 'string', default: '200' },
      },
    })
    const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'))
    try {
      return await measured(folder, Number(values.memories), Number(values.rounds))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function measured(folder: string, memories: number, rounds: number) {
  const home = homePaths(join(folder, 'home'))
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    MNEME_HOME: home.home,
    MNEME_HTTP_PORT: '0',
    // Making 10,000 vectors and files in the background would be measured as well.
    MNEME_VAULT_ENABLED: 'false',
  }
  const mneme = await openMneme({ speaker: 'person', home: home.home, env, folder })
  const texts = textsFrom(4)
  await loadMemories(mneme, GLOBAL, memories, () => texts.next())
  const endpoint = await ensureDaemon(home, { env, program: PROGRAM, waitMs: 60_000 })
  if (!endpoint) throw new Error('the daemon did not start: run npm run build first')
  const closing: (() => Promise<void>)[] = []
  try {
    const atStart = footprint(endpoint.pid)
    const ways = await waysIn(folder, env, endpoint, mneme, closing)
    const millis = new Map(Object.keys(ways).map((name) => [name, [] as number[]]))
    for (let round = -WARM_UP; round < rounds; round++) {
      const query = texts.query(QUERY_WORDS)
      // Turn about, so that whatever else the machine does falls on all of them.
      for (const [name, ask] of Object.entries(ways)) {
        const ms = await timed(() => ask(query))
        if (round >= 0) millis.get(name)?.push(ms)
      }
    }
    const idle = await idleCpu(endpoint.pid)
    const served = footprint(endpoint.pid)
    return report(memories, millis, {
      idleRssMb: atStart.own,
      servedRssMb: served.own,
      modelProcessRssMb: await modelFootprint(folder, env),
      idleCpuPercent: idle,
    })
  } finally {
    for (const close of closing) await close()
    await mneme.close()
    process.kill(endpoint.pid, 'SIGTERM')
    await sleep(1000)
  }
}

const INPUT = { limit: 10, strategy: 'bm25' } as const

async function waysIn(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  endpoint: Endpoint,
  mneme: Awaited<ReturnType<typeof openMneme>>,
  closing: (() => Promise<void>)[],
): Promise<Record<string, Ask>> {
  const token = readFileSync(homePaths(join(folder, 'home')).token, 'utf8').trim()
  const where = { door: 'cli', actor: 'bench', speaker: 'person', folder, session: null } as const
  const headers = { authorization: `Bearer ${token}`, 'x-mneme-project': folder }
  const stdio = new Client({ name: 'bench', version: '1' })
  const childEnv = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  await stdio.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'mcp'],
      env: childEnv,
      cwd: folder,
    }),
  )
  const http = new Client({ name: 'bench', version: '1' })
  const url = new URL(`${endpoint.url}/mcp`)
  await http.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  closing.push(
    () => stdio.close(),
    () => http.close(),
  )
  const tool = (query: string) => ({ name: 'search', arguments: { ...INPUT, query } })
  return {
    'in process': (query) => call(search, mneme.engine, mneme.caller, { ...INPUT, query }),
    socket: (query) =>
      callDaemon(endpoint, { operation: 'search', input: { ...INPUT, query }, where }),
    http: async (query) => {
      const response = await fetch(`${endpoint.url}/api/memories/search`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ ...INPUT, query }),
      })
      return response.json()
    },
    'MCP stdio': (query) => stdio.callTool(tool(query)),
    'MCP http': (query) => http.callTool(tool(query)),
  }
}

const MODEL_PATIENCE_MS = 60_000

/** A small home of its own, in which one memory gets its vector: the model runs beside its daemon. */
async function modelFootprint(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const home = homePaths(join(folder, 'small-home'))
  const smallEnv = { ...env, MNEME_HOME: home.home }
  const endpoint = await ensureDaemon(home, {
    env: smallEnv,
    program: PROGRAM,
    waitMs: MODEL_PATIENCE_MS,
  })
  if (!endpoint) throw new Error('the daemon of the small home did not start')
  try {
    const where = { door: 'cli', actor: 'bench', speaker: 'person', folder, session: null } as const
    const input = { content: 'What is kept gets its vector, which takes the model.' }
    await callDaemon(endpoint, { operation: 'remember', input, where })
    const query = { query: 'what takes the model', strategy: 'semantic' }
    for (const deadline = Date.now() + MODEL_PATIENCE_MS; Date.now() < deadline; await sleep(500)) {
      await callDaemon(endpoint, { operation: 'search', input: query, where }).catch(() => {})
      const { children } = footprint(endpoint.pid)
      if (children > 0) {
        await sleep(2000)
        return footprint(endpoint.pid).children
      }
    }
    throw new Error('the model was never loaded')
  } finally {
    process.kill(endpoint.pid, 'SIGTERM')
  }
}

function report(
  memories: number,
  millis: ReadonlyMap<string, readonly number[]>,
  footprints: Readonly<Record<string, number>>,
) {
  const base = timingOf(millis.get('in process') ?? []).p50
  const figures: Record<string, number> = { ...footprints }
  const rows: (string | number)[][] = []
  for (const [name, samples] of millis) {
    const { p50, p95 } = timingOf(samples)
    const allowed = 1.5 * base + 2
    rows.push([name, p50, p95, p50 / base, p50 <= allowed ? 'yes' : 'no'])
    figures[`${name} p50 ms`] = p50
    figures[`${name} ratio`] = p50 / base
  }
  for (const [name, value] of Object.entries(footprints)) rows.push([name, value, '', '', ''])
  return {
    title: `A search at ${memories} memories through each door, milliseconds`,
    columns: ['door', 'p50', 'p95', 'times', 'within 1.5× + 2 ms'],
    rows,
    figures,
  }
}

/** Resident megabytes of the daemon and of the processes it started. */
function footprint(pid: number): { own: number; children: number } {
  const of = (each: number) => {
    const text = readFileSync(`/proc/${each}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1] ?? 0) * 1024
  }
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
        return Number(parent) === pid
      } catch {
        return false
      }
    })
  const sum = children.reduce((total, name) => total + of(Number(name)), 0)
  return { own: of(pid) / MEGABYTE, children: sum / MEGABYTE }
}

/** Share of one processor while nobody asks. */
async function idleCpu(pid: number): Promise<number> {
  const ticks = () => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  }
  await sleep(3000)
  const before = ticks()
  await sleep(IDLE_SECONDS * 1000)
  // A tick is a hundredth of a second, so ticks per second are percent.
  return (ticks() - before) / IDLE_SECONDS
}
