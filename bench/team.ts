/**
 * What the shared store costs beside the least that could do it: a bare table with a tsvector and its
 * GIN index, the same texts on the same PostgreSQL, in the same run and turn about.
 *
 * Arguments: --sizes 10000,100000, --writes N (200), --queries N (60), --url postgres://… (else a
 * cluster of its own is started, with fsync on).
 */
import { parseArgs } from 'node:util'
import pg from 'pg'
import { wordGroups } from '../src/search/terms.ts'
import { openPostgresStore } from '../src/store/postgres/postgres-store.ts'
import type { Store } from '../src/store/store.ts'
import { indexTerms } from '../src/text/index-text.ts'
import { SynonymSettings } from '../src/text/synonyms.ts'
import { memoryWith } from '../test/support/memory.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { randomFrom, type Texts, textsFrom } from './support/texts.ts'
import { type Timing, timed, timingOf } from './support/timing.ts'

const LOADED_AT_ONCE = 500
const QUERY_WORDS = 3
const LIMIT = 10
const DIMS = 384
const MODEL = { id: 'bench', dims: DIMS }
const WARM_UP = 8
const WAYS = ['bare', 'recall', 'meaning'] as const
const FILTER = {
  visibleTo: { project: 'bench', session: null },
  states: ['new', 'high', 'low'] as const,
}

interface Pair {
  readonly store: Store
  readonly bare: pg.Client
}

export const bench = {
  name: 'team',
  summary: 'The shared store beside a bare tsvector table on the same PostgreSQL',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        sizes: { type: 'string', default: '10000,100000' },
        writes: { type: 'string', default: '200' },
        queries: { type: 'string', default: '60' },
        url: { type: 'string' },
      },
    })
    const sizes = values.sizes.split(',').map(Number)
    const rows: (string | number)[][] = []
    const figures: Record<string, number> = {}
    const note = (what: string, size: number, ours: Timing, bare: Timing | null, key: string) => {
      rows.push([what, size, ours.p50, ours.p95, bare?.p50 ?? '', bare ? ours.p50 / bare.p50 : ''])
      figures[`${key}_ms_${size}`] = ours.p50
      if (bare) figures[`${key}_ratio_${size}`] = ours.p50 / bare.p50
    }
    await withPair(values.url, async (pair) => {
      const texts = textsFrom(3)
      let size = 0
      for (const wanted of sizes) {
        await load(pair, texts, size, wanted)
        size = wanted
        const found = await measureSearch(pair, texts, Number(values.queries))
        note('search, recall by words', size, found.recall, found.bare, 'recall')
        note('search, by meaning', size, found.meaning, null, 'meaning')
        const written = await measureWrites(pair, textsFrom(size), Number(values.writes))
        note('write', size, written.ours, written.bare, 'write')
      }
    })
    const [first, last] = [sizes[0], sizes.at(-1)]
    for (const key of ['search', 'recall', 'meaning', 'write']) {
      const growth = (figures[`${key}_ms_${last}`] ?? 0) / (figures[`${key}_ms_${first}`] ?? 1)
      figures[`${key}_growth`] = growth
      rows.push([`growth of ${key}, ${first} to ${last}`, '', '', '', '', growth])
    }
    return {
      title: 'Milliseconds beside a bare tsvector table on the same PostgreSQL (times p50)',
      columns: ['what', 'memories', 'mneme p50', 'p95', 'bare p50', 'times'],
      rows,
      figures,
    }
  },
}

async function withPair(given: string | undefined, body: (pair: Pair) => Promise<void>) {
  const cluster =
    given === undefined ? await startPostgres(['fsync=on', 'shared_buffers=1GB']) : null
  const url = cluster ? await cluster.createDatabase('bench') : (given as string)
  const store = openPostgresStore({ url, space: `bench ${Date.now()}` })
  const bare = new pg.Client({ connectionString: url })
  try {
    await bare.connect()
    await bare.query(`DROP TABLE IF EXISTS bare; CREATE TABLE bare (
      id text PRIMARY KEY, title text, content text, words tsvector);
      CREATE INDEX ON bare USING gin (words)`)
    await body({ store, bare })
  } finally {
    await bare.end()
    await store.close()
    await cluster?.stop()
  }
}

