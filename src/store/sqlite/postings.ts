/**
 * D-01. Where the words of a query are in a text index, counted once, then asked for the best
 * passages or for given ones. FTS5's own ranking looks up the length of every row that matches;
 * here lengths are looked up only for those that may be among the best, which takes a fraction of
 * the time, lets synonyms weigh less, and gives every passage its score, whichever source found it.
 */

import { BoundedMap } from '../../bounded-map.ts'
import { coverageWeight, HEAD_WEIGHT, rarity, wordScore } from '../../search/bm25.ts'
import type { WordGroup } from '../../search/corpus.ts'
import { mayBeMisspelt, meantBy, SHARED_START } from '../../search/misspelt.ts'
import type { Database } from './database.ts'
import { numbersIn, totalsIn } from './fts5-layout.ts'
import type { Range } from './places.ts'

/** The tables of one text index. */
interface TextTables {
  readonly text: string
  /** An fts5vocab table of it, of the kind `instance`. */
  readonly terms: string
  /** Columns, in order; those that are not named here do not count. */
  readonly columns: readonly string[]
  readonly head: string | null
  readonly ignored: readonly string[]
}

interface PassageScore {
  readonly passage: number
  readonly score: number
  /** The share of the query's words that it holds, each by its rarity. */
  readonly coverage: number
  /** How many of the query's own words it holds. */
  readonly overlap: number
}

/** How many tokens each column of a passage has, as the index keeps it. */
type Sizes = ReadonlyMap<number, Uint8Array>

interface Lengths {
  /** Against the average. */
  readonly lengthOf: (size: Uint8Array) => number
  readonly sizes: (passages: readonly number[]) => Sizes
}

interface Word {
  readonly weight: number
  readonly rarity: number
  /** Ascending. */
  readonly passages: readonly number[]
  readonly counts: readonly number[]
}

/** What is known of the words of the index while nothing is written to it. */
interface Vocabulary {
  readonly of: string
  readonly byStart: Map<string, readonly string[]>
  /** How many texts hold a word. */
  readonly holding: BoundedMap<string, number>
}

const MAX_KNOWN_WORDS = 5000

/** The words of a query as an expression of FTS5. Tokens are letters and digits alone. */
export function anyOf(groups: readonly WordGroup[]): string {
  return groups.flatMap(({ tokens }) => tokens.map(({ token }) => `"${token}"`)).join(' OR ')
}

export class Postings {
  readonly #db: Database
  readonly #tables: TextTables
  /** Looked up while asking for near words, and asked for again right after. */
  readonly #known = new Map<string, readonly number[]>()
  #hasWordTable = false
  #vocabulary: Vocabulary | null = null

  constructor(db: Database, tables: TextTables) {
    this.#db = db
    this.#tables = tables
  }

