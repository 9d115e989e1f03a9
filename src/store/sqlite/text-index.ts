/** D-01, D-10, D-19, B-03. The words of every memory, by passage, in FTS5. */
import type { Memory } from '../../memory/memory.ts'
import { indexTerms, indexText } from '../../text/index-text.ts'
import { PassageSettings, passagesOf } from '../../text/passages.ts'
import type { MemoryFilter } from '../filter.ts'
import type { Place, TextHit, TextQuery, TextSearch } from '../store.ts'
import type { Bindable, Database } from './database.ts'
import { isExpressionError } from './failures.ts'
import type { Table } from './table.ts'
import { whereOf } from './where.ts'

/** D-01. place narrows and must not rank; name, type, title and tags count three times the body. */
const BM25 = 'bm25(0.0, 3.0, 1.0)'

/** Fields whose change asks for a new entry. */
const INDEXED: readonly (keyof Memory)[] = [
  'scope',
  'project',
  'session',
  'state',
  'type',
  'name',
  'title',
  'subtitle',
  'description',
  'content',
  'tags',
]

/** How many index rows are looked at for one hit that is wanted, at first and at each widening. */
const FIRST_REACH = 8
const WIDENING = 8
/** A word found this often is common: counting stops here. */
const COMMON = 64
/** Enough words to find a near-duplicate of any text by its rarest ones. */
const MOST_WORDS = 48

const passageSettings = PassageSettings.parse({})

export class TextIndex implements TextSearch {
  readonly #db: Database
  readonly #memories: Table<Memory>

  constructor(db: Database, memories: Table<Memory>) {
    this.#db = db
    this.#memories = memories
  }

  async search(query: TextQuery, filter: MemoryFilter, limit: number): Promise<TextHit[] | null> {
    const expression = expressionOf(query)
    if (expression === null) return []
    const match = narrowed(expression, filter)
    const where = whereOf(filter)
    for (let reach = limit * FIRST_REACH; ; reach *= WIDENING) {
      const found = this.#ranked(match, where.sql, where.values, reach)
      if (found === null) return null
      const hits = bestPassages(found.rows)
      if (hits.length >= limit || found.seen < reach) return hits.slice(0, limit)
    }
  }

  async sharingWords(
    place: Place,
    words: readonly string[],
    { share, limit }: { readonly share: number; readonly limit: number },
  ): Promise<Memory[]> {
    const terms = [...new Set(words.flatMap(indexTerms))].slice(0, MOST_WORDS)
    const needed = terms.length - Math.ceil(share * terms.length) + 1
    const rarest = terms
      .map((term) => ({ term, count: this.#countUpTo(place, term) }))
      .sort((a, b) => a.count - b.count)
      .slice(0, needed)
      .filter(({ count }) => count > 0)
    if (rarest.length === 0) return []
    return this.#memories.select(
      `WHERE memory.row IN (
         SELECT passage.memory FROM passage WHERE passage.id IN (
           SELECT rowid FROM memory_text WHERE memory_text MATCH ? LIMIT ?))
       AND memory.superseded_by IS NULL`,
      inPlace(placeToken(place), anyOf(rarest.map(({ term }) => term))),
      limit,
    )
  }

  /** Called inside the transaction that changed the row. */
  put(memory: Memory, row: number): void {
    this.remove(row)
    if (memory.state === 'removed') return // D-18
    for (const tag of new Set(memory.tags)) {
      this.#db.run('INSERT INTO memory_tag (tag, memory) VALUES (?, ?)', tag, row)
    }
    for (const path of new Set([...memory.filesRead, ...memory.filesModified])) {
      this.#db.run('INSERT INTO memory_file (path, memory) VALUES (?, ?)', path, row)
    }
    const place = placeToken(memory)
    const head = indexText([memory.name, memory.type, memory.title, ...memory.tags].join(' '))
    const lead = indexText([memory.subtitle, memory.description].join(' ').trim())
    for (const passage of passagesOf(passageSettings, memory.content)) {
      const { lastId } = this.#db.run(
        'INSERT INTO passage (memory, "start", "end") VALUES (?, ?, ?)',
        row,
        passage.start,
        passage.end,
      )
      const body = indexText(passage.text)
      this.#db.run(
        'INSERT INTO memory_text (rowid, place, head, body) VALUES (?, ?, ?, ?)',
        lastId,
        place,
        head,
        passage.start === 0 && lead !== '' ? `${lead} ${body}` : body,
      )
    }
  }

