/**
 * Saves and searches through every door of one home, beside a bare table and other memories of the
 * same size: turn about, so that whatever else the machine does falls on all of them. CPU time is
 * taken in a row of saves of its own, up to the moment when nothing is done in the background.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { callDaemon } from '../../src/doors/daemon/client.ts'
import type { Mneme } from '../../src/library.ts'
import type { Endpoint } from '../../src/machine/endpoint.ts'
import { openBareTable } from './bare-table.ts'
import { type DoorPlace, doorPlace } from './door-place.ts'
import { englishFrom, type Followers } from './english.ts'
import { copyFilledHome } from './filled-home.ts'
import type { Package } from './installed-package.ts'
import { type Draft, openPeers } from './peers.ts'
import { childrenOf, cpuMs, whenQuiet } from './processes.ts'
import { runProgram } from './run-program.ts'
import { connectStdio } from './stdio-client.ts'
import { timed } from './timing.ts'
import { measureYardstick } from './yardstick.ts'

const LIMIT = 10
const QUERY_WORDS = 3
const WARM_UP = 5
/** A process is started for each call of the command line: these are made more rarely. */
const EVERY = { calls: 1, programs: 5 }

interface Way {
  readonly name: string
  readonly kind: keyof typeof EVERY
  /** Through the daemon: what a save costs there is asked for as well. */
  readonly isDaemon: boolean
  save(draft: Draft): unknown
  search(query: string): unknown
}

export interface CallFigures {
  readonly saves: Map<string, number[]>
  readonly searches: Map<string, number[]>
  /** CPU milliseconds of one save: the daemon's own, and the model's beside it. */
  readonly cpu: Map<string, { readonly daemon: number; readonly model: number }>
  readonly hooks: number[]
  readonly pages: number[]
  /** Milliseconds of a bare `node -e 0`, and CPU milliseconds of a fixed piece of work. */
  readonly bareNode: number[]
  readonly yardstick: number
}

interface CallOptions {
  readonly installed: Package
  readonly folder: string
  readonly memories: number
  readonly rounds: number
  /** Filled homes: kept where one is named, and used again. */
  readonly filled: string
  readonly followers: Followers
  /** Where other memories are installed; null: they are left out. */
  readonly peers: string | null
}

