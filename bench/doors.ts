/**
 * What people and agents wait for at every door, and what it costs while nobody asks: saves and
 * searches in homes of several sizes through the library, the socket, HTTP, MCP and the command line,
 * with vault, watcher and embedder on, in the installed form, beside a bare table and other memories
 * from the registry. Then starts beside `node -e 0`, and the memory of the daemon and its model.
 *
 * Arguments: --sizes a,b (100,1000,10000,100000), --short (100,1000,10000 and fewer calls),
 * --rounds N (40), --parts calls,starts,memory, --built (the build of this folder, not installed),
 * --no-peers, --keep DIR (filled homes and peers are kept there and used again).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type CallFigures, measureCalls } from './support/door-calls.ts'
import { measureMemory } from './support/door-memory.ts'
import { doorPlace } from './support/door-place.ts'
import { measureStarts } from './support/door-starts.ts'
import { type Followers, readFollowers } from './support/english.ts'
import { copyFilledHome } from './support/filled-home.ts'
import { builtPackage, installPackage, type Package } from './support/installed-package.ts'
import { installPeers, PEER_NAMES } from './support/peers.ts'
import { timingOf } from './support/timing.ts'

const AT_REST = 10_000
/** Peers write their whole file on each save: beyond this there is nothing left to compare. */
const MAX_PEER_MEMORIES = 10_000

export const bench = {
  name: 'doors',
  summary: 'Saves, searches, starts and memory at every door of the installed package',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        sizes: { type: 'string' },
        short: { type: 'boolean', default: false },
        rounds: { type: 'string' },
        parts: { type: 'string', default: 'calls,starts,memory' },
        built: { type: 'boolean', default: false },
        'no-peers': { type: 'boolean', default: false },
        keep: { type: 'string' },
      },
    })
    const sizes = values.sizes ?? (values.short ? '100,1000,10000' : '100,1000,10000,100000')
    const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'))
    const kept = values.keep ?? folder
    try {
      return await measure(folder, {
        sizes: sizes.split(',').map(Number),
        rounds: Number(values.rounds ?? (values.short ? 20 : 40)),
        parts: new Set(values.parts.split(',')),
        installed: values.built ? builtPackage() : installPackage(folder),
        peers: values['no-peers'] ? null : installPeers(join(kept, 'peers')),
        filled: join(kept, 'filled'),
        followers: await readFollowers(),
      })
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 })
    }
  },
}

interface Options {
  readonly sizes: readonly number[]
  readonly rounds: number
  readonly parts: ReadonlySet<string>
  readonly installed: Package
  readonly peers: string | null
  readonly filled: string
  readonly followers: Followers
}

async function measure(folder: string, options: Options) {
  const { sizes, rounds, parts, installed, peers, filled, followers } = options
  const report = new Report()
  const calls = new Map<number, CallFigures>()
  if (parts.has('calls')) {
    for (const memories of sizes) {
      const own = memories <= MAX_PEER_MEMORIES ? peers : null
      const found = await measureCalls({ ...options, folder, memories, peers: own })
      calls.set(memories, found)
      reportCalls(report, memories, found)
    }
    reportGrowth(report, calls)
  }
  const place = doorPlace(installed, folder, `at-rest-${AT_REST}`)
  if (parts.has('starts') || parts.has('memory')) {
    await copyFilledHome({ filled, followers }, AT_REST, place.home.home)
  }
  if (parts.has('memory')) {
    const found = await measureMemory(place)
    report.add('daemon idle, MB', AT_REST, found.idleMb, 90)
    report.add('daemon after searching, MB', AT_REST, found.searchedMb, 130)
    report.add('daemon after searching, settled, MB', AT_REST, found.settledMb)
    report.add('model process, MB', AT_REST, found.modelMb, 120)
    report.add('idle CPU in 20 s, ms', AT_REST, found.idleCpuMs, 10)
  }
  if (parts.has('starts')) {
    const starts = await measureStarts({ installed, place, rounds: Math.ceil(rounds / 2), peers })
    const bare = timingOf(starts.get('node -e 0') ?? []).p50
    for (const [name, samples] of starts) {
      report.add(`${name}, × node -e 0`, AT_REST, timingOf(samples).p50 / bare, STARTS[name])
    }
  }
  if (installed.files > 0) {
    report.add('files in the package', '', installed.files, 400)
    report.add('installed, MB', '', installed.megabytes, 215)
  }
  return report.result()
}

/** Eight milliseconds on a machine where a bare `node -e 0` takes 45. */
const MAX_SAVE_CPU = 8 / 45