async function load({ store, bare }: Pair, texts: Texts, from: number, to: number) {
  const random = randomFrom(from + 1)
  for (let at = from; at < to; at += LOADED_AT_ONCE) {
    const memories = Array.from({ length: Math.min(LOADED_AT_ONCE, to - at) }, () =>
      memoryWith({ ...texts.next(), project: 'bench' }),
    )
    await store.apply({
      id: `load-${at}`,
      at: '2026-01-01T00:00:00.000Z',
      actor: 'bench',
      cause: 'load',
      changes: memories.map((row) => ({ op: 'insert', kind: 'memory', row })),
    })
    const due = await store.vectors.due('memories', LOADED_AT_ONCE)
    await store.vectors.put(
      'memories',
      MODEL,
      due.map(({ unit, ticket }) => ({
        unit,
        ticket,
        passages: [{ start: 0, end: 1, vector: direction(random) }],
      })),
    )
    await bare.query(
      `INSERT INTO bare SELECT id, title, content,
         setweight(to_tsvector('simple', title), 'A') || to_tsvector('simple', content)
       FROM unnest($1::text[], $2::text[], $3::text[]) AS given(id, title, content)`,
      [memories.map((m) => m.id), memories.map((m) => m.title), memories.map((m) => m.content)],
    )
  }
  await bare.query('VACUUM ANALYZE')
}

async function measureSearch({ store, bare }: Pair, texts: Texts, count: number) {
  const samples = {
    recall: [] as number[],
    meaning: [] as number[],
    bare: [] as number[],
  }
  const random = randomFrom(9)
  for (let at = 0; at < count + WARM_UP; at++) {
    const query = texts.query(QUERY_WORDS)
    const terms = wordGroups(SynonymSettings.parse({}), query, 32)
    const ways = {
      bare: () =>
        bare.query({
          name: 'bare search',
          text: `SELECT id, ts_rank(words, query) AS rank FROM bare, to_tsquery('simple', $1) AS query
                 WHERE words @@ query ORDER BY rank DESC LIMIT ${LIMIT}`,
          values: [indexTerms(query).join(' | ')],
        }),
      recall: async () =>
        (await store.recall.byText({ kind: 'terms', terms }, FILTER))?.best(LIMIT),
      meaning: async () =>
        (await store.recall.byMeaning({ model: MODEL.id, vector: direction(random) }, FILTER)).best(
          LIMIT,
        ),
    }
    // Whoever asks first finds the pages cold: each is first as often as the others.
    const taken = { bare: 0, recall: 0, meaning: 0 }
    for (let turn = 0; turn < WAYS.length; turn++) {
      const way = WAYS[(at + turn) % WAYS.length] as (typeof WAYS)[number]
      taken[way] = await timed(ways[way])
    }
    if (at < WARM_UP) continue
    for (const key of WAYS) samples[key].push(taken[key])
  }
  return {
    recall: timingOf(samples.recall),
    meaning: timingOf(samples.meaning),
    bare: timingOf(samples.bare),
  }
}

async function measureWrites({ store, bare }: Pair, texts: Texts, count: number) {
  const ours: number[] = []
  const theirs: number[] = []
  for (let at = 0; at < count + WARM_UP; at++) {
    const memory = memoryWith({ ...texts.next(), project: 'written' })
    const mine = await timed(() =>
      store.apply({
        id: `write-${memory.id}`,
        at: '2026-01-01T00:00:00.000Z',
        actor: 'bench',
        cause: 'write',
        changes: [{ op: 'insert', kind: 'memory', row: memory }],
      }),
    )
    const plain = await timed(() =>
      bare.query({
        name: 'bare insert',
        text: `INSERT INTO bare VALUES ($1, $2, $3,
          setweight(to_tsvector('simple', $2), 'A') || to_tsvector('simple', $3))`,
        values: [memory.id, memory.title, memory.content],
      }),
    )
    if (at < WARM_UP) continue
    ours.push(mine)
    theirs.push(plain)
  }
  return { ours: timingOf(ours), bare: timingOf(theirs) }
}

/** A direction of length 1. */
function direction(random: () => number): Float32Array {
  const vector = Float32Array.from({ length: DIMS }, () => random() + random() - 1)
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}
