/** D-01, D-03, D-07, D-10. Memories as recall searches them: by words, by neighbourhood, by meaning. */
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
import { RAW_HITS } from '../../search/corpus.ts'
import type { MemoryFilter } from '../filter.ts'
import { whereMemory } from '../sql/where.ts'
import type { Database } from './database.ts'
import { inSqlite, type SqlCondition } from './dialect.ts'
import { isExpressionError } from './failures.ts'
import { isLayoutKnown } from './fts5-layout.ts'
import { UNIT_COLUMNS, unitFrom } from './memory-units.ts'
import { Places, type Range } from './places.ts'
import { anyOf, type Counted, Postings } from './postings.ts'
import { SessionWindows } from './session-windows.ts'
import type { SqliteVectors } from './vectors.ts'

const TABLES = {
  text: 'memory_text',
  terms: 'memory_text_term',
  columns: ['head', 'body'],
  head: 'head',
  ignored: [],
} as const

/** For a few rows: the planner would otherwise read all living memories of a project through its index. */
const MEMORY_BY_ROW = 'memory NOT INDEXED'
/** Passages looked at for each unit that is wanted, at first and at each widening. */
const FIRST_REACH = 1.5
const WIDENING = 8

export class MemoryCorpus implements Corpus<MemoryFilter> {
  readonly name = 'memories'
  readonly #db: Database
  readonly #vectors: SqliteVectors
  readonly #postings: Postings
  readonly #places: Places
  #last: Last | null = null

  constructor(db: Database, vectors: SqliteVectors) {
    this.#db = db
    this.#vectors = vectors
    this.#postings = new Postings(db, TABLES)
    this.#places = new Places(db)
  }