  count(groups: readonly WordGroup[], ranges: readonly Range[] | null): Counted {
    const { passages, tokens } = this.#totals()
    const words = groups.map((group) =>
      group.tokens.map(({ token, weight }) => {
        const found = this.#holders(token, ranges)
        return { weight, rarity: rarity(passages, found.holding), ...found }
      }),
    )
    this.#known.clear()
    const average = passages > 0 ? tokens / passages : 1
    const lengthOf = (size: Uint8Array) => this.#counting(numbersIn(size)) / Math.max(average, 1)
    return new Counted(words, { lengthOf, sizes: (ids) => this.#sizes(ids) })
  }

  /** In the order they were asked for. */
  rarest(words: readonly WordGroup[], maxPlaces: number): readonly WordGroup[] {
    const { holding } = this.#vocabularyNow()
    const texts = words.map(({ tokens }) =>
      tokens.reduce((sum, { token }) => sum + this.#textsWith(token, holding), 0),
    )
    const rarestFirst = words.map((_, at) => at).sort((a, b) => (texts[a] ?? 0) - (texts[b] ?? 0))
    const kept = new Set<number>()
    let places = 0
    for (const at of rarestFirst) {
      places += texts[at] ?? 0
      if (places > maxPlaces && kept.size > 0) break
      kept.add(at)
    }
    return words.filter((_, at) => kept.has(at))
  }

  /** Only for tokens that are nowhere; the words that begin like them are compared. */
  nearWords(tokens: readonly string[]): ReadonlyMap<string, readonly string[]> {
    this.#known.clear()
    const found = new Map<string, readonly string[]>()
    for (const token of tokens) {
      if (!mayBeMisspelt(token)) continue
      const places = this.#places(token)
      if (places.length > 0) {
        this.#known.set(token, places)
        continue
      }
      const meant = meantBy(token, this.#wordsFrom(token.slice(0, SHARED_START)))
      if (meant.length > 0) found.set(token, meant)
    }
    return found
  }

  /**
   * The different words that begin so, in one walk over them: a tenth of what it takes to seek each
   * beyond the one before it. They stay known until something is written.
   */
  #wordsFrom(start: string): readonly string[] {
    const { byStart } = this.#vocabularyNow()
    let words = byStart.get(start)
    if (words === undefined) {
      words = this.#db
        .lists(
          `SELECT term FROM ${this.#wordTable()} WHERE term >= ? AND term < ?`,
          start,
          `${start}\u{10ffff}`,
        )
        .map(([term]) => String(term))
      byStart.set(start, words)
    }
    return words
  }

  #vocabularyNow(): Vocabulary {
    const now = String(
      this.#db.get(`SELECT hex(block) AS state FROM ${this.#tables.text}_data WHERE id = 10`)
        ?.state,
    )
    if (this.#vocabulary?.of !== now) {
      this.#vocabulary = { of: now, byStart: new Map(), holding: new BoundedMap(MAX_KNOWN_WORDS) }
    }
    return this.#vocabulary
  }

  #textsWith(token: string, known: Vocabulary['holding']): number {
    const before = known.get(token)
    if (before !== undefined) return before
    const row = this.#db.get(`SELECT doc FROM ${this.#wordTable()} WHERE term = ?`, token)
    const texts = Number(row?.doc ?? 0)
    known.set(token, texts)
    return texts
  }

  /** Every word once, with how many texts hold it. */
  #wordTable(): string {
    const { text } = this.#tables
    if (!this.#hasWordTable) {
      this.#db.exec(
        `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${text}_word USING fts5vocab('main', '${text}', 'row')`,
      )
      this.#hasWordTable = true
    }
    return `temp.${text}_word`
  }

  /** The rarity of a word is that of the whole index for every caller: only the holders are narrowed. */
  #holders(token: string, ranges: readonly Range[] | null) {
    const places = this.#known.get(token) ?? this.#places(token)
    const passages: number[] = []
    const counts: number[] = []
    let holding = 0
    let last = -1
    let wanted = false
    for (const place of places) {
      const inHead = place % 2
      const passage = (place - inHead) / 2
      if (passage !== last) {
        last = passage
        holding += 1
        wanted = ranges === null || ranges.some((r) => passage >= r.first && passage <= r.last)
        if (wanted) {
          passages.push(passage)
          counts.push(0)
        }
      }
      if (wanted) counts[counts.length - 1] = (counts.at(-1) ?? 0) + (inHead ? HEAD_WEIGHT : 1)
    }
    return { passages, counts, holding }
  }

  /** Twice the passage, and one more where the word is in its head; a number for each place. */
  #places(token: string): readonly number[] {
    const { terms, head, ignored } = this.#tables
    const columns = ignored.map((column) => `AND col <> '${column}'`).join(' ')
    const row = this.#db.get(
      `SELECT json_group_array(doc * 2 + (col IS ?)) AS docs FROM ${terms} WHERE term = ? ${columns}`,
      head,
      token,
    )
    return JSON.parse(String(row?.docs ?? '[]')) as number[]
  }

  #totals(): { passages: number; tokens: number } {
    const { rows, tokens } = totalsIn(this.#db, this.#tables.text)
    return { passages: rows, tokens: this.#counting(tokens) }
  }

  #sizes(ids: readonly number[]): Sizes {
    const rows = this.#db.all(
      `SELECT id, sz FROM ${this.#tables.text}_docsize WHERE id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(ids),
    )
    return new Map(rows.map(({ id, sz }) => [Number(id), sz as Uint8Array]))
  }

  #counting(perColumn: readonly number[]): number {
    const { columns, ignored } = this.#tables
    return perColumn.reduce(
      (sum, count, at) => (ignored.includes(columns[at] ?? '') ? sum : sum + count),
      0,
    )
  }
}

/** What was counted for one query. */
export class Counted {
  readonly #words: readonly (readonly Word[])[]
  readonly #lengths: Lengths
  readonly #weights: readonly number[]
  #summed: { readonly ids: readonly number[]; readonly scores: Float64Array } | null = null
  #ranked: readonly number[] | null = null

  constructor(words: readonly (readonly Word[])[], lengths: Lengths) {
    this.#words = words
    this.#lengths = lengths
    this.#weights = words.map(([own]) => coverageWeight(own?.rarity ?? 0))
  }

  /** How many passages hold any of the words. */
  get size(): number {
    return this.#sums().ids.length
  }

  /** The passages from one rank to another, as they are when all are of average length. */
  roughly(from: number, to: number): readonly number[] {
    return this.#inOrder(to).slice(from, to)
  }

  /**
   * In no order; a passage that holds none of the words is left out. A caller that has the sizes of
   * the passages (`sz` of the index) saves a second look at them.
   */
  scores(passages: readonly number[], sizes?: Sizes): PassageScore[] {
    const holding = passages.filter((passage) => this.#holdsAny(passage))
    if (holding.length === 0) return []
    const known = sizes ?? this.#lengths.sizes(holding)
    const total = this.#weights.reduce((sum, each) => sum + each, 0)
    return holding.flatMap((passage) => {
      const size = known.get(passage)
      if (size === undefined) return []
      const length = this.#lengths.lengthOf(size)
      let score = 0
      let covered = 0
      let overlap = 0
      this.#words.forEach((group, at) => {
        let best = 0
        let weight = 0
        group.forEach((word, synonym) => {
          const count = countIn(word, passage)
          if (count === 0) return
          if (synonym === 0) overlap += 1
          weight = Math.max(weight, word.weight)
          const value = wordScore({ rarity: word.rarity, count, length })
          best = Math.max(best, word.weight * value)
        })
        score += best
        covered += weight * (this.#weights[at] ?? 0)
      })
      return score > 0 ? [{ passage, score, coverage: covered / total, overlap }] : []
    })
  }

  #holdsAny(passage: number): boolean {
    return this.#words.some((group) => group.some((word) => countIn(word, passage) > 0))
  }

  /** How often each word is in these passages together; the best of a group counts. */
  together(passages: readonly number[], length: number): number {
    let score = 0
    for (const group of this.#words) {
      let best = 0
      for (const word of group) {
        let count = 0
        for (const passage of passages) count += countIn(word, passage)
        const value = wordScore({ rarity: word.rarity, count, length })
        best = Math.max(best, word.weight * value)
      }
      score += best
    }
    return score
  }

  /** The first `to` in order; sorting all for the sake of a few would cost more than counting. */
  #inOrder(to: number): readonly number[] {
    const { ids, scores } = this.#sums()
    if (this.#ranked && this.#ranked.length >= Math.min(to, ids.length)) return this.#ranked
    const least = ids.length > to ? (scores.slice().sort()[ids.length - to] as number) : 0
    const first: number[] = []
    for (let at = 0; at < ids.length; at += 1) if ((scores[at] as number) >= least) first.push(at)
    this.#ranked = first
      .sort((a, b) => (scores[b] as number) - (scores[a] as number) || order(ids, a, b))
      .map((at) => ids[at] as number)
    return this.#ranked
  }

  /** What every passage has when all are of average length. */
  #sums(): { readonly ids: readonly number[]; readonly scores: Float64Array } {
    if (this.#summed) return this.#summed
    let sums: Sums = { ids: [], scores: [] }
    for (const group of this.#words) {
      const held = group
        .map((word): Sums => ({ ids: word.passages, scores: this.#values(word) }))
        .reduce((best, next) => mergeSums(best, next, Math.max))
      sums = mergeSums(sums, held, (so, far) => so + far)
    }
    this.#summed = { ids: sums.ids, scores: Float64Array.from(sums.scores) }
    return this.#summed
  }

  /** What a word adds to each of its passages. */
  #values({ counts, rarity: rare, weight }: Word): number[] {
    return counts.map((count) => weight * wordScore({ rarity: rare, count, length: 1 }))
  }
}

/** Passages, ascending, and what each has. */
interface Sums {
  readonly ids: readonly number[]
  readonly scores: readonly number[]
}

/** All passages of both; what is in both has what `together` makes of the two. */
function mergeSums(a: Sums, b: Sums, together: (a: number, b: number) => number): Sums {
  if (a.ids.length === 0) return b
  if (b.ids.length === 0) return a
  const ids: number[] = []
  const scores: number[] = []
  let [i, j] = [0, 0]
  while (i < a.ids.length || j < b.ids.length) {
    const left = a.ids[i] ?? Number.POSITIVE_INFINITY
    const right = b.ids[j] ?? Number.POSITIVE_INFINITY
    ids.push(Math.min(left, right))
    if (left === right) scores.push(together(a.scores[i++] as number, b.scores[j++] as number))
    else scores.push((left < right ? a.scores[i++] : b.scores[j++]) as number)
  }
  return { ids, scores }
}

function order(ids: readonly number[], a: number, b: number): number {
  return (ids[a] as number) - (ids[b] as number)
}

/** Passages are in ascending order. */
function countIn({ passages, counts }: Word, passage: number): number {
  let low = 0
  let high = passages.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = passages[middle] as number
    if (found === passage) return counts[middle] as number
    if (found < passage) low = middle + 1
    else high = middle - 1
  }
  return 0
}
