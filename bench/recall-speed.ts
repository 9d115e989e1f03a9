/**
 * What recall costs beside its bare parts, in one run: a whole search by words, meaning and tokens
 * (without embedding the question) against FTS5's own OR query on the same text, the vector scan
 * against plain float brute force, the embedder against the bare runtime, and the room and memory all
 * of it takes. Times of searching are those of the processor. Vectors and tokens are drawn by chance;
 * up to a hundred thousand memories their floats are held beside, for the brute force. Last, the same
 * file is opened as a home, and something is remembered in it: both should take as long at any size.
 *
 * Arguments: --memories a,b (10000,100000; a million takes about a quarter of an hour and 9 GB),
 * --queries N (40), --skip-embed, --keep DIR (a file filled there is used again, or filled further).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openMneme } from '../src/compose.ts'
import { recall } from '../src/engine/recall/recall.ts'
import { call } from '../src/operations/operation.ts'
import { remember } from '../src/operations/remember.ts'
import type { QueryVector } from '../src/search/corpus.ts'
import { RecallSettings } from '../src/search/settings.ts'
import { wordGroups } from '../src/search/terms.ts'
import { Database } from '../src/store/sqlite/database.ts'
import { openSqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../src/store/store.ts'
import { SynonymSettings } from '../src/text/synonyms.ts'
import { memoryWith } from '../test/support/memory.ts'
import { bench as embedBench } from './embed.ts'
import { randomFrom, textsFrom } from './support/texts.ts'
import { processorTime, timed, timingOf } from './support/timing.ts'

const DIMS = 384
const MODEL = { id: 'bench', dims: DIMS }
const CENTRES = 200
const BATCH = 2_000
const MEGABYTE = 1_048_576
const LIMIT = 10
/** As many tokens as a memory of a few sentences has, and a question beside its words. */
const TOKENS_A_MEMORY = 40
const SIGN_BYTES = DIMS / 8
const TOKENS_A_WORD = 1.5
const OPENINGS = 5
const SAVES = 20
/** More floats than of so many are not held in memory. */
const MAX_BRUTE = 100_000
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
        keep: { type: 'string' },
      },
    })
    const figures: Record<string, number> = {}
    for (const size of values.memories.split(',').map(Number)) {
      const kept = values.keep === undefined ? null : join(values.keep, String(size))
      const found = await measure(size, Number(values.queries), kept)
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

async function measure(
  size: number,
  queryCount: number,
  kept: string | null,
): Promise<Record<string, number>> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'mneme-bench-'))
  const file = join(folder, 'mneme.db')
  const store = openSqliteStore({ file, synchronous: 'OFF' })
  const bare = new Database({ file, synchronous: 'OFF', busyTimeoutMs: 1_000 })
  try {
    const tooMany = kept !== null || size > MAX_BRUTE
    const floats = tooMany ? null : new Float32Array(size * DIMS)
    const draw = drawnFrom(7)
    const fillMs = await timed(() => fill(store, size, floats, draw))
    const texts = textsFrom(11)
    const queries = Array.from({ length: queryCount }, (_, at) => texts.query(2 + (at % 5)))
    const asked = (query: string): QueryVector => {
      const count = Math.ceil(query.split(' ').length * TOKENS_A_WORD)
      const drawn = Float32Array.from(
        Array.from({ length: count }, draw).flatMap((one) => [...one]),
      )
      const weights = new Float32Array(count).fill(1 / count)
      return { model: MODEL.id, vector: draw(), tokens: { floats: drawn, weights } }
    }
    const vectors = queries.map(asked)
    const visibleTo = { project: 'project-a', session: null }

    const bareQuery = (query: string) => {
      const terms = wordGroups({ ...synonyms, weight: 0 }, query, settings.maxWords)
      const expression = terms.map(({ tokens: [own] }) => `"${own?.token}"`).join(' OR ')
      return bare.all(
        'SELECT rowid FROM memory_text WHERE memory_text MATCH ? ORDER BY rank LIMIT ?',
        expression,
        LIMIT,
      )
    }
    const search = (query: string, vector: QueryVector | null) =>
      recall({
        corpus: store.recall,
        filter: { visibleTo, states: ['new', 'high', 'low'], sensitivities: ['public'] },
        query,
        embed: async () => vector,
        strategy: 'auto',
        fusion: 'parts',
        semanticWeight: 0.4,
        settings,
        synonyms,
      })
    const scan = async (vector: QueryVector) =>
      (await store.recall.byMeaning(vector, {})).best(LIMIT)

    const rssBefore = settledRss()
    const loadMs = await timed(() => scan(vectors[0] as QueryVector))
    // A process that has lived for a while: other questions were asked before.
    for (let at = 0; at < queryCount; at += 1) {
      const query = texts.query(2 + (at % 5))
      const vector = asked(query)
      bareQuery(query)
      await search(query, vector)
      await search(query, null)
      await scan(vector)
      if (at < 5 && floats) bruteForce(floats, size, vector.vector)
    }
    const took = { bare: [], hybrid: [], words: [], scan: [], brute: [] } as Record<
      string,
      number[]
    >
    // Turn by turn, so that whatever else the machine does falls on all of them.
    for (const [at, query] of queries.entries()) {
      const vector = vectors[at] as QueryVector
      took.bare?.push(await processorTime(() => bareQuery(query)))
      took.hybrid?.push(await processorTime(() => search(query, vector)))
      took.words?.push(await processorTime(() => search(query, null)))
      took.scan?.push(await processorTime(() => scan(vector)))
      if (floats)
        took.brute?.push(await processorTime(() => bruteForce(floats, size, vector.vector)))
    }
    const p50 = (name: string) => timingOf(took[name] ?? []).p50
    const bruteFigures = {
      'brute force p50 ms': p50('brute'),
      'scan against brute force': p50('scan') / p50('brute'),
    }
    return {
      'filling, seconds': fillMs / 1000,
      'bare FTS5 p50 ms': p50('bare'),
      'hybrid p50 ms': p50('hybrid'),
      'hybrid p95 ms': timingOf(took.hybrid ?? []).p95,
      'words p50 ms': p50('words'),
      'hybrid against bare FTS5': p50('hybrid') / p50('bare'),
      'words against bare FTS5': p50('words') / p50('bare'),
      ...sizesOf(bare, size),
      'vector scan p50 ms': p50('scan'),
      ...(floats ? bruteFigures : {}),
      'loading the signs ms': loadMs,
      'RSS of searching, MB': (settledRss() - rssBefore) / MEGABYTE,
      ...(await asHome(folder)),
    }
  } finally {
    bare.close()
    await store.close()
    if (kept === null) rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(
  store: Store,
  size: number,
  floats: Float32Array | null,
  draw: () => Float32Array,
): Promise<void> {
  const texts = textsFrom(3)
  const random = randomFrom(13)
  const at = '2026-01-01T00:00:00.000Z'
  const present = await store.memories.count({})
  for (let each = 0; each < present; each += 1) texts.next()
  for (let done = present; done < size; done += BATCH) {
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
      floats?.set(vector, (done + place) * DIMS)
      const signs = Uint32Array.from(
        { length: (TOKENS_A_MEMORY * SIGN_BYTES) / 4 },
        () => random() * 2 ** 32,
      )
      const passage = { start: 0, end: 100, vector, signs: new Uint8Array(signs.buffer) }
      return { ...each, passages: [passage] }
    })
    await store.vectors.put('memories', MODEL, units)
  }
}

