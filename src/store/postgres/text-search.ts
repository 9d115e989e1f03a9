/** D-01, D-10, B-03. Finding memories by their words, ranked as FTS5 ranks them. */
import type { Memory } from '../../memory/memory.ts'
import { indexTerms } from '../../text/index-text.ts'
import type { MemoryFilter } from '../filter.ts'
import {
  CHARACTERS_A_WORD,
  ENOUGH_RARE_WORDS,
  MAX_ABOUT,
  MAX_WORDS,
  MIN_SHARED,
  RARE,
} from '../shared-words.ts'
import { whereMemory } from '../sql/where.ts'
import type { About, Place, TextSearch } from '../store.ts'
import type { Bindable, Connections } from './connections.ts'
import type { WordTables } from './counted-words.ts'
import { inPostgres } from './dialect.ts'
import type { ExpressionTables } from './expression-hits.ts'
import { placeKey, type Space } from './space.ts'
import { TABLES } from './tables.ts'
import { wordStem } from './word-query.ts'
import { quotedWord } from './words.ts'

export const MEMORY_WORDS: WordTables & ExpressionTables = {
  passages: 'passage',
  unit: 'memory',
  more: ['start', 'end'],
  hasHead: true,
  totals: { table: 'space', space: 'space.id' },
  columns: ['head', 'body'],
}

/** A passage that holds a word, and about how many it holds in all. */
interface Held {
  readonly memory: number
  readonly number: number
  readonly words: number
}

export class PostgresText implements TextSearch {
  readonly #db: Connections
  readonly #space: Space

  constructor(db: Connections, space: Space) {
    this.#db = db
    this.#space = space
  }

  async sharingWords(
    place: Place,
    words: readonly string[],
    { share, limit }: { readonly share: number; readonly limit: number },
  ): Promise<Memory[]> {
    await this.#db.ready()
    const [here] = await this.#space.knownPlaces(this.#db, [placeKey(place)])
    const terms = [...new Set(words.flatMap(indexTerms))].slice(0, MAX_WORDS)
    if (here === undefined || terms.length === 0) return []
    const enough = terms.length - Math.ceil(share * terms.length) + 1
    const single = terms.slice(0, enough).map((term) => this.#quoted(term))
    const found = await this.#holders(here, single, RARE + 1)
    const rare = found.filter((held) => held.length > 0 && held.length <= RARE)
    const shared = new Map<string, Held & { count: number }>()
    const add = (held: readonly Held[], weight: number) => {
      for (const each of held) {
        const key = `${each.memory} ${each.number}`
        shared.set(key, { ...each, count: (shared.get(key)?.count ?? 0) + weight })
      }
    }
    for (const held of rare) add(held, 1)
    if (rare.length < ENOUGH_RARE_WORDS) {
      const [pairs] = await this.#holders(here, [this.#pairs(terms)], RARE)
      add(pairs ?? [], 2)
    }
    const halfway = (MIN_SHARED * enough) / terms.length
    const best = [...shared.values()]
      .sort((a, b) => b.count - a.count || b.memory - a.memory || b.number - a.number)
      .slice(0, limit)
      .filter(({ count, words }) => count >= MIN_SHARED * enough || count >= halfway * words)
    return this.#memoriesOf(best.map(({ memory }) => memory))
  }

  async holdingWords(
    place: Place,
    { each, any = [], exceptTypes = [] }: About,
    limit: number,
  ): Promise<Memory[]> {
    await this.#db.ready()
    const [here] = await this.#space.knownPlaces(this.#db, [placeKey(place)])
    if (here === undefined || each.length === 0) return []
    const groups = [...each, ...(any.length > 0 ? [any] : [])].map((words) =>
      words.flatMap(indexTerms).map((term) => this.#quoted(term)),
    )
    if (groups.some((words) => words.length === 0)) return []
    const query = groups.map((words) => `(${words.join(' | ')})`).join(' & ')
    const [held = []] = await this.#holders(here, [query], MAX_ABOUT)
    const ids = held.map(({ memory }) => memory)
    return this.#memoriesOf(ids, { limit, exceptTypes })
  }

  /** For each query the newest passages of the place that match, at most so many. */
  async #holders(place: number, queries: readonly string[], limit: number): Promise<Held[][]> {
    const rows = await this.#db.all(
      `SELECT asked.at, held.memory, held.number, held.characters
       FROM unnest($3::text[]) WITH ORDINALITY AS asked(query, at)
       CROSS JOIN LATERAL (
         SELECT memory, number, "end" - "start" AS characters FROM passage
         WHERE space = $1 AND place = $2 AND words @@ asked.query::tsquery
         ORDER BY memory DESC, number DESC LIMIT $4) AS held`,
      this.#space.number,
      place,
      queries,
      limit,
    )
    const held = queries.map((): Held[] => [])
    for (const { at, memory, number, characters } of rows) {
      held[Number(at) - 1]?.push({
        memory: Number(memory),
        number: Number(number),
        words: Number(characters) / CHARACTERS_A_WORD,
      })
    }
    return held
  }

  /** A text that shares more than half of some words holds both of at least one pair of them. */
  #pairs(terms: readonly string[]): string {
    const pairs: string[] = []
    for (let at = 0; at < terms.length; at += 2) {
      const pair = terms.slice(at, at + 2).map((term) => this.#quoted(term))
      pairs.push(`(${pair.join(' & ')})`)
    }
    return pairs.join(' | ')
  }

  #quoted(term: string): string {
    return quotedWord(this.#space.number, wordStem(term))
  }

  /** In the order asked for, each once. */
  async #memoriesOf(
    asked: readonly number[],
    { limit = asked.length, exceptTypes = [] as readonly string[] } = {},
  ): Promise<Memory[]> {
    const units = [...new Set(asked)]
    if (units.length === 0) return []
    return TABLES.memory.select(
      this.#db,
      `JOIN unnest($2::bigint[]) WITH ORDINALITY AS wanted(unit, at) ON wanted.unit = memory.unit
       WHERE memory.space = $1 AND memory.superseded_by IS NULL AND memory.state <> 'removed'
         AND memory.type <> ALL($3::text[])
       ORDER BY wanted.at LIMIT $4`,
      this.#space.number,
      units,
      exceptTypes,
      limit,
    )
  }
}

/** Joined behind the best passages: whose they are, and whether that one is wanted. */
export function wantedColumns(filter: MemoryFilter, bound: readonly Bindable[]) {
  const where = inPostgres(whereMemory(filter), bound)
  return {
    columns: `, memory.id, coalesce(${where.sql}, false) AS wanted`,
    joins: 'JOIN memory ON memory.space = $1 AND memory.unit = best.unit',
    values: where.values,
  }
}
