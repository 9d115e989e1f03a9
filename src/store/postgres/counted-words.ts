/**
 * D-01. How often the words of a query are in each passage, and the best passages by BM25, in one
 * round trip. The index finds the passages that hold any of the words. What holds for all of them (how
 * rare each word is, how long a passage is on average) is worked out once: without MATERIALIZED it
 * would be folded into every row's score.
 */
import type { Bindable, Connections, Row } from './connections.ts'
import { type WordCount, wordCountFor } from './word-counts.ts'
import { anyOf } from './word-query.ts'

/** The tables of one text index. */
export interface WordTables {
  readonly passages: string
  /** The column of the unit that a passage belongs to. */
  readonly unit: string
  /** Further columns that are wanted with each passage. */
  readonly more: readonly string[]
  readonly hasHead: boolean
  /** Where the number of passages and of their tokens are. */
  readonly totals: { readonly table: string; readonly space: string }
}

/** BM25 as it is wanted: FTS5's own figures, or those that recall measured best. */
export interface Bm25 {
  readonly k1: number
  readonly b: number
  readonly headWeight: number
  /** SQL of a word's rarity from `n` passages of which `d` hold it. */
  readonly rarity: (n: string, d: string) => string
}

export interface PassageCounts {
  readonly unit: number
  readonly number: number
  /** How long it is, against the average. */
  readonly length: number
  /** For each term, weighted by column. */
  readonly counts: readonly number[]
  readonly row: Row
}

interface Found {
  readonly passages: readonly PassageCounts[]
  /** How rare each term is in the whole index, for every caller alike. */
  readonly rarities: readonly number[]
}

/** Columns and joins over `best`, with their values behind those that are bound already. */
export type Added = (bound: readonly Bindable[]) => {
  readonly columns: string
  readonly joins: string
  readonly values: readonly Bindable[]
}

interface WeightedTerm {
  readonly token: string
  readonly weight: number
}

export class CountedWords {
  readonly #db: Connections
  readonly #tables: WordTables
  readonly #bm25: Bm25
  readonly #space: number
  readonly #terms: readonly string[]
  readonly #groups: readonly (readonly { readonly at: number; readonly weight: number }[])[]

  /** Of a group the best term counts, once. */
  constructor(
    db: Connections,
    tables: WordTables,
    bm25: Bm25,
    space: number,
    groups: readonly (readonly WeightedTerm[])[],
  ) {
    this.#db = db
    this.#tables = tables
    this.#bm25 = bm25
    this.#space = space
    this.#terms = [...new Set(groups.flatMap((group) => group.map(({ token }) => token)))]
    const at = new Map(this.#terms.map((token, index) => [token, index]))
    this.#groups = groups.map((group) =>
      group.map(({ token, weight }) => ({ at: at.get(token) as number, weight })),
    )
  }

  get terms(): readonly string[] {
    return this.#terms
  }

  get groups() {
    return this.#groups
  }

