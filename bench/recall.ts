/**
 * How well a search finds what was meant, on public labelled data, where a user stands: documents
 * imported into a home, asked through the `search` operation with default settings. Once with the
 * embedder, once without, and plain BM25 over the same documents beside them.
 *
 * Arguments: --data DIR (a set, or a folder of sets), --sets a,b (default all found), --ways a,b,
 * --store sqlite|postgres, --homes DIR (kept between runs), --fresh (import and embed again),
 * --limit N (questions a collection), --misses FILE (questions whose first hit is wrong).
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { call } from '../src/operations/operation.ts'
import { search } from '../src/operations/search.ts'
import { packIntoBudget } from '../src/search/budget.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { plainIndex } from './support/plain-bm25.ts'
import { openRecallHome, projectOf } from './support/recall-home.ts'
import { type Collection, findSets, type Question, type RecallSet } from './support/recall-sets.ts'
import { timingOf } from './support/timing.ts'

const BUDGETS = [800, 2000] as const
const HITS = 50

const WAYS = ['plain BM25', 'words', 'words and meaning'] as const
type Way = (typeof WAYS)[number]

export const bench = {
  name: 'recall',
  summary: 'Recall, hit rate and rank on public data through `search`, beside plain BM25',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        data: { type: 'string' },
        sets: { type: 'string' },
        ways: { type: 'string', default: WAYS.join(',') },
        store: { type: 'string', default: 'sqlite' },
        homes: { type: 'string', default: join(tmpdir(), 'mneme-bench', 'homes') },
        fresh: { type: 'boolean', default: false },
        limit: { type: 'string' },
        misses: { type: 'string' },
      },
    })
    if (!values.data) throw new Error('say where the data sets are: --data DIR')
    const wanted = values.sets?.split(',')
    const sets = findSets(values.data).filter(({ name }) => wanted?.includes(name) ?? true)
    const limit = values.limit ? Number(values.limit) : Number.POSITIVE_INFINITY
    const postgres = values.store === 'postgres' ? await startPostgres() : null
    const rows: (string | number)[][] = []
    const figures: Record<string, Figures> = {}
    const misses: Outcome[] = []
    try {
      for (const set of sets) {
        const collections = set.read()
        for (const way of values.ways.split(',') as Way[]) {
          const database = `${set.name}-${way}`.replace(/\W+/g, '_')
          const outcomes =
            way === 'plain BM25'
              ? askPlain(collections, limit)
              : await ask(set, collections, way, limit, {
                  folder: join(values.homes, values.store, `${set.name}, ${way}`),
                  fresh: values.fresh || postgres !== null,
                  url: postgres ? await postgres.createDatabase(database) : null,
                })
          const found = figuresOf(outcomes)
          figures[`${set.name}, ${way}`] = found
          rows.push(rowOf(set.name, way, found))
          console.error(rowOf(set.name, way, found).join('  '))
          misses.push(...outcomes.filter(({ hit1 }) => way !== 'plain BM25' && hit1 === 0))
        }
      }
    } finally {
      await postgres?.stop()
    }
    if (values.misses) {
      mkdirSync(dirname(values.misses), { recursive: true })
      writeFileSync(values.misses, misses.map((miss) => JSON.stringify(miss)).join('\n'))
    }
    return { title: 'Recall on public data, percent', columns: COLUMNS, rows, figures }
  },
}

interface Place {
  readonly folder: string
  readonly fresh: boolean
  readonly url: string | null
}

async function ask(
  set: RecallSet,
  collections: readonly Collection[],
  way: Way,
  limit: number,
  { folder, fresh, url }: Place,
): Promise<Outcome[]> {
  const embed = way === 'words and meaning'
  const env = {
    ...(embed ? {} : { MNEME_EMBED_PROVIDER: 'none' }),
    ...(url === null ? {} : { MNEME_STORE_URL: url }),
  }
  const home = await openRecallHome(set, collections, { folder, env, embed, fresh })
  const outcomes: Outcome[] = []
  for (const [number, { questions }] of collections.entries()) {
    const { engine, caller } = await home.opened.at({ project: projectOf(number) })
    for (const question of questions.slice(0, limit)) {
      const start = performance.now()
      const { hits } = await call(search, engine, caller, { query: question.text, limit: HITS })
      const ms = performance.now() - start
      const found = hits.map(({ id, snippet }) => ({
        ids: home.documentsOf(number, id),
        text: snippet,
      }))
      outcomes.push(outcomeOf(`${set.name} ${number}`, question, found, ms))
    }
  }
  await home.close()
  return outcomes
}

function askPlain(collections: readonly Collection[], limit: number): Outcome[] {
  return collections.flatMap(({ documents, questions }, number) => {
    const index = plainIndex(documents)
    const textOf = new Map(documents.map(({ id, text }) => [id, text]))
    const outcomes = questions.slice(0, limit).map((question) => {
      const start = performance.now()
      const ids = index.search(question.text, HITS)
      const ms = performance.now() - start
      const found = ids.map((id) => ({ ids: [id], text: textOf.get(id) ?? '' }))
      return outcomeOf(String(number), question, found, ms)
    })
    index.close()
    return outcomes
  })
}

interface Outcome {
  readonly collection: string
  readonly question: string
  readonly evidence: readonly string[]
  /** The documents of the first hits. */
  readonly first: readonly string[]
  readonly recall5: number
  readonly recall10: number
  readonly hit1: number
  readonly reciprocal: number
  readonly within: readonly number[]
  readonly supersededFirst: number
  readonly hasSuperseded: boolean
  readonly ms: number
}

