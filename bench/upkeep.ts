/**
 * What upkeep costs: a full run of all jobs over two sizes of store, and what searches of another
 * process feel of it. Searches come at a fixed pace, and are timed from the moment they were due, so
 * that waiting for a lock or a busy loop counts.
 *
 * Arguments: --sizes 10000,100000, --seconds N (15, of idle searching), --projects N (5),
 * --undo (also undo the run and compare exports).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addDays, systemClock } from '../src/clock.ts'
import { type Opened, openMneme } from '../src/compose.ts'
import { exportLines } from '../src/engine/exchange/export.ts'
import { undo } from '../src/engine/journal/undo.ts'
import { newMemory } from '../src/engine/memories/new-memory.ts'
import { call } from '../src/operations/operation.ts'
import { search } from '../src/operations/search.ts'
import { JOB_NAMES } from '../src/upkeep/jobs.ts'
import { runUpkeep } from '../src/upkeep/run.ts'
import { randomFrom } from './support/developer-life.ts'
import { textsFrom } from './support/texts.ts'

const AT_ONCE = 1000
const DIMS = 64
const TOPICS = 40
const DAYS = 200
const TYPES = [
  'fact',
  'change',
  'bugfix',
  'discovery',
  'decision',
  'feature',
  'preference',
] as const
/** So many texts come twice, in slightly other words. */
const TWICE = 0.03
const PACE_MS = 50
const ENV = { MNEME_EMBED_PROVIDER: 'none', MNEME_VAULT_ENABLED: 'false' }

export const bench = {
  name: 'upkeep',
  summary: 'What a full run of upkeep costs, and what searches of another process feel of it',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        sizes: { type: 'string', default: '10000,100000' },
        seconds: { type: 'string', default: '15' },
        projects: { type: 'string', default: '5' },
        undo: { type: 'boolean', default: false },
      },
    })
    const rows: (string | number)[][] = []
    const figures: Record<string, number> = {}
    const times: number[] = []
    for (const size of values.sizes.split(',').map(Number)) {
      const home = mkdtempSync(join(tmpdir(), 'mneme-upkeep-'))
      try {
        const measured = await measure(home, size, {
          projects: Number(values.projects),
          seconds: Number(values.seconds),
          undo: values.undo,
        })
        times.push(measured.runMs)
        const ratio = measured.busy.p99 / Math.max(measured.idle.p99, 0.001)
        rows.push([
          size,
          measured.changes,
          measured.runMs / 1000,
          measured.idle.p50,
          measured.idle.p99,
          measured.busy.p50,
          measured.busy.p99,
          ratio,
          measured.undone,
        ])
        figures[`run_seconds_${size}`] = measured.runMs / 1000
        figures[`p99_ratio_${size}`] = ratio
        console.error(measured.jobs)
      } finally {
        rmSync(home, { recursive: true, force: true })
      }
    }
    const [first, last] = [times[0] ?? 1, times.at(-1) ?? 1]
    figures.growth = last / first
    return {
      title: `A full run of upkeep; from the smallest to the largest store it costs ${(last / first).toFixed(1)} times as much`,
      columns: [
        'memories',
        'changes',
        'run s',
        'idle p50',
        'idle p99',
        'busy p50',
        'busy p99',
        'p99 ratio',
        'undo',
      ],
      rows,
      figures,
    }
  },
}

interface Options {
  readonly projects: number
  readonly seconds: number
  readonly undo: boolean
}

async function measure(home: string, size: number, options: Options) {
  const mneme = await openMneme({ speaker: 'person', home, folder: null, env: ENV })
  try {
    await load(mneme, size, options.projects)
    const { engine, caller } = mneme
    const before = options.undo ? await exported(mneme) : ''
    const idle = await searching(home, async () => {
      await new Promise((resolve) => setTimeout(resolve, options.seconds * 1000))
    })
    let told: Awaited<ReturnType<typeof runUpkeep>> | undefined
    const started = performance.now()
    const busy = await searching(home, async () => {
      told = await runUpkeep(engine, { jobs: JOB_NAMES })
    })
    const reports = told?.reports ?? []
    const jobs = JOB_NAMES.map((job) => {
      const own = reports.filter((report) => report.job === job)
      const sum = (pick: (report: (typeof own)[number]) => number) =>
        own.reduce((total, report) => total + pick(report), 0)
      const error = own.find((report) => report.error !== null)?.error ?? ''
      return `${job} ${(sum(({ tookMs }) => tookMs) / 1000).toFixed(1)} s ${sum(({ changes }) => changes)} ${error}`
    }).join(', ')
    let undone = ''
    if (options.undo && told?.run) {
      const at = performance.now()
      await undo(engine, caller, { kind: 'batch', id: told.run })
      const seconds = (performance.now() - at) / 1000
      // Searches of the other process were counted meanwhile, and counts are not undone.
      const isSame = withoutCounts(await exported(mneme)) === withoutCounts(before)
      undone = `${isSame ? 'same' : 'DIFFERENT'}, ${seconds.toFixed(1)} s`
    }
    const runMs = reports.reduce((total, { tookMs }) => total + tookMs, 0)
    const changes = reports.reduce((total, report) => total + report.changes, 0)
    return { idle, busy, runMs, changes, jobs, undone, wallMs: performance.now() - started }
  } finally {
    await mneme.close()
  }
}

