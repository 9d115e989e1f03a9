/**
 * D-01 to D-07, D-10, D-11, D-16, D-18. Finding memories: what the query says, what recall makes of
 * it, and what a memory itself brings along.
 */
import type { Memory } from '../../memory/memory.ts'
import { dropShadowed } from '../../memory/shadowing.ts'
import { candidateOf, scoredSearch } from '../../ranking/scored-search.ts'
import { packIntoBudget } from '../../search/budget.ts'
import { parseQuery } from '../../search/query.ts'
import type { Fusion, RankedUnit, Strategy } from '../../search/rank.ts'
import { inForceFirst } from '../../search/subject-order.ts'
import { searchable } from '../../search/visible.ts'
import type { PartName } from '../../search/weights.ts'
import type { MemoryFilter } from '../../store/filter.ts'
import { snippetOf } from '../../text/snippet.ts'
import { approximateTokens } from '../../text/token-count.ts'
import { contentWords } from '../../text/words.ts'
import type { Caller, Engine } from '../engine.ts'
import { visibleFilter } from '../memories/find-memory.ts'
import { readsEverywhere } from '../person.ts'
import { nearFilterValues } from './near-filters.ts'
import { type Patience, type QueryEmbedding, queryVector } from './query-vector.ts'
import { type Recalled, recall } from './recall.ts'
import { type DescribedSuccessor, underSuccessors } from './successors.ts'

export interface SearchInput {
  readonly query: string
  readonly limit: number
  readonly strategy: Strategy
  readonly rank: 'scored' | 'relevance'
  readonly minScore: number
  readonly filter: MemoryFilter
  /** Left out: as configured. */
  readonly fusion?: Fusion
  /** In every project, where the caller may read them. */
  readonly everywhere?: boolean
  /** D-11. The best passages that fit into so many tokens. */
  readonly budgetTokens?: number
  /** Whether to wait for the model (default), use it only when it is loaded, or not at all. */
  readonly meaning?: Patience
  /** Skip spelling correction, which takes longer than some callers can wait. */
  readonly asTyped?: boolean
  /** D-16. Say also what fell out, and why. */
  readonly explain?: boolean
}

export interface SearchHit {
  readonly memory: Memory
  /** What the order is made by. */
  readonly score: number
  /** From 0 to 1, the best one being 1. */
  readonly match: number
  readonly snippet: string
  /** The best passage, whole. */
  readonly passage: string
  /** M-30. It has little to do with the question: shown apart. */
  readonly weak: boolean
  /** How near in meaning, from -1 to 1; null where that is not known. */
  readonly cosine: number | null
  /** L. Older memories that this one replaced and that matched too, best first. */
  readonly supersedes: readonly Memory[]
  readonly explanation: Explanation
}

/** D-16. Everything that was added to a score, and the rank in every source. */
interface Explanation {
  readonly parts: readonly {
    readonly name: PartName
    readonly raw: number
    readonly value: number
    readonly weight: number
    readonly points: number
  }[]
  /** The sum of the points; with `rrf` and `blend` what they make of it. */
  readonly relevanceScore: number
  readonly ranks: RankedUnit['ranks']
  /** The share of the query's words that it holds, each by its rarity. */
  readonly coverage: number
  /** How much it has to do with the question, from 0 to 1. */
  readonly relevance: number
  /** D-06. What is added to the match, by name; empty when ranked by relevance. */
  readonly signals: Readonly<Record<string, number>>
  /** Why it was moved away from the place its score gives. */
  readonly notes: readonly string[]
}

interface FellOut {
  readonly id: string
  readonly title: string
  readonly why: string
  readonly relevance: number
}

export interface Found {
  readonly hits: readonly SearchHit[]
  /** The strategy actually used, if it differs from the requested one. */
  readonly strategy: Strategy
  readonly fusion: Fusion
  readonly syntax: Recalled['syntax'] | 'none'
  /** D-13, D-10. What the answer should say about itself. */
  readonly notes: readonly string[]
  readonly fellOut: readonly FellOut[]
  readonly gathered: Recalled['gathered'] | null
  /** D-11. Tokens of the passages of all hits. */
  readonly tokens: number
}

const MAX_FALLEN = 10