export async function measureCalls(options: CallOptions): Promise<CallFigures> {
  const { installed, folder, memories, rounds, followers } = options
  const place = doorPlace(installed, folder, `home-${memories}`)
  const own = doorPlace(installed, folder, `library-${memories}`)
  for (const { home } of [place, own]) await copyFilledHome(options, memories, home.home)
  const texts = englishFrom(followers, memories + 1)
  const closing: (() => unknown)[] = []
  const endpoint = await place.start()
  closing.push(() => place.stop(endpoint))
  try {
    await whenQuiet(endpoint.pid)
    const ways = [
      await bareWay(options, closing),
      await libraryWay(own, closing),
      ...(await daemonWays(place, endpoint, closing)),
      ...(await peerWays(options, closing)),
    ]
    const each = (pick: (way: Way) => Promise<number>, within: number) =>
      turnAbout(ways, pick, within)
    await each((way) => timed(() => way.save(texts.next())), WARM_UP)
    await each((way) => timed(() => way.search(texts.query(QUERY_WORDS))), WARM_UP)
    await whenQuiet(endpoint.pid)
    const saves = await each((way) => timed(() => way.save(texts.next())), rounds)
    await whenQuiet(endpoint.pid)
    const searches = await each((way) => timed(() => way.search(texts.query(QUERY_WORDS))), rounds)
    const cpu: CallFigures['cpu'] = new Map()
    for (const way of ways.filter(({ isDaemon, kind }) => isDaemon && kind === 'calls')) {
      cpu.set(way.name, await cpuOfSaves(endpoint.pid, rounds, () => way.save(texts.next())))
    }
    const yardstick = await measureYardstick()
    const bareNode: number[] = []
    const hooks: number[] = []
    const pages: number[] = []
    for (let round = -WARM_UP; round < rounds; round++) {
      const hook = await timed(() => sendPrompt(place, endpoint, texts.query(6)))
      const page = await timed(() => openPage(place, endpoint))
      const bare = await timed(() => runProgram(['-e', '0'], '', place, folder))
      if (round < 0) continue
      hooks.push(hook)
      pages.push(page)
      bareNode.push(bare)
    }
    return { saves, searches, cpu, hooks, pages, bareNode, yardstick }
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

async function turnAbout(
  ways: readonly Way[],
  measure: (way: Way) => Promise<number>,
  rounds: number,
): Promise<Map<string, number[]>> {
  const samples = new Map<string, number[]>(ways.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const way of ways) {
      if (round % EVERY[way.kind] === 0) samples.get(way.name)?.push(await measure(way))
    }
  }
  return samples
}

async function cpuOfSaves(pid: number, saves: number, save: () => unknown) {
  await whenQuiet(pid)
  const modelMs = () => childrenOf(pid).reduce((sum, child) => sum + cpuMs(child), 0)
  const [daemon, model] = [cpuMs(pid), modelMs()]
  for (let done = 0; done < saves; done++) await save()
  await whenQuiet(pid)
  return { daemon: (cpuMs(pid) - daemon) / saves, model: (modelMs() - model) / saves }
}

async function bareWay(
  { folder, memories, followers }: CallOptions,
  closing: (() => unknown)[],
): Promise<Way> {
  const bare = openBareTable(join(folder, `bare-${memories}.db`), 'FULL')
  closing.push(() => bare.close())
  const texts = englishFrom(followers, 4)
  for (let done = 0; done < memories; done += 1000) {
    const count = Math.min(1000, memories - done)
    bare.insertAll(Array.from({ length: count }, () => texts.next()))
  }
  return {
    ...{ name: 'bare table', kind: 'calls', isDaemon: false },
    save: (draft) => bare.insertAll([draft]),
    search: (query) => bare.find(query, LIMIT),
  }
}

async function libraryWay(place: DoorPlace, closing: (() => unknown)[]): Promise<Way> {
  const { openMneme } = (await import(pathToFileURL(place.program('library.js')).href)) as {
    openMneme(options: { home: string; project: string }): Promise<Mneme>
  }
  const mneme = await openMneme({ home: place.home.home, project: place.folder })
  closing.push(() => mneme.close())
  return {
    ...{ name: 'library', kind: 'calls', isDaemon: false },
    save: (draft) => mneme.remember(draft),
    search: (query) => mneme.search({ query, limit: LIMIT }),
  }
}

async function daemonWays(
  place: DoorPlace,
  endpoint: Endpoint,
  closing: (() => unknown)[],
): Promise<Way[]> {
  const { folder, env } = place
  const where = { door: 'cli', actor: 'bench', speaker: 'person', folder, session: null } as const
  const socket = (operation: string, input: object) =>
    callDaemon(endpoint, { operation, input, where })
  const stdio = await connectStdio({ args: [place.program('cli.js'), 'mcp'], env, cwd: folder })
  closing.push(() => stdio.close())
  const cli = async (...words: string[]) => {
    const printed = await runProgram([place.program('cli.js'), ...words], '', place, folder)
    if (printed === '') throw new Error(`mneme ${words[0]} said nothing`)
  }
  const daemon = { kind: 'calls', isDaemon: true } as const
  return [
    {
      ...{ name: 'socket', ...daemon },
      save: (draft) => socket('remember', draft),
      search: (query) => socket('search', { query, limit: LIMIT }),
    },
    {
      ...{ name: 'HTTP', ...daemon },
      save: (draft) => post(place, endpoint, '/api/memories', draft),
      search: (query) => post(place, endpoint, '/api/memories/search', { query, limit: LIMIT }),
    },
    {
      ...{ name: 'MCP stdio', ...daemon },
      save: (draft) => stdio.tool('remember', draft),
      search: (query) => stdio.tool('search', { query, limit: LIMIT }),
    },
    {
      ...{ name: 'MCP HTTP', ...daemon },
      save: (draft) => mcpOverHttp(place, endpoint, 'remember', draft),
      search: (query) => mcpOverHttp(place, endpoint, 'search', { query, limit: LIMIT }),
    },
    {
      ...{ name: 'command line', kind: 'programs', isDaemon: true },
      save: ({ title, content }) => cli('remember', `${title}. ${content}`),
      search: (query) => cli('search', query),
    },
  ]
}

async function peerWays(
  { folder, memories, peers, followers }: CallOptions,
  closing: (() => unknown)[],
): Promise<Way[]> {
  if (peers === null) return []
  const texts = englishFrom(followers, 4)
  const drafts = Array.from({ length: memories }, () => texts.next())
  const opened = await openPeers(peers, join(folder, `peers-${memories}`), drafts)
  for (const { client } of opened) closing.push(() => client.close())
  return opened.map(({ name, save, search }) => ({
    ...{ name, kind: 'calls', isDaemon: false },
    save,
    search,
  }))
}

async function post(place: DoorPlace, endpoint: Endpoint, path: string, body: object) {
  const response = await fetch(`${endpoint.url}${path}`, {
    method: 'POST',
    headers: place.headers(),
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
  return text
}

/** As a client of an older revision sends it, each request for itself. */
async function mcpOverHttp(place: DoorPlace, endpoint: Endpoint, name: string, input: object) {
  const response = await fetch(`${endpoint.url}/mcp`, {
    method: 'POST',
    headers: { ...place.headers(), accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: input },
    }),
  })
  const text = await response.text()
  if (!response.ok || text.includes('"error"')) throw new Error(`MCP over HTTP: ${text}`)
  return text
}

/** What an agent's prompt costs in the daemon: the event as a hook sends it. */
function sendPrompt(place: DoorPlace, endpoint: Endpoint, prompt: string) {
  const payload = {
    session_id: 'bench',
    cwd: place.folder,
    hook_event_name: 'UserPromptSubmit',
    prompt,
    prompt_id: String(Math.random()),
  }
  return post(place, endpoint, '/api/hooks/claude-code/UserPromptSubmit', { payload })
}

/** What the page's first view asks for. */
async function openPage(place: DoorPlace, endpoint: Endpoint): Promise<void> {
  const get = async (path: string) => {
    const response = await fetch(`${endpoint.url}${path}`, { headers: place.headers() })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    await response.text()
  }
  await Promise.all([get('/api/memories?limit=8'), get('/api/stats')])
}