/** The most that each may take, in times of a bare `node -e 0`. */
const STARTS: Readonly<Record<string, number>> = {
  'MCP initialize': 1.5,
  'first search, daemon up': 2.5,
  'first search, daemon down': 8,
  'first search, fresh home': 10,
}

function reportCalls(report: Report, memories: number, found: CallFigures): void {
  for (const [what, samples] of [
    ['save', found.saves],
    ['search', found.searches],
  ] as const) {
    const library = timingOf(samples.get('library') ?? []).p50
    for (const [name, each] of samples) {
      const { p50 } = timingOf(each)
      report.add(`${what}, ${name}, p50 ms`, memories, p50)
      if (what === 'save' && /HTTP|MCP/.test(name)) {
        report.add(`save, ${name}, × library`, memories, p50 / library, 3)
      }
    }
    const ours = timingOf(samples.get('MCP stdio') ?? []).p50
    for (const name of PEER_NAMES.filter((peer) => samples.has(peer))) {
      const wanted = memories >= 1000 && what === 'save' ? 1 : undefined
      const ratio = ours / timingOf(samples.get(name) ?? []).p50
      report.add(`${what}, MCP stdio, × ${name}`, memories, ratio, wanted)
    }
  }
  const bareNode = timingOf(found.bareNode).p50
  report.add('node -e 0, p50 ms', memories, bareNode)
  report.add('yardstick, CPU ms', memories, found.yardstick)
  for (const [name, { daemon, model }] of found.cpu) {
    report.add(`save, ${name}, daemon CPU ms`, memories, daemon, 8)
    report.add(`save, ${name}, daemon CPU × node -e 0`, memories, daemon / bareNode, MAX_SAVE_CPU)
    report.add(
      `save, ${name}, daemon CPU, % of the yardstick`,
      memories,
      (100 * daemon) / found.yardstick,
    )
    report.add(`save, ${name}, model CPU ms`, memories, model)
  }
  report.add('prompt, p50 ms', memories, timingOf(found.hooks).p50)
  report.add('page, p50 ms', memories, timingOf(found.pages).p50)
}

/** From the smallest to ten thousand for saves over MCP and HTTP, and from there to the largest for all. */
function reportGrowth(report: Report, calls: ReadonlyMap<number, CallFigures>): void {
  const [smallest] = calls.keys()
  const first = calls.get(smallest ?? 0)
  const middle = calls.get(AT_REST)
  const last = calls.get(100_000)
  const p50 = (samples: readonly number[] | undefined) => timingOf(samples ?? []).p50
  if (first && middle && first !== middle) {
    for (const name of ['HTTP', 'MCP stdio', 'MCP HTTP']) {
      const grown = p50(middle.saves.get(name)) / p50(first.saves.get(name))
      report.add(`save, ${name}, × that at ${smallest}`, AT_REST, grown, 1.3)
    }
  }
  if (!middle || !last) return
  for (const name of ['library', 'socket', 'HTTP', 'MCP stdio', 'MCP HTTP', 'command line']) {
    const saved = p50(last.saves.get(name)) / p50(middle.saves.get(name))
    const searched = p50(last.searches.get(name)) / p50(middle.searches.get(name))
    report.add(`save, ${name}, × that at ${AT_REST}`, 100_000, saved, 2)
    report.add(`search, ${name}, × that at ${AT_REST}`, 100_000, searched, 2)
  }
  report.add(`prompt, × that at ${AT_REST}`, 100_000, p50(last.hooks) / p50(middle.hooks), 2)
  report.add(`page, × that at ${AT_REST}`, 100_000, p50(last.pages) / p50(middle.pages), 2)
}

/** Figures in the order they came, each with the most it may be where that is known. */
class Report {
  readonly #rows: (string | number)[][] = []
  readonly #figures: Record<string, number> = {}

  add(what: string, memories: number | '', value: number, most?: number): void {
    const verdict = most === undefined ? '' : value <= most ? 'yes' : 'NO'
    this.#rows.push([what, memories, value, most ?? '', verdict])
    this.#figures[memories === '' ? what : `${memories}: ${what}`] = value
    console.error(`${memories}: ${what}: ${value.toFixed(2)} ${most ?? ''} ${verdict}`)
  }

  result() {
    return {
      title: 'At the doors of the installed package',
      columns: ['what', 'memories', 'figure', 'at most', 'holds'],
      rows: this.#rows,
      figures: this.#figures,
    }
  }
}