  /** The best passages of these places, each with what `more` adds. */
  async best(
    options: {
      readonly places: readonly number[] | null
      readonly all?: boolean
      readonly limit: number
    },
    more: Added,
  ): Promise<Found> {
    if (this.#terms.length === 0) return { passages: [], rarities: [] }
    const { passages, unit, totals } = this.#tables
    const values: Bindable[] = [this.#space]
    const bind = (value: Bindable) => `$${values.push(value)}`
    const any = bind(anyOf(this.#space, this.#terms))
    const counts = this.#counts(await wordCountFor(this.#db), bind)
    const here =
      options.places === null ? 'true' : `place = ANY(${bind(options.places)}::integer[])`
    const every = options.all ? this.#terms.map((_, at) => `n${at} > 0`).join(' AND ') : 'true'
    const limit = bind(options.limit)
    const k1 = bind(this.#bm25.k1)
    const b = bind(this.#bm25.b)
    const rare = this.#terms.map((_, at) => `rare.r${at}`)
    const added = more(values)
    const sql = `
      WITH total AS MATERIALIZED (
        SELECT ${totals.table}.passages::float8 AS n,
          greatest(${totals.table}.tokens / greatest(${totals.table}.passages, 1)::float8, 1) AS average
        FROM ${totals.table} WHERE ${totals.space} = $1),
      held AS MATERIALIZED (
        SELECT ${unit} AS unit, number, place, tokens, ${this.#more()} ${counts}
        FROM ${passages} WHERE space = $1 AND words @@ ${any}::tsquery),
      rare AS MATERIALIZED (
        SELECT ${this.#terms.map((_, at) => `${this.#bm25.rarity('max(n)', `count(nullif(n${at}, 0))`)} AS r${at}`).join(', ')}
        FROM held CROSS JOIN total),
      best AS (
        SELECT held.*, tokens / average AS length, ${this.#score(k1, b)} AS score
        FROM held CROSS JOIN rare CROSS JOIN total
        WHERE ${here} AND ${every}
        ORDER BY score DESC, unit, number LIMIT ${limit})
      SELECT best.unit, best.number, best.length, best.score,
        ARRAY[${rare.join(', ')}]::float8[] AS rarities,
        ARRAY[${this.#terms.map((_, at) => this.#weighted(at, 'best.')).join(', ')}]::float8[] AS counts
        ${this.#moreOf('best')} ${added.columns}
      FROM best CROSS JOIN rare ${added.joins} ORDER BY best.score DESC, best.unit, best.number`
    const rows = await this.#db.all(sql, ...added.values)
    const [first] = rows
    return {
      passages: rows.map(countsOf),
      rarities: (first?.rarities as number[] | undefined) ?? [],
    }
  }

  /** The passages of these units, in these places, that hold any of the words, with `more`. */
  async of(
    units: readonly number[],
    places: readonly number[] | null,
    more: Added = (values) => ({ columns: '', joins: '', values }),
  ): Promise<PassageCounts[]> {
    if (this.#terms.length === 0 || units.length === 0) return []
    const { passages, unit, totals } = this.#tables
    const values: Bindable[] = [this.#space]
    const bind = (value: Bindable) => `$${values.push(value)}`
    const counts = this.#counts(await wordCountFor(this.#db), bind)
    const wanted = bind(units)
    const any = bind(anyOf(this.#space, this.#terms))
    const here = places === null ? 'true' : `place = ANY(${bind(places)}::integer[])`
    const added = more(values)
    const rows = await this.#db.all(
      `SELECT best.unit, best.number ${this.#moreOf('best')},
         ARRAY[${this.#terms.map((_, at) => this.#weighted(at, 'best.')).join(', ')}]::float8[] AS counts,
         best.tokens / greatest(total.tokens / greatest(total.passages, 1)::float8, 1) AS length
         ${added.columns}
       FROM (SELECT ${unit} AS unit, number, place, tokens, ${this.#more()} ${counts} FROM ${passages}
             WHERE space = $1 AND ${unit} = ANY(${wanted}::bigint[]) AND ${here}
               AND words @@ ${any}::tsquery) AS best
       CROSS JOIN (SELECT passages, tokens FROM ${totals.table} WHERE ${totals.space} = $1) AS total
       ${added.joins}`,
      ...added.values,
    )
    return rows.map(countsOf)
  }

  /** `n0` is how often the first word is there, `h0` how often of these in the head. */
  #counts(wordCount: WordCount, bind: (value: Bindable) => string): string {
    const count = wordCount(bind, this.#space)
    return this.#terms
      .map((term, at) => {
        const all = `${count(term, 'all')} AS n${at}`
        if (!this.#tables.hasHead) return all
        return `${all}, ${count(term, 'head')} AS h${at}`
      })
      .join(', ')
  }

  #weighted(at: number, prefix = ''): string {
    if (!this.#tables.hasHead) return `${prefix}n${at}`
    return `(${prefix}n${at} + ${this.#bm25.headWeight - 1} * ${prefix}h${at})`
  }

  #score(k1: string, b: string): string {
    const value = ({ at, weight }: { readonly at: number; readonly weight: number }) => {
      const count = this.#weighted(at)
      return `${weight}::float8 * r${at} * ${count} * (${k1}::float8 + 1)
        / (${count} + ${k1}::float8 * (1 - ${b}::float8 + ${b}::float8 * tokens / average))`
    }
    return this.#groups
      .map((group) =>
        group.length === 1 ? group.map(value)[0] : `greatest(${group.map(value).join(', ')})`,
      )
      .join(' + ')
  }

  #more(): string {
    return this.#tables.more.map((column) => `"${column}",`).join(' ')
  }

  #moreOf(table: string): string {
    return this.#tables.more.map((column) => `, ${table}."${column}"`).join('')
  }
}

function countsOf(row: Row): PassageCounts {
  return {
    unit: Number(row.unit),
    number: Number(row.number),
    length: Number(row.length),
    counts: row.counts as number[],
    row,
  }
}
