/** D-10. The rows that match an expression, ranked as FTS5 does: each phrase counts as one word. */
import { RAW_HITS, type Ranked, type TextCandidate } from '../../search/corpus.ts'
import { FTS5_BM25, fts5Rarity } from './bm25.ts'
import type { Bindable, Queries, Row } from './connections.ts'
import type { Added, WordTables } from './counted-words.ts'
import { type Column, type Expression, type Phrase, phrasesOf } from './expression.ts'
import { phraseQuery, tsqueryOf } from './word-query.ts'

export interface ExpressionTables {
  readonly columns: readonly Column[]
}

/** Matches beyond this are not counted: an expression this common says little. */
const MAX_MATCHES = 5000
const MAX_PHRASES = 64

/** Rows with their `score`, best first, and what `more` adds. */
export async function expressionHits(
  db: Queries,
  tables: WordTables & ExpressionTables,
  space: number,
  options: { readonly expression: Expression; readonly places: readonly number[] | null },
  more: Added,
): Promise<Row[]> {
  const query = tsqueryOf(space, options.expression, tables.columns)
  if (query === null) return []
  const phrases = phrasesOf(options.expression)
    .filter((phrase) => phrase.columns.length > 0)
    .slice(0, MAX_PHRASES)
  const { passages, unit, totals } = tables
  const values: Bindable[] = [
    space,
    query,
    phrases.map((phrase) => phraseQuery(space, phrase, tables.columns)),
    MAX_MATCHES,
  ]
  const here =
    options.places === null ? 'true' : `place = ANY($${values.push(options.places)}::integer[])`
  const added = more(values)
  const rows = await db.all(
    `WITH total AS (SELECT passages, tokens FROM ${totals.table} WHERE ${totals.space} = $1),
     holding AS (
       SELECT array_agg((SELECT count(*) FROM ${passages} WHERE space = $1
         AND words @@ asked.query::tsquery)::float8 ORDER BY asked.at) AS counts
       FROM unnest($3::text[]) WITH ORDINALITY AS asked(query, at)),
     best AS (
       SELECT ${unit} AS unit, number, place, tokens, words::text AS words
         ${tables.more.map((column) => `, "${column}"`).join('')}
       FROM ${passages} WHERE space = $1 AND words @@ $2::tsquery AND ${here}
       ORDER BY ${unit}, number LIMIT $4)
     SELECT best.*, total.passages, total.tokens AS all_tokens, holding.counts AS holding
       ${added.columns}
     FROM best CROSS JOIN total CROSS JOIN holding ${added.joins}`,
    ...added.values,
  )
  return rows
    .map((row): Row & { score: number } => ({ ...row, score: scoreOf(space, phrases, row) }))
    .sort((a, b) => b.score - a.score)
}

/** Each wanted unit once, by its best passage. */
export function rankHits(
  rows: readonly Row[],
  placeOf: (row: Row) => { start: number; end: number },
): Ranked<TextCandidate> {
  const best = new Map<number, TextCandidate>()
  for (const row of rows.filter(({ wanted }) => wanted === true).slice(0, RAW_HITS)) {
    const unit = Number(row.unit)
    if (best.has(unit)) continue
    best.set(unit, { unit, ...placeOf(row), score: Number(row.score), coverage: 1, overlap: 1 })
  }
  const units = [...best.values()].sort((a, b) => b.score - a.score || a.unit - b.unit)
  return {
    best: async (limit) => units.slice(0, limit),
    of: async (asked) => units.filter(({ unit }) => asked.includes(unit)),
  }
}

function scoreOf(space: number, phrases: readonly Phrase[], row: Row): number {
  const { k1, b, headWeight } = FTS5_BM25
  const passages = Number(row.passages)
  const average = Number(row.all_tokens) / Math.max(passages, 1)
  const length = Number(row.tokens) / Math.max(average, 1)
  const places = placesIn(String(row.words))
  const holding = row.holding as number[]
  return phrases.reduce((sum, phrase, at) => {
    const { head, body } = countOf(space, phrase, places)
    const count = headWeight * head + body
    const rarity = fts5Rarity(passages, holding[at] ?? 0)
    return sum + (rarity * count * (k1 + 1)) / (count + k1 * (1 - b + b * length))
  }, 0)
}

type Places = ReadonlyMap<string, ReadonlyMap<number, boolean>>

/** A tsvector as PostgreSQL writes it: each word with its places, those of the head marked. */
function placesIn(words: string): Places {
  const found = new Map<string, ReadonlyMap<number, boolean>>()
  for (const [, word, at] of words.matchAll(/(?<!')'((?:[^']|''){0,2046})':([0-9A-D,]+)/g)) {
    const places = new Map<number, boolean>()
    for (const place of (at as string).split(',')) {
      places.set(Number.parseInt(place, 10), place.endsWith('A'))
    }
    found.set((word as string).replaceAll("''", "'").replaceAll('\\\\', '\\'), places)
  }
  return found
}

function countOf(space: number, phrase: Phrase, places: Places): { head: number; body: number } {
  const word = (stem: string) => `${space.toString(36)}:${stem}`
  const last = phrase.stems.length - 1
  const at = (index: number): ReadonlyMap<number, boolean> => {
    const stem = word(phrase.stems[index] ?? '')
    if (!phrase.isPrefix || index < last) return places.get(stem) ?? new Map()
    return new Map(
      [...places].flatMap(([known, found]) => (known.startsWith(stem) ? [...found] : [])),
    )
  }
  let head = 0
  let body = 0
  for (const [start, inHead] of at(0)) {
    const whole = phrase.stems.every((_, index) => at(index).has(start + index))
    if (!whole || !phrase.columns.includes(inHead ? 'head' : 'body')) continue
    if (inHead) head += 1
    else body += 1
  }
  return { head, body }
}
