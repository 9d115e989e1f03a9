/**
 * What recall costs beside its bare parts, in one run: a whole search by words and meaning (without
 * embedding the question) against FTS5's own OR query on the same text, the vector scan against plain
 * float brute force, the embedder against the bare runtime, and the memory all of it takes.
 *
 * Arguments: --memories a,b (10000,100000), --queries N (40), --skip-embed.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { recall } from '../src/engine/recall/recall.ts'
import { RecallSettings } from '../src/search/settings.ts'
import { wordGroups } from '../src/search/terms.ts'
import { Database } from '../src/store/sqlite/database.ts'
import { openSqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../src/store/store.ts'
import { SynonymSettings } from '../src/text/synonyms.ts'
import { memoryWith } from '../test/support/memory.ts'
import { bench as embedBench } from './embed.ts'
import { randomFrom, textsFrom } from './support/texts.ts'
import { timed, timingOf } from './support/timing.ts'

const DIMS = 384
const MODEL = { id: 'bench', dims: DIMS }
const CENTRES = 200
const BATCH = 2_000
const MEGABYTE = 1_048_576
const LIMIT = 10
const settings = RecallSettings.parse({})
const synonyms = SynonymSettings.parse({})

export const bench = {
  name: 'recall-speed',
  summary: 'Recall against bare FTS5, brute force and the bare runtime, at 10,000 and 100,000',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        memories: { type: 'string', default: '10000,100000' },
        queries: { type: 'string', default: '40' },
        'skip-embed': { type: 'boolean', default: false },
      },
    })
    const figures: Record<string, number> = {}
    for (const size of values.memories.split(',').map(Number)) {
      const found = await measure(size, Number(values.queries))
      for (const [name, value] of Object.entries(found)) figures[`${size}: ${name}`] = value
    }
    if (!values['skip-embed']) {
      const { figures: embed } = await embedBench.run([])
      figures['embedding, share of the bare runtime'] = embed.shareOfBare
      figures['embedding, texts a second'] = embed.textsPerSecond
    }
    return {
      title: 'Recall beside its bare parts',
      columns: ['what', 'figure'],
      rows: Object.entries(figures).map(([name, value]) => [name, Number(value.toFixed(3))]),
      figures,
    }
  },
}

async function measure(size: number, queryCount: number): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'))
  const file = join(folder, 'speed.db')
  const store = openSqliteStore({ file, synchronous: 'OFF' })
  try {
    const floats = new Float32Array(size * DIMS)
    const draw = drawnFrom(7)
    await fill(store, size, floats, draw)
    const texts = textsFrom(11)
    const queries = Array.from({ length: queryCount }, (_, at) => texts.query(2 + (at % 5)))
    const vectors = queries.map(draw)
    const visibleTo = { project: 'project-a', session: null }

    const bare = new Database({ file, synchronous: 'OFF', busyTimeoutMs: 1_000 })
    const bareQuery = (query: string) => {
      const terms = wordGroups({ ...synonyms, weight: 0 }, query, settings.maxWords)
      const expression = terms.map(({ tokens: [own] }) => `"${own?.token}"`).join(' OR ')
      return bare.all(
        'SELECT rowid FROM memory_text WHERE memory_text MATCH ? ORDER BY rank LIMIT ?',
        expression,
        LIMIT,
      )
    }
    const search = (query: string, vector: Float32Array | undefined) =>
      recall({
        corpus: store.recall,
        filter: { visibleTo, states: ['new', 'high', 'low'], sensitivities: ['public'] },
        query,
        embed: async () => (vector ? { model: MODEL.id, vector } : null),
        strategy: 'auto',
        fusion: 'parts',
        semanticWeight: 0.4,
        settings,
        synonyms,
      })
    const scan = async (vector: Float32Array) =>
      (await store.recall.byMeaning({ model: MODEL.id, vector }, {})).best(LIMIT)

    const rssBefore = settledRss()
    const loadMs = await timed(() => scan(vectors[0] as Float32Array))
    // A process that has lived for a while: other questions were asked before.
    for (let at = 0; at < queryCount; at += 1) {
      const query = texts.query(2 + (at % 5))
      const vector = draw()
      bareQuery(query)
      await search(query, vector)
      await search(query, undefined)
      await scan(vector)
      if (at < 5) bruteForce(floats, size, vector)
    }
    const took = { bare: [], hybrid: [], words: [], scan: [], brute: [] } as Record<
      string,
      number[]
    >
    // Turn by turn, so that whatever else the machine does falls on all of them.
    for (const [at, query] of queries.entries()) {
      const vector = vectors[at] as Float32Array
      took.bare?.push(await timed(() => bareQuery(query)))
      took.hybrid?.push(await timed(() => search(query, vector)))
      took.words?.push(await timed(() => search(query, undefined)))
      took.scan?.push(await timed(() => scan(vector)))
      took.brute?.push(await timed(() => bruteForce(floats, size, vector)))
    }
    bare.close()
    const p50 = (name: string) => timingOf(took[name] ?? []).p50
    return {
      'bare FTS5 p50 ms': p50('bare'),
      'hybrid p50 ms': p50('hybrid'),
      'hybrid p95 ms': timingOf(took.hybrid ?? []).p95,
      'words p50 ms': p50('words'),
      'hybrid against bare FTS5': p50('hybrid') / p50('bare'),
      'words against bare FTS5': p50('words') / p50('bare'),
      'file, bytes a memory': statSync(file).size / size,
      'vector scan p50 ms': p50('scan'),
      'brute force p50 ms': p50('brute'),
      'scan against brute force': p50('scan') / p50('brute'),
      'loading the signs ms': loadMs,
      'RSS of searching, MB': (settledRss() - rssBefore) / MEGABYTE,
    }
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(
  store: Store,
  size: number,
  floats: Float32Array,
  draw: () => Float32Array,
): Promise<void> {
  const texts = textsFrom(3)
  const at = '2026-01-01T00:00:00.000Z'
  for (let done = 0; done < size; done += BATCH) {
    const count = Math.min(BATCH, size - done)
    const changes = Array.from({ length: count }, () => ({
      op: 'insert' as const,
      kind: 'memory' as const,
      row: memoryWith(texts.next()),
    }))
    await store.apply({ id: `batch ${done}`, at, actor: 'bench', cause: 'bench', changes })
    const due = await store.vectors.due('memories', count)
    const units = due.map((each, place) => {
      const vector = draw()
      floats.set(vector, (done + place) * DIMS)
      return { ...each, passages: [{ start: 0, end: 100, vector }] }
    })
    await store.vectors.put('memories', MODEL, units)
  }
}

/** Around random centres, as vectors of real texts lie in clusters. */
function drawnFrom(seed: number): () => Float32Array {
  const random = randomFrom(seed)
  const gaussian = () =>
    Float32Array.from(
      { length: DIMS },
      () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
    )
  const centres = Array.from({ length: CENTRES }, gaussian)
  return () => {
    const centre = centres[Math.floor(random() * CENTRES)] as Float32Array
    const noise = gaussian()
    const vector = centre.map((value, i) => value + (noise[i] as number))
    const length = Math.hypot(...vector)
    return vector.map((value) => value / length)
  }
}

/** Four sums side by side, which is as fast as plain JavaScript gets. */
function bruteForce(floats: Float32Array, size: number, query: Float32Array): number[] {
  const scores = new Float32Array(size)
  for (let row = 0, at = 0; row < size; row += 1, at += DIMS) {
    let [a, b, c, d] = [0, 0, 0, 0]
    for (let i = 0; i < DIMS; i += 4) {
      a += (query[i] as number) * (floats[at + i] as number)
      b += (query[i + 1] as number) * (floats[at + i + 1] as number)
      c += (query[i + 2] as number) * (floats[at + i + 2] as number)
      d += (query[i + 3] as number) * (floats[at + i + 3] as number)
    }
    scores[row] = a + b + c + d
  }
  const best: number[] = []
  for (let row = 0; row < size; row += 1) {
    const score = scores[row] as number
    const last = best[LIMIT - 1]
    if (last !== undefined && score <= (scores[last] as number)) continue
    best.push(row)
    best.sort((x, y) => (scores[y] as number) - (scores[x] as number))
    best.length = Math.min(best.length, LIMIT)
  }
  return best
}

function settledRss(): number {
  globalThis.gc?.()
  return process.memoryUsage.rss()
}