export async function findMemories(
  engine: Engine,
  caller: Caller,
  input: SearchInput,
): Promise<Found> {
  const now = engine.clock.now()
  const parsed = parseQuery(input.query)
  const filter = searchable(now, {
    ...(input.everywhere && readsEverywhere(caller) ? {} : visibleFilter(caller)),
    ...input.filter,
    ...(parsed.tags.length > 0 ? { tags: [...(input.filter.tags ?? []), ...parsed.tags] } : {}),
    ...(parsed.types.length > 0 ? { types: parsed.types } : {}),
    ...(parsed.file !== null ? { file: parsed.file } : {}),
  })
  if (parsed.text === '' || !engine.config.retrieval.enabled) {
    const limit = engine.config.retrieval.enabled ? input.limit : MAX_LOADED
    return newest(engine, filter, { ...input, limit }, parsed.notes)
  }
  return rankedHits(engine, input, { text: parsed.text, filter, notes: parsed.notes, now })
}

interface Query {
  readonly text: string
  readonly filter: MemoryFilter
  readonly notes: readonly string[]
  readonly now: string
}

async function rankedHits(engine: Engine, input: SearchInput, query: Query): Promise<Found> {
  const { store, config } = engine
  const { strategy, fusion = config.retrieval.fusion } = input
  const byMeaning = strategy === 'auto' || strategy === 'semantic'
  const patience = byMeaning ? (input.meaning ?? 'wait') : 'never'
  let asked: QueryEmbedding = { vector: null, note: null }
  const found = await recall({
    corpus: store.recall,
    filter: query.filter,
    query: query.text,
    embed: async (names) => {
      asked = await queryVector(engine, store.recall, query.text, { patience, names })
      return asked.vector
    },
    strategy,
    fusion,
    semanticWeight: config.retrieval.semanticWeight,
    settings: input.asTyped ? { ...config.recall, misspeltWeight: 0 } : config.recall,
    synonyms: config.synonyms,
    isAsked: true,
    atLeast: input.limit,
  })
  const described = await underSuccessors(engine, query.filter, found.hits)
  const placed = orderHits(engine, input, query, described)
  const strong = placed.filter(({ match }) => match >= input.minScore)
  const kept = cut(input, strong, ({ passage }) => passage)
  const shown = await whole(engine, query, kept)
  const notes = [...query.notes, ...(asked.note ? [asked.note] : [])]
  if (found.gathered.all === 0) notes.push(...(await nearFilterValues(engine, query.filter)))
  return {
    hits: shown,
    strategy: byMeaning && !asked.vector ? wordsOnly(strategy) : strategy,
    fusion,
    syntax: found.syntax,
    notes,
    fellOut: input.explain ? await fellOut(engine, placed, kept) : [],
    gathered: found.gathered,
    tokens: tokensOf(shown),
  }
}

/** D-13. Without a vector meaning falls back to BM25; `auto` goes on without that part. */
function wordsOnly(strategy: Strategy): Strategy {
  return strategy === 'semantic' ? 'bm25' : strategy
}

/** A hit before its memory is read. */
interface Placed {
  readonly described: DescribedSuccessor
  readonly score: number
  /** What its age, vitality and use are worth. */
  readonly standing: number
  readonly match: number
  readonly passage: string
  readonly explanation: Explanation
}

/** D-18. Factor for archived memories: ranked below equals, but still found. */
const ARCHIVED_SHARE = 0.7

/** M-30. By the match, its standing deciding between equals; or by both together (D-06). */
function orderHits(
  engine: Engine,
  input: SearchInput,
  query: Query,
  found: readonly DescribedSuccessor[],
): Placed[] {
  const { config } = engine
  const seen = dropShadowed(found, ({ head }) => head)
  const best = Math.max(0, ...seen.map(({ hit }) => hit.match))
  const weighed = seen.map((described): Placed => {
    const { head, hit, through } = described
    const kept = head.archived ? ARCHIVED_SHARE : 1
    const match = best > 0 ? (kept * hit.match) / best : 0
    const { total, parts } = scoredSearch(config.search, candidateOf(head, match, query.now))
    const scored = input.rank === 'scored'
    return {
      described,
      score: scored ? total : match,
      standing: total - parts.match,
      match,
      passage: passageOf(described),
      explanation: {
        parts: hit.parts,
        relevanceScore: hit.score,
        ranks: hit.ranks,
        coverage: hit.coverage,
        relevance: hit.relevance,
        signals: scored ? parts : {},
        notes: [
          ...(through ? [`found through "${through.name}", which it replaced`] : []),
          ...movedNote(hit.moved),
        ],
      },
    }
  })
  const byScore = weighed.sort(bestFirst)
  const inForce =
    input.rank === 'scored' && input.strategy === 'auto'
      ? inForceFirst(config.recall.subject, query.text, byScore, {
          unit: ({ described }) => described.hit.unit,
          mayHoldAll: ({ described }) => described.hit.holdsAll,
        })
      : byScore.map((hit) => ({ hit, moved: null }))
  return inForce.map(({ hit, moved }, place) => {
    if (!moved) return hit
    const { score } = byScore[place] as Placed
    const notes = [...hit.explanation.notes, ...movedNote(moved)]
    return { ...hit, score, explanation: { ...hit.explanation, notes } }
  })
}

