/**
 * How well recall finds what was meant, on public labelled data: once with the embedder, once
 * without, and plain BM25 beside them. Order is by the match alone.
 *
 * Arguments: --data DIR (the data sets), --sets a,b (default all), --models DIR (where the converted
 * model is kept), --vectors DIR (where vectors are kept between runs), --limit N (questions a set).
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBuiltin } from '../src/embed/builtin.ts'
import type { Embedder } from '../src/embed/embedder.ts'
import { EmbedSettings } from '../src/embed/settings.ts'
import { type Recalled, recall } from '../src/engine/recall/recall.ts'
import { packed } from '../src/search/budget.ts'
import { questionToEmbed } from '../src/search/embed-text.ts'
import type { Strategy } from '../src/search/rank.ts'
import { RecallSettings } from '../src/search/settings.ts'
import { SynonymSettings } from '../src/text/synonyms.ts'
import { type Searchable, textsToEmbed, turns } from './support/collections.ts'
import { memories } from './support/memory-collection.ts'
import { type Collection, cosqa, locomo, memorycode, type Question } from './support/recall-sets.ts'
import { timingOf } from './support/timing.ts'
import { type VectorCache, vectorCache } from './support/vector-cache.ts'

const BUDGETS = [800, 2000] as const

/** Which sets there are, and as what their documents are searched. */
const SETS = {
  locomo: { read: locomo, as: 'turns', type: '' },
  cosqa: { read: cosqa, as: 'memories', type: 'reference' },
  memorycode: { read: memorycode, as: 'memories', type: 'policy' },
} as const
type SetName = keyof typeof SETS

const WAYS = ['plain BM25', 'words', 'words and meaning'] as const
type Way = (typeof WAYS)[number]

export const bench = {
  name: 'recall',
  summary: 'Recall, hit rate and rank on public data, with and without the embedder',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        data: { type: 'string' },
        sets: { type: 'string', default: Object.keys(SETS).join(',') },
        ways: { type: 'string', default: WAYS.join(',') },
        models: { type: 'string', default: join(tmpdir(), 'mneme-bench', 'models') },
        vectors: { type: 'string', default: join(tmpdir(), 'mneme-bench', 'vectors') },
        limit: { type: 'string' },
        settings: { type: 'string', default: '{}' },
        synonyms: { type: 'string', default: '0.5' },
      },
    })
    if (!values.data) throw new Error('say where the data sets are: --data DIR')
    const settings = RecallSettings.parse(JSON.parse(values.settings))
    const embedder = await openBuiltin(EmbedSettings.parse({}), values.models)
    const rows: (string | number)[][] = []
    const figures: Record<string, Figures> = {}
    for (const name of values.sets.split(',') as SetName[]) {
      const collections = SETS[name].read(values.data)
      const cache = vectorCache(embedder, values.vectors, name)
      for (const way of values.ways.split(',') as Way[]) {
        const limit = values.limit ? Number(values.limit) : Number.POSITIVE_INFINITY
        const found = await measure(
          { name, way, settings, synonyms: Number(values.synonyms), embedder, cache, limit },
          collections,
        )
        figures[`${name}, ${way}`] = found
        rows.push(rowOf(name, way, found))
      }
    }
    await embedder.close()
    return { title: 'Recall on public data, percent', columns: COLUMNS, rows, figures }
  },
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

interface Run {
  readonly name: SetName
  readonly way: Way
  readonly settings: RecallSettings
  readonly synonyms: number
  readonly embedder: Embedder
  readonly cache: VectorCache
  readonly limit: number
}

async function measure(run: Run, collections: readonly Collection[]): Promise<Figures> {
  const outcomes: Outcome[] = []
  const took: number[] = []
  for (const { documents, questions } of collections) {
    const asked = questions.slice(0, run.limit)
    const byMeaning = run.way === 'words and meaning'
    const searchable = (await opened(run, documents, byMeaning)) as Searchable<unknown>
    const speakers = await searchable.corpus.speakers(searchable.filter)
    const texts = asked.map(({ text }) => questionToEmbed(text, speakers))
    const queries = byMeaning ? await run.cache.of(texts) : []
    for (const [at, question] of asked.entries()) {
      const start = performance.now()
      const found = await ask(run, searchable, question, queries[at])
      took.push(performance.now() - start)
      outcomes.push(outcomeOf(question, found, documents))
    }
    await searchable.close()
  }
  const mean = (value: (outcome: Outcome) => number, among = outcomes) =>
    among.reduce((sum, each) => sum + value(each), 0) / Math.max(among.length, 1)
  const changed = outcomes.filter(({ hasSuperseded }) => hasSuperseded)
  const { p50, p95 } = timingOf(took)
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

function opened(run: Run, documents: Collection['documents'], byMeaning: boolean) {
  const { as, type } = SETS[run.name]
  if (as === 'turns') {
    return byMeaning
      ? run.cache.of(textsToEmbed(documents)).then((vectors) => turns(documents, vectors))
      : turns(documents, null)
  }
  const { id: model, dims } = run.embedder
  const embed = { model, dims, vectors: run.cache.of.bind(run.cache) }
  return memories(documents, type, byMeaning ? embed : null)
}

function ask(
  { way, settings, synonyms, embedder }: Run,
  { corpus, filter }: Searchable<unknown>,
  question: Question,
  vector: Float32Array | undefined,
): Promise<Recalled> {
  const strategy: Strategy = way === 'plain BM25' ? 'bm25' : 'auto'
  return recall({
    corpus,
    filter,
    query: question.text,
    vector: vector ? { model: embedder.id, vector } : null,
    strategy,
    fusion: 'parts',
    semanticWeight: 0.4,
    settings,
    synonyms: SynonymSettings.parse({ weight: way === 'plain BM25' ? 0 : synonyms }),
  })
}

interface Outcome {
  readonly recall5: number
  readonly recall10: number
  readonly hit1: number
  readonly reciprocal: number
  readonly within: readonly number[]
  readonly supersededFirst: number
  readonly hasSuperseded: boolean
}

function outcomeOf(
  { evidence, superseded }: Question,
  { hits }: Recalled,
  documents: Collection['documents'],
): Outcome {
  const byKey = (id: string) => documents[Number(id)]?.id ?? id
  const ids = hits.map(({ unit }) => (unit.head === '' ? unit.id : byKey(unit.id)))
  const share = (found: readonly string[]) =>
    evidence.filter((id) => found.includes(id)).length / evidence.length
  const first = ids.findIndex((id) => evidence.includes(id))
  const old = ids.findIndex((id) => superseded.includes(id))
  return {
    recall5: share(ids.slice(0, 5)),
    recall10: share(ids.slice(0, 10)),
    hit1: Number(first === 0),
    reciprocal: first === -1 ? 0 : 1 / (first + 1),
    within: BUDGETS.map((budget) => share(packed(budget, hits).map((at) => ids[at] as string))),
    supersededFirst: Number(old !== -1 && (first === -1 || old < first)),
    hasSuperseded: superseded.length > 0,
  }
}