  async byText(query: WordQuery, filter: MemoryFilter): Promise<Ranked<TextCandidate> | null> {
    if (query.kind === 'raw') return this.#byExpression(query.expression, filter)
    if (!isLayoutKnown(this.#db)) return this.#byExpression(anyOf(query.terms), filter)
    const counted = this.#counted(query.terms, filter)
    return {
      best: async (limit) => this.#best(counted, filter, limit),
      of: async (units) => bestOfEach(this.#scored(counted, this.#passagesOf(units))),
    }
  }

  async byContext(
    terms: readonly WordGroup[],
    filter: MemoryFilter,
  ): Promise<Ranked<ContextCandidate>> {
    if (!isLayoutKnown(this.#db)) return { best: async () => [], of: async () => [] }
    const counted = this.#counted(terms, filter)
    const windows = new SessionWindows(this.#db, counted)
    return {
      best: async (limit) => windows.best(limit),
      of: async (units) => windows.of(units),
    }
  }

  async byMeaning(query: QueryVector, filter: MemoryFilter): Promise<Ranked<MeaningCandidate>> {
    const where = inSqlite(whereMemory(filter))
    const allowed = {
      where: {
        sql: `EXISTS (SELECT 1 FROM ${MEMORY_BY_ROW} WHERE memory.row = vector.unit AND ${where.sql})`,
        values: where.values,
      },
      all: () => this.#allowed(where),
    }
    return {
      best: async (limit) => this.#vectors.nearest(this.name, query, limit, allowed),
      of: async (units) => this.#vectors.cosines(this.name, query, units),
    }
  }

  async units(keys: readonly number[], filter: MemoryFilter): Promise<Unit[]> {
    if (keys.length === 0) return []
    const where = inSqlite(whereMemory(filter))
    const rows = this.#db.lists(
      `SELECT ${UNIT_COLUMNS} FROM ${MEMORY_BY_ROW}
       WHERE row IN (SELECT value FROM json_each(?)) AND ${where.sql}`,
      JSON.stringify(keys),
      ...where.values,
    )
    const found = new Map(rows.map(unitFrom).map((unit) => [unit.key, unit]))
    return keys.flatMap((key) => found.get(key) ?? [])
  }

  async tokenSigns(model: string, units: readonly number[]): Promise<readonly SignedPassage[]> {
    return this.#vectors.tokenSigns(model, units)
  }

  async rarest(words: readonly WordGroup[], maxPlaces: number): Promise<readonly WordGroup[]> {
    return this.#postings.rarest(words, maxPlaces)
  }

  async nearWords(tokens: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    return this.#postings.nearWords(tokens)
  }

  /** The same words are asked by text and by context, one right after the other. */
  #counted(terms: readonly WordGroup[], filter: MemoryFilter): Counted {
    if (this.#last?.terms === terms && this.#last.filter === filter) return this.#last.counted
    const counted = this.#postings.count(terms, this.#ranges(filter))
    this.#last = { terms, filter, counted }
    return counted
  }

  #best(counted: Counted, filter: MemoryFilter, limit: number): TextCandidate[] {
    const where = inSqlite(whereMemory(filter))
    const found: TextCandidate[] = []
    let units: TextCandidate[] = []
    let reach = Math.ceil(limit * FIRST_REACH)
    for (let from = 0; from < counted.size; from += reach, reach *= WIDENING) {
      const { places, sizes } = this.#allowedPassages(counted.roughly(from, from + reach), where)
      found.push(...this.#scored(counted, places, sizes))
      units = bestOfEach(found)
      if (units.length >= limit) break
    }
    return units.sort(bestFirst).slice(0, limit)
  }

  /** Lengths that are not known yet are looked up for passages that hold one of the words. */
  #scored(
    counted: Counted,
    places: readonly PassageRow[],
    sizes?: ReadonlyMap<number, Uint8Array>,
  ): TextCandidate[] {
    const at = new Map(places.map((place) => [place.passage, place]))
    return counted
      .scores([...at.keys()], sizes)
      .flatMap(({ passage, score, coverage, overlap }) => {
        const place = at.get(passage)
        if (!place) return []
        return { unit: place.unit, start: place.start, end: place.end, score, coverage, overlap }
      })
  }

  /** D-10. Ranked by FTS5, since only it knows what the expression means. */
  #byExpression(expression: string, filter: MemoryFilter): Ranked<TextCandidate> | null {
    if (expression.trim() === '') return NOTHING
    const where = inSqlite(whereMemory(filter))
    const ranges = this.#ranges(filter) ?? [{ first: 0, last: Number.MAX_SAFE_INTEGER }]
    const found: TextCandidate[] = []
    try {
      for (const { first, last } of ranges.length > 0 ? ranges : [{ first: 0, last: 0 }]) {
        const rows = this.#db.rawAll(
          `SELECT memory.row AS unit, passage."start" AS "start", passage."end" AS "end",
                  hit.score AS score, 1 AS coverage, 1 AS overlap
           FROM (SELECT rowid AS passage, -rank AS score FROM memory_text
                 WHERE memory_text MATCH ? AND rowid BETWEEN ? AND ? AND rank MATCH 'bm25(3.0, 1.0)'
                 ORDER BY rank) AS hit
           JOIN passage ON passage.id = hit.passage
           JOIN memory ON memory.row = passage.memory
           WHERE ${where.sql} LIMIT ?`,
          `{head body} : (${expression})`,
          first,
          last,
          ...where.values,
          RAW_HITS,
        )
        found.push(...(rows as unknown as TextCandidate[]))
      }
    } catch (thrown) {
      if (isExpressionError(thrown)) return null
      throw thrown
    }
    const units = bestOfEach(found).sort(bestFirst)
    return {
      best: async (limit) => units.slice(0, limit),
      of: async (wanted) => units.filter(({ unit }) => wanted.includes(unit)),
    }
  }

  #ranges(filter: MemoryFilter): readonly Range[] | null {
    return filter.visibleTo ? this.#places.visible(filter.visibleTo) : null
  }

  #allowedPassages(passages: readonly number[], where: SqlCondition) {
    const rows = this.#db.lists(
      `SELECT passage.id, memory.row, passage."start", passage."end", length.sz
       FROM passage JOIN memory ON memory.row = passage.memory
       JOIN memory_text_docsize length ON length.id = passage.id
       WHERE passage.id IN (SELECT value FROM json_each(?)) AND ${where.sql}`,
      JSON.stringify(passages),
      ...where.values,
    )
    const sizes = new Map(rows.map(([id, , , , size]) => [id as number, size as Uint8Array]))
    return { places: rows.map(passageRow), sizes }
  }

  #passagesOf(units: readonly number[]): PassageRow[] {
    return this.#db
      .lists(
        `SELECT id, memory, "start", "end" FROM passage
         WHERE memory IN (SELECT value FROM json_each(?))`,
        JSON.stringify(units),
      )
      .map(passageRow)
  }

  #allowed(where: SqlCondition): ReadonlySet<number> {
    const row = this.#db.get(
      `SELECT json_group_array(row) AS rows FROM memory WHERE ${where.sql}`,
      ...where.values,
    )
    return new Set(JSON.parse(String(row?.rows ?? '[]')) as number[])
  }
}

/** What the last question found, for the next step of the same one. */
interface Last {
  readonly terms: readonly WordGroup[]
  readonly filter: MemoryFilter
  readonly counted: Counted
}

interface PassageRow {
  readonly passage: number
  readonly unit: number
  readonly start: number
  readonly end: number
}

function passageRow([passage, unit, start, end]: readonly unknown[]): PassageRow {
  return { passage, unit, start, end } as PassageRow
}

const NOTHING: Ranked<never> = { best: async () => [], of: async () => [] }

function bestOfEach(candidates: readonly TextCandidate[]): TextCandidate[] {
  const best = new Map<number, TextCandidate>()
  for (const each of candidates) {
    const known = best.get(each.unit)
    if (!known || isBetter(each, known)) best.set(each.unit, each)
  }
  return [...best.values()]
}

function isBetter(a: TextCandidate, b: TextCandidate): boolean {
  return a.score > b.score || (a.score === b.score && a.start < b.start)
}

function bestFirst(a: TextCandidate, b: TextCandidate): number {
  return b.score - a.score || a.unit - b.unit
}
