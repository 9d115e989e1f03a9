/**
 * What a prompt costs in a small and in a large history: processor time, so that a busy machine changes
 * little. Messages and memories grow together; their vectors are drawn, those of the prompts are real.
 *
 * Arguments: --sizes 1000,100000, --prompts N (60).
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addDays } from '../src/clock.ts'
import { type Opened, openMneme } from '../src/compose.ts'
import { turnContext } from '../src/engine/hosts/turn-context.ts'
import type { CorpusName } from '../src/search/corpus.ts'
import { loadMemories } from './support/load.ts'
import { randomFrom, type Texts, textsFrom } from './support/texts.ts'
import { timingOf } from './support/timing.ts'

const TYPES = ['fact', 'decision', 'procedure', 'bugfix', 'discovery'] as const
const TURNS_A_SESSION = 40
const SESSIONS_AT_ONCE = 25
const VECTORS_AT_ONCE = 2000
const PROMPT_WORDS = [6, 20] as const
const WARM_UP_PROMPTS = 20

export const bench = {
  name: 'prompt-growth',
  summary: 'What a prompt costs in a small and in a large history, in processor time',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        sizes: { type: 'string', default: '1000,100000' },
        prompts: { type: 'string', default: '60' },
      },
    })
    const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'))
    const project = join(folder, 'project')
    mkdirSync(project)
    const mneme = await openMneme({
      speaker: 'person',
      home: join(folder, 'home'),
      folder: project,
      env: {
        ...{ HOME: folder, PATH: process.env.PATH ?? '' },
        ...{ MNEME_STORE_SYNCHRONOUS: 'OFF', MNEME_VAULT_ENABLED: 'false' },
        MNEME_CONTEXT_DEADLINE_MS: '20000',
      },
    })
    const texts = textsFrom(7)
    const sizes = values.sizes.split(',').map(Number)
    const figures: Record<string, number> = {}
    const rows: (string | number)[][] = []
    let before = 0
    try {
      for (const size of sizes) {
        await grow(mneme, texts, before, size)
        before = size
        const { cpu, wall, vector } = await measure(mneme, texts, Number(values.prompts))
        rows.push([size, cpu.p50, cpu.p95, wall.p50, vector.p50])
        figures[`cpu_ms_${size}`] = cpu.p50
        figures[`cpu_p95_ms_${size}`] = cpu.p95
        figures[`wall_ms_${size}`] = wall.p50
        figures[`vector_ms_${size}`] = vector.p50
      }
      const [first, last] = [sizes[0], sizes.at(-1)]
      const growth = (figures[`cpu_ms_${last}`] ?? 0) / (figures[`cpu_ms_${first}`] ?? 1)
      figures.growth = growth
      rows.push([`growth, ${first} to ${last}`, growth, '', '', ''])
    } finally {
      await mneme.close()
      rmSync(folder, { recursive: true, force: true })
    }
    return {
      title: 'What a prompt costs, messages and memories each (milliseconds)',
      columns: ['size', 'processor p50', 'p95', 'wall p50', 'of it the vector'],
      rows,
      figures,
    }
  },
}

async function grow(mneme: Opened, texts: Texts, from: number, to: number): Promise<void> {
  const { engine, caller } = mneme
  const project = caller.project?.id ?? null
  const place = { scope: 'project', project, session: null } as const
  await loadMemories(mneme, place, to - from, (index) => ({
    ...texts.next(),
    type: TYPES[index % TYPES.length] as string,
  }))
  const start = addDays(engine.clock.now(), -400)
  for (let done = from; done < to; ) {
    const batches = []
    for (let one = 0; one < SESSIONS_AT_ONCE && done < to; one += 1) {
      const turns = Math.min(TURNS_A_SESSION, to - done)
      batches.push(sessionOf(texts, project, done, turns, addDays(start, done / 300)))
      done += turns
    }
    await engine.store.sessions.put(batches)
  }
  const made = await engine.embedding.encode(['-'], { kind: 'query' })
  if (!('model' in made)) throw new Error('there is no model')
  const [{ vector } = { vector: new Float32Array() }] = made.encoded
  const draw = drawnFrom(5, vector.length)
  const model = { id: made.model, dims: vector.length }
  for (const corpus of ['memories', 'messages'] as const satisfies readonly CorpusName[]) {
    for (;;) {
      const due = await engine.store.vectors.due(corpus, VECTORS_AT_ONCE)
      if (due.length === 0) break
      const units = due.map((each) => ({
        ...each,
        passages: [{ start: 0, end: 400, vector: draw() }],
      }))
      await engine.store.vectors.put(corpus, model, units)
    }
  }
}

function sessionOf(texts: Texts, project: string | null, at: number, turns: number, day: string) {
  const id = `session-${at}`
  const session = { host: 'claude-code', id }
  return {
    ...{ path: `/${id}.jsonl`, host: 'claude-code', cursor: null, revision: 0, at: day },
    ...{ skipped: [], restarted: false },
    sessions: [
      {
        ...{ ...session, project, parent: null, cwd: null, branch: null, title: null, model: null },
        ...{ version: null, headless: null, startedAt: day, lastAt: day, compactions: 0 },
      },
    ],
    messages: Array.from({ length: turns }, (_, turn) => ({
      ...{ key: `${id} ${turn}`, session, messageId: `${turn}`, eventId: `${turn}` },
      role: turn % 2 === 0 ? ('user' as const) : ('assistant' as const),
      origin: turn % 2 === 0 ? ('user' as const) : ('agent' as const),
      ...{ at: day, text: texts.next().content, calls: [], callId: null, failed: false },
      ...{ cwd: null, branch: null, model: null, isMeta: false },
    })),
  }
}

async function measure({ engine, caller }: Opened, texts: Texts, count: number) {
  const cpu: number[] = []
  const wall: number[] = []
  const vector: number[] = []
  const [least, most] = PROMPT_WORDS
  for (let at = -WARM_UP_PROMPTS; at < count; at += 1) {
    const prompt = texts.query(least + (Math.abs(at) % (most - least)))
    const session = { host: 'claude-code', id: `prompt-${at}-${count}`, parent: null } as const
    await turnContext(engine, caller, { session, prompt: '', start: 'startup' })
    await engine.background.settle()
    const embedding = process.cpuUsage()
    await engine.embedding.encode([prompt], { kind: 'query' })
    const embedMs = sinceMs(embedding)
    const start = performance.now()
    const used = process.cpuUsage()
    await turnContext(engine, caller, { session, prompt, start: null })
    if (at >= 0) {
      cpu.push(sinceMs(used))
      wall.push(performance.now() - start)
      vector.push(embedMs)
    }
    await engine.background.settle()
  }
  return { cpu: timingOf(cpu), wall: timingOf(wall), vector: timingOf(vector) }
}

function sinceMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function drawnFrom(seed: number, dims: number): () => Float32Array {
  const random = randomFrom(seed)
  return () => {
    const drawn = Float32Array.from({ length: dims }, () => random() + random() - 1)
    const length = Math.hypot(...drawn)
    return drawn.map((value) => value / length)
  }
}