/** Opened as a person does, and something kept: in milliseconds of the clock. */
async function asHome(home: string): Promise<Record<string, number>> {
  const env = { HOME: home, MNEME_VAULT_ENABLED: 'false', MNEME_EMBED_PROVIDER: 'none' }
  const open = () => openMneme({ speaker: 'person', home, folder: null, env })
  const openings: number[] = []
  for (let time = 0; time < OPENINGS; time += 1) {
    openings.push(await timed(async () => (await open()).close()))
  }
  const { engine, caller, close } = await open()
  const texts = textsFrom(17)
  const saves: number[] = []
  for (let time = 0; time < SAVES; time += 1) {
    saves.push(await timed(() => call(remember, engine, caller, texts.next())))
  }
  await close()
  return { 'opening p50 ms': timingOf(openings).p50, 'remember p50 ms': timingOf(saves).p50 }
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

/** Bytes a memory takes: the whole file, the words' index, the vectors and the tokens. */
function sizesOf(db: Database, memories: number): Record<string, number> {
  // One walk over all pages: of a million memories it takes a while.
  const tables = db.all('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name')
  const bytes = (start: string) =>
    tables.reduce(
      (sum, { name, bytes: own }) => sum + (String(name).startsWith(start) ? Number(own) : 0),
      0,
    ) / memories
  return {
    'file, bytes a memory': bytes(''),
    "words' index, bytes a memory": bytes('memory_text'),
    'vectors, bytes a memory': bytes('vector') - bytes('vector_signs'),
    'tokens, bytes a memory': bytes('vector_signs'),
  }
}

function settledRss(): number {
  globalThis.gc?.()
  return process.memoryUsage.rss()
}
