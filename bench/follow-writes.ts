/**
 * M-17. A thousand writes to a running daemon, with searches beside them: how long after the last write
 * every memory has its vector, and what the searches wait meanwhile, beside those of a daemon at rest.
 *
 * Arguments: --writes N (1000), --before N (200, memories that are there already).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { callDaemon } from '../src/doors/daemon/client.ts'
import type { Endpoint } from '../src/machine/endpoint.ts'
import { withOwnPlace } from './support/own-daemon.ts'
import { textsFrom } from './support/texts.ts'

const WHERE = {
  door: 'library',
  actor: 'bench',
  speaker: 'person',
  folder: null,
  session: null,
} as const
const IDLE_SEARCHES = 200
const LOOK_MS = 250
/** As often as a few agents at work ask. */
const BETWEEN_SEARCHES_MS = 100
const MAX_WAIT_MS = 600_000
const QUERY_WORDS = 3

export const bench = {
  name: 'follow-writes',
  summary: 'A thousand writes to a running daemon: when every vector is there, what searches wait',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        writes: { type: 'string', default: '1000' },
        before: { type: 'string', default: '200' },
      },
    })
    return withOwnPlace({}, async (place) =>
      measure(await place.start(), Number(values.before), Number(values.writes)),
    )
  },
}

async function measure(endpoint: Endpoint, before: number, writes: number) {
  const texts = textsFrom(5)
  const ask = (operation: string, input: unknown) =>
    callDaemon(endpoint, { operation, input, where: WHERE })
  const write = async (count: number) => {
    for (let n = 0; n < count; n += 1) await ask('remember', { ...texts.next(), type: 'fact' })
  }
  const waiting = async () => {
    const status = (await ask('embed status', {})) as { waiting: number; available: boolean }
    return status.available ? status.waiting : Number.POSITIVE_INFINITY
  }
  const allThere = async () => {
    const started = performance.now()
    while ((await waiting()) > 0) {
      if (performance.now() - started > MAX_WAIT_MS) throw new Error('vectors are still missing')
      await sleep(LOOK_MS)
    }
    return (performance.now() - started) / 1000
  }
  const search = async (millis: number[]) => {
    const started = performance.now()
    await ask('search', { query: texts.query(QUERY_WORDS), limit: 5 })
    millis.push(performance.now() - started)
    await sleep(BETWEEN_SEARCHES_MS)
  }

  await write(before)
  await allThere()
  const idle: number[] = []
  for (let n = 0; n < IDLE_SEARCHES; n += 1) await search(idle)

  const during: number[] = []
  const work = { isDone: false }
  const searching = (async () => {
    while (!work.isDone) await search(during)
  })()
  const started = performance.now()
  await write(writes)
  const writeSeconds = (performance.now() - started) / 1000
  const behindSeconds = await allThere()
  work.isDone = true
  await searching
  const figures = {
    secondsOfWrites: writeSeconds,
    secondsBehind: behindSeconds,
    idleP50Ms: at(idle, 0.5),
    idleP99Ms: at(idle, 0.99),
    duringP50Ms: at(during, 0.5),
    duringP99Ms: at(during, 0.99),
    ratioOfP99: at(during, 0.99) / at(idle, 0.99),
    searchesDuring: during.length,
  }
  return {
    title: `${writes} writes to a running daemon with ${before} memories`,
    columns: ['what', 'figure'],
    rows: Object.entries(figures).map(([name, value]) => [name, value]),
    figures,
  }
}

function at(millis: readonly number[], share: number): number {
  const sorted = [...millis].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0
}