interface FoundText {
  readonly ids: readonly string[]
  readonly text: string
}

function outcomeOf(
  collection: string,
  { text: question, evidence, superseded }: Question,
  hits: readonly FoundText[],
  ms: number,
): Outcome {
  const share = (found: readonly FoundText[]) => {
    const ids = new Set(found.flatMap((hit) => hit.ids))
    return evidence.filter((id) => ids.has(id)).length / evidence.length
  }
  const holds = (wanted: readonly string[]) =>
    hits.findIndex(({ ids }) => ids.some((id) => wanted.includes(id)))
  const first = holds(evidence)
  const old = holds(superseded)
  const passages = hits.map(({ text }) => ({ unit: { text }, start: 0, end: text.length }))
  return {
    collection,
    question,
    evidence,
    first: hits.slice(0, 5).map(({ ids }) => ids[0] ?? ''),
    recall5: share(hits.slice(0, 5)),
    recall10: share(hits.slice(0, 10)),
    hit1: Number(first === 0),
    reciprocal: first === -1 ? 0 : 1 / (first + 1),
    within: BUDGETS.map((budget) =>
      share(packIntoBudget(budget, passages).map((at) => hits[at] as FoundText)),
    ),
    supersededFirst: Number(old !== -1 && (first === -1 || old < first)),
    hasSuperseded: superseded.length > 0,
    ms,
  }
}

const COLUMNS = [
  'set',
  'way',
  'questions',
  'recall@5',
  'recall@10',
  'hit@1',
  'MRR',
  'in 800',
  'in 2000',
  'old first',
  'of',
  'ms p50',
  'ms p95',
]

interface Figures {
  readonly questions: number
  readonly recall5: number
  readonly recall10: number
  readonly hit1: number
  readonly mrr: number
  readonly within: readonly number[]
  readonly supersededFirst: number
  readonly changed: number
  readonly p50Ms: number
  readonly p95Ms: number
}

function figuresOf(outcomes: readonly Outcome[]): Figures {
  const mean = (value: (outcome: Outcome) => number, among = outcomes) =>
    among.reduce((sum, each) => sum + value(each), 0) / Math.max(among.length, 1)
  const changed = outcomes.filter(({ hasSuperseded }) => hasSuperseded)
  const { p50, p95 } = timingOf(outcomes.map(({ ms }) => ms))
  return {
    questions: outcomes.length,
    recall5: mean((each) => each.recall5),
    recall10: mean((each) => each.recall10),
    hit1: mean((each) => each.hit1),
    mrr: mean((each) => each.reciprocal),
    within: BUDGETS.map((_, at) => mean((each) => each.within[at] ?? 0)),
    supersededFirst: mean((each) => each.supersededFirst, changed),
    changed: changed.length,
    p50Ms: p50,
    p95Ms: p95,
  }
}

function rowOf(name: string, way: string, found: Figures): (string | number)[] {
  const percent = (share: number) => Number((100 * share).toFixed(1))
  return [
    name,
    way,
    found.questions,
    percent(found.recall5),
    percent(found.recall10),
    percent(found.hit1),
    percent(found.mrr),
    ...found.within.map(percent),
    percent(found.supersededFirst),
    found.changed,
    Number(found.p50Ms.toFixed(2)),
    Number(found.p95Ms.toFixed(2)),
  ]
}