function movedNote(moved: RankedUnit['moved']): string[] {
  return moved
    ? [`moved from place ${moved.from}: newest about "${moved.sentence.slice(0, 80)}"`]
    : []
}

/** A successor was found through another text; then it is shown from its beginning. */
function passageOf({ head, hit: { unit, start, end } }: DescribedSuccessor): string {
  return unit.id === head.id ? head.content.slice(start, end) : head.content.slice(0, end - start)
}

/** D-11. By number, or by what fits. */
function cut<Hit>(
  input: SearchInput,
  hits: readonly Hit[],
  passage: (hit: Hit) => string,
): readonly Hit[] {
  if (input.budgetTokens === undefined) return hits.slice(0, input.limit)
  const texts = hits.map(passage).map((text) => ({ unit: { text }, start: 0, end: text.length }))
  return packIntoBudget(input.budgetTokens, texts)
    .slice(0, input.limit)
    .map((place) => hits[place] as Hit)
}

/** The memories of those shown; one that was erased since it was found is left out. */
async function whole(
  engine: Engine,
  query: Query,
  placed: readonly Placed[],
): Promise<SearchHit[]> {
  const ids = placed.flatMap(({ described }) => [
    described.head.id,
    ...described.supersedes.map(({ id }) => id),
  ])
  const memories = new Map(
    (await engine.store.memories.get([...new Set(ids)])).map((memory) => [memory.id, memory]),
  )
  const terms = contentWords(query.text)
  return placed.flatMap(({ described, score, match, passage, explanation }) => {
    const memory = memories.get(described.head.id)
    if (!memory) return []
    return {
      memory,
      score,
      match,
      passage,
      snippet: snippetOf(passage, terms),
      weak: described.hit.weak,
      cosine: described.hit.cosine,
      supersedes: described.supersedes.flatMap(({ id }) => memories.get(id) ?? []),
      explanation,
    }
  })
}

/** D-16. Why others are not among the hits: the first few, nearest miss first. */
async function fellOut(
  engine: Engine,
  placed: readonly Placed[],
  shown: readonly Placed[],
): Promise<FellOut[]> {
  const here = new Set(shown.map(({ described }) => described.head.id))
  const fallen = placed
    .filter(({ described }) => !here.has(described.head.id))
    .map(({ described, explanation }) => ({
      id: described.head.id,
      why: 'beyond the limit, the budget or the least score',
      relevance: explanation.relevance,
    }))
    .slice(0, MAX_FALLEN)
  const memories = await engine.store.memories.get(fallen.map(({ id }) => id))
  const titles = new Map(memories.map(({ id, title }) => [id, title]))
  return fallen.map((each) => ({ ...each, title: titles.get(each.id) ?? '' }))
}

/** D-05. "All" has an end. */
const MAX_LOADED = 1000

/** Nothing to look for: what there is, newest first. `retrieval.enabled = false` loads all so. */
async function newest(
  engine: Engine,
  filter: MemoryFilter,
  input: SearchInput,
  notes: readonly string[],
): Promise<Found> {
  const memories = await engine.store.memories.list(
    { ...filter, superseded: filter.superseded ?? false },
    { limit: input.limit },
  )
  const more = memories.length === 0 ? await nearFilterValues(engine, filter) : []
  const shown = cut(input, memories, ({ content }) => content).map(
    (memory): SearchHit => ({
      memory,
      score: 1,
      match: 1,
      snippet: snippetOf(memory.content, []),
      passage: memory.content,
      weak: false,
      cosine: null,
      supersedes: [],
      explanation: {
        parts: [],
        relevanceScore: 0,
        ranks: { text: null, context: null, meaning: null },
        coverage: 0,
        relevance: 1,
        signals: {},
        notes: ['newest first: there was nothing to rank by'],
      },
    }),
  )
  return {
    hits: shown,
    strategy: input.strategy,
    fusion: input.fusion ?? engine.config.retrieval.fusion,
    syntax: 'none',
    notes: [...notes, ...more],
    fellOut: [],
    gathered: null,
    tokens: tokensOf(shown),
  }
}

function tokensOf(hits: readonly SearchHit[]): number {
  return hits.reduce((sum, { passage }) => sum + approximateTokens(passage), 0)
}

function bestFirst(a: Placed, b: Placed): number {
  return (
    b.score - a.score ||
    b.standing - a.standing ||
    (a.described.head.id < b.described.head.id ? -1 : 1)
  )
}