  remove(row: number): void {
    const passages = this.#db.all('SELECT id FROM passage WHERE memory = ?', row)
    for (const { id } of passages)
      this.#db.run('DELETE FROM memory_text WHERE rowid = ?', Number(id))
    if (passages.length > 0) this.#db.run('DELETE FROM passage WHERE memory = ?', row)
    this.#db.run('DELETE FROM memory_tag WHERE memory = ?', row)
    this.#db.run('DELETE FROM memory_file WHERE memory = ?', row)
  }

  static concerns(set: Partial<Memory>): boolean {
    return (
      INDEXED.some((field) => set[field] !== undefined) ||
      set.filesRead !== undefined ||
      set.filesModified !== undefined
    )
  }

  #ranked(match: string, where: string, values: readonly Bindable[], reach: number) {
    try {
      const seen = this.#db.rawAll(
        `SELECT memory.id AS id, passage."start" AS "start", passage."end" AS "end", hit.score AS score,
                (${where}) AS wanted
         FROM (SELECT rowid AS passage, -rank AS score FROM memory_text
               WHERE memory_text MATCH ? AND rank MATCH '${BM25}' ORDER BY rank LIMIT ?) AS hit
         JOIN passage ON passage.id = hit.passage
         JOIN memory ON memory.row = passage.memory`,
        ...values,
        match,
        reach,
      ) as unknown as (TextHit & { readonly wanted: number })[]
      return { seen: seen.length, rows: seen.filter((row) => row.wanted === 1) }
    } catch (thrown) {
      if (isExpressionError(thrown)) return null
      throw thrown
    }
  }

  #countUpTo(place: Place, term: string): number {
    const row = this.#db.get(
      'SELECT count(*) AS n FROM (SELECT 1 FROM memory_text WHERE memory_text MATCH ? LIMIT ?)',
      inPlace(placeToken(place), quoted(term)),
      COMMON,
    )
    return Number(row?.n ?? 0)
  }
}

/** The index token of a place: letters and digits only, so that it stays one token. */
function placeToken(place: Pick<Place, 'scope' | 'project' | 'session'>): string {
  switch (place.scope) {
    case 'global':
      return 'xglobal'
    case 'team':
      return 'xteam'
    case 'project':
      return `xp${bare(place.project ?? '')}`
    case 'session':
      return `xs${bare(place.session ?? '')}`
  }
}

function bare(id: string): string {
  return id.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
}

/** What a filter sees, as a condition inside the index; the SQL filter has the last word. */
function narrowed(expression: string, { visibleTo }: MemoryFilter): string {
  if (!visibleTo) return `{head body} : (${expression})`
  const places = [placeToken({ scope: 'global', project: null, session: null }), 'xteam']
  if (visibleTo.project !== null) places.push(placeToken({ scope: 'project', ...visibleTo }))
  if (visibleTo.session !== null) places.push(placeToken({ scope: 'session', ...visibleTo }))
  return `{place} : (${anyOf(places)}) AND {head body} : (${expression})`
}

function inPlace(token: string, expression: string): string {
  return `{place} : ${quoted(token)} AND {head body} : (${expression})`
}

function expressionOf(query: TextQuery): string | null {
  if (query.kind === 'raw') return query.expression.trim() === '' ? null : query.expression
  const terms = [...new Set(query.terms.flatMap(indexTerms))]
  if (terms.length === 0) return null
  return query.all ? terms.map(quoted).join(' AND ') : anyOf(terms)
}

function anyOf(terms: readonly string[]): string {
  return terms.map(quoted).join(' OR ')
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`
}

/** Rows come best first; a memory's first row is its best passage. Equal scores go by id. */
function bestPassages(rows: readonly TextHit[]): TextHit[] {
  const best = new Map<string, TextHit>()
  for (const { id, start, end, score } of rows) {
    if (!best.has(id)) best.set(id, { id, start, end, score })
  }
  return [...best.values()].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}
