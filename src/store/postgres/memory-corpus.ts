/** D-01, D-03, D-07, D-10. Memories as recall searches them: by words, by neighbourhood, by meaning. */
import type { Scope } from '../../memory/memory.ts'
import { wordScore } from '../../search/bm25.ts'
import type {
  ContextCandidate,
  Corpus,
  MeaningCandidate,
  QueryVector,
  Ranked,
  SignedPassage,
  TextCandidate,
  Unit,
  WordGroup,
  WordQuery,
} from '../../search/corpus.ts'
import { isRuleType, roleOf } from '../../search/rules.ts'
import type { MemoryFilter } from '../filter.ts'
import { whereMemory } from '../sql/where.ts'
import { RECALL_BM25 } from './bm25.ts'
import type { Bindable, Connections } from './connections.ts'
import { CountedWords } from './counted-words.ts'
import { inPostgres } from './dialect.ts'
import { parseExpression } from './expression.ts'
import { expressionHits, rankHits } from './expression-hits.ts'
import { NearWords } from './near-words.ts'
import { RankedWords } from './ranked-words.ts'
import { SessionWindows } from './session-windows.ts'
import type { Space } from './space.ts'
import { MEMORY_WORDS, wantedColumns } from './text-search.ts'
import { fromText } from './texts.ts'
import type { PostgresVectors } from './vectors.ts'

export class MemoryCorpus implements Corpus<MemoryFilter> {
  readonly name = 'memories'
  readonly #db: Connections
  readonly #space: Space
  readonly #vectors: PostgresVectors
  readonly #nearWords: NearWords

  constructor(db: Connections, space: Space, vectors: PostgresVectors) {
    this.#db = db
    this.#space = space
    this.#vectors = vectors
    this.#nearWords = new NearWords(db, space)
  }

  async byText(query: WordQuery, filter: MemoryFilter): Promise<Ranked<TextCandidate> | null> {
    if (query.kind === 'raw') return this.#byExpression(query.expression, filter)
    const words = await this.#counted(query.terms)
    const ranked = new RankedWords(words, {
      places: await this.#places(filter),
      more: (bound) => wantedColumns(filter, bound),
    })
    return { best: (limit) => ranked.best(limit), of: (units) => ranked.of(units) }
  }

  async byContext(
    terms: readonly WordGroup[],
    filter: MemoryFilter,
  ): Promise<Ranked<ContextCandidate>> {
    const words = await this.#counted(terms)
    const places = await this.#places(filter)
    const windows = new SessionWindows(this.#db, this.#space.number, words, places, wordScore)
    return { best: (limit) => windows.best(limit), of: (units) => windows.of(units) }
  }

  async byMeaning(query: QueryVector, filter: MemoryFilter): Promise<Ranked<MeaningCandidate>> {
    const allowed = {
      joins: 'JOIN memory ON memory.space = near.space AND memory.unit = near.unit',
      where: (bound: readonly Bindable[]) => inPostgres(whereMemory(filter), bound),
    }
    return {
      best: (limit) => this.#vectors.nearest(this.name, query, limit, allowed),
      of: (units) => this.#vectors.cosines(this.name, query, units),
    }
  }

  async units(keys: readonly number[], filter: MemoryFilter): Promise<Unit[]> {
    await this.#db.ready()
    const where = inPostgres(whereMemory(filter), [this.#space.number, keys])
    const rows = await this.#db.all(
      `SELECT unit, id, name, type, title, tags, content, created_at, archived, superseded_by,
         scope, (rest::json ->> 'vitality')::float8 AS vitality, access_count, from_session,
         rest::json -> 'provenance' ->> 'origin' AS origin
       FROM memory WHERE unit = ANY($2::bigint[]) AND ${where.sql}`,
      ...where.values,
    )
    const found = new Map(rows.map((row) => [Number(row.unit), row]))
    const text = (value: unknown) => fromText(String(value))
    return keys.flatMap((key) => {
      const row = found.get(key)
      if (!row) return []
      return {
        key,
        id: String(row.id),
        text: text(row.content),
        head: [row.name, row.type, row.title, ...(row.tags as string[])].map(text).join(' '),
        speaker: null,
        role: roleOf(String(row.origin)),
        session: row.from_session === null ? null : text(row.from_session),
        at: String(row.created_at),
        isRule: isRuleType(String(row.type)),
        archived: row.archived === true,
        supersededBy: row.superseded_by === null ? null : text(row.superseded_by),
        standing: {
          name: text(row.name),
          scope: row.scope as Scope,
          vitality: Number(row.vitality),
          accessCount: Number(row.access_count),
        },
      }
    })
  }

  async tokenSigns(model: string, units: readonly number[]): Promise<readonly SignedPassage[]> {
    return this.#vectors.tokenSigns(model, units)
  }

  nearWords(tokens: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    return this.#nearWords.of(tokens)
  }

  /** D-10. Ranked as FTS5 does, since that is whose syntax it is. */
  async #byExpression(
    expression: string,
    filter: MemoryFilter,
  ): Promise<Ranked<TextCandidate> | null> {
    if (expression.trim() === '') return NOTHING
    const parsed = parseExpression(expression, MEMORY_WORDS.columns)
    if (parsed === null) return null
    await this.#db.ready()
    const options = { expression: parsed, places: await this.#places(filter) }
    const rows = await expressionHits(
      this.#db,
      MEMORY_WORDS,
      this.#space.number,
      options,
      (bound) => wantedColumns(filter, bound),
    )
    return rankHits(rows, ({ start, end }) => ({ start: Number(start), end: Number(end) }))
  }

  async #counted(groups: readonly WordGroup[]): Promise<CountedWords> {
    await this.#db.ready()
    const terms = groups.map(({ tokens }) => tokens)
    return new CountedWords(this.#db, MEMORY_WORDS, RECALL_BM25, this.#space.number, terms)
  }

  async #places(filter: MemoryFilter): Promise<number[] | null> {
    return filter.visibleTo ? this.#space.visiblePlaces(this.#db, filter.visibleTo) : null
  }
}

const NOTHING: Ranked<never> = { best: async () => [], of: async () => [] }