async function exported({ engine }: Opened): Promise<string> {
  return (await exportLines(engine, {})).lines.join('\n')
}

function withoutCounts(text: string): string {
  return text.replace(/"accessCount":\d+|"lastAccessedAt":(?:null|"[^"]*")/g, '')
}

async function load(mneme: Opened, size: number, projects: number): Promise<void> {
  const { engine, caller } = mneme
  const { store } = engine
  const random = randomFrom(1)
  const texts = textsFrom(7)
  const clock = systemClock()
  const batch = () => ({ id: clock.newId(), at: clock.now(), actor: 'bench', cause: 'load' })
  const ids = Array.from({ length: projects }, (_, i) => `bench-${i}`)
  await store.apply({
    ...batch(),
    changes: ids.map((id) => ({
      op: 'insert',
      kind: 'project',
      row: {
        id,
        slug: id,
        name: id,
        rootCommits: [],
        commonDirs: [],
        remotes: [],
        paths: [`/nowhere/${id}`],
        excluded: [],
        mergedInto: null,
        off: false,
        createdAt: clock.now(),
      },
    })),
  })
  let last = { ...texts.next(), project: ids[0] ?? '' }
  for (let done = 0; done < size; done += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, size - done) }, (_, i) => {
      const isTwice = random() < TWICE
      const project = isTwice ? last.project : (ids[(done + i) % projects] ?? '')
      const draft = isTwice
        ? { title: last.title, content: `${last.content} Indeed.` }
        : texts.next()
      last = { ...draft, project }
      const type = TYPES[Math.floor(random() * TYPES.length)] ?? 'fact'
      const place = { scope: 'project', project, session: null } as const
      const memory = newMemory(engine, caller, place, '', { ...draft, type, origin: 'agent' })
      const createdAt = addDays(clock.now(), -random() * DAYS)
      const at = {
        createdAt,
        updatedAt: createdAt,
        stateSince: createdAt,
        lastReinforcedAt: createdAt,
      }
      return { ...memory, ...at, name: `memory-${memory.id.toLowerCase()}`, confidence: random() }
    })
    await store.apply({
      ...batch(),
      changes: rows.map((row) => ({ op: 'insert', kind: 'memory', row })),
    })
  }
  await giveVectors(mneme, random)
}

/** Vectors around a few middles, so that there are clusters to find. */
async function giveVectors({ engine }: Opened, random: () => number): Promise<void> {
  const { vectors } = engine.store
  const middles = Array.from({ length: TOPICS }, () =>
    Array.from({ length: DIMS }, () => random() - 0.5),
  )
  for (;;) {
    const due = await vectors.due('memories', AT_ONCE)
    if (due.length === 0) return
    await vectors.put(
      'memories',
      { id: 'bench', dims: DIMS },
      due.map(({ unit, ticket }) => {
        const middle = middles[unit % TOPICS] ?? []
        const raw = middle.map((value) => value + (random() - 0.5) * 0.6)
        const length = Math.hypot(...raw)
        const vector = Float32Array.from(raw, (value) => value / length)
        return { unit, ticket, passages: [{ start: 0, end: 1, vector }] }
      }),
    )
  }
}

/** A process that searches at a fixed pace for as long as the work takes. */
async function searching(home: string, work: () => Promise<void>) {
  const program = `import(${JSON.stringify(import.meta.url)}).then((bench) => bench.searchUntilTold(${JSON.stringify(home)}))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (data) => {
    out += data
  })
  await once(child.stdout, 'data')
  await work()
  child.stdin.end()
  await once(child, 'close')
  const samples = JSON.parse(out.split('\n').at(-2) ?? '[]') as number[]
  const sorted = samples.sort((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0
  return { p50: at(0.5), p99: at(0.99), searches: sorted.length }
}

/** In the other process: until standard input ends. */
export async function searchUntilTold(home: string): Promise<void> {
  const mneme = await openMneme({ speaker: 'person', home, folder: null, env: ENV })
  const texts = textsFrom(9)
  const samples: number[] = []
  let isTold = false
  process.stdin.on('end', () => {
    isTold = true
  })
  process.stdin.resume()
  const project = await mneme.engine.store.projects.get('bench-0')
  const caller = { ...mneme.caller, project }
  const ask = () => call(search, mneme.engine, caller, { query: texts.query(3), limit: 10 })
  for (let i = 0; i < 20; i += 1) await ask()
  process.stdout.write('ready\n')
  for (let due = performance.now(); !isTold; due += PACE_MS) {
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    else if (wait < -1000) due = performance.now()
    const asked = Math.max(due, performance.now() - Math.max(-wait, 0))
    await ask()
    samples.push(performance.now() - asked)
  }
  await mneme.close()
  process.stdout.write(`${JSON.stringify(samples)}\n`)
}
