/** D-01, D-10, D-19, B-03. The words of every memory, by passage, in FTS5. */
import type { Memory } from '../../memory/memory.ts'
import { indexTerms, indexText } from '../../text/index-text.ts'
import { asksForNewEntry, INDEXED_FIELDS } from '../indexed-fields.ts'
import { memoryPassages } from '../rules/passages.ts'
import {
  CHARACTERS_A_WORD,
  ENOUGH_RARE_WORDS,
  MAX_ABOUT,
  MAX_WORDS,
  MIN_SHARED,
  RARE,
} from '../shared-words.ts'
import type { About, Place, TextSearch } from '../store.ts'
import type { Database } from './database.ts'
import { Places, type Range } from './places.ts'
import type { Table } from './table.ts'

/** Those of the words, and the files, which have a table of their own. */
const INDEXED: readonly (keyof Memory)[] = [...INDEXED_FIELDS, 'filesRead', 'filesModified']

/** With more than this the common words of all places are counted anew. */
const MAX_COMMON = 4_096

const [OLDEST_HOLDERS, NEWEST_HOLDERS] = (['ASC', 'DESC'] as const).map(
  (order) => `SELECT (SELECT group_concat(id) FROM (
       SELECT rowid AS id FROM memory_text WHERE memory_text MATCH wanted.value
         AND rowid BETWEEN ?2 AND ?3 ORDER BY rowid ${order} LIMIT ?4))
     FROM json_each(?1) AS wanted`,
) as [string, string]

export class TextIndex implements TextSearch {
  readonly #db: Database
  readonly #memories: Table<Memory>
  readonly #places: Places
  /** Words that more passages of a place hold than say anything; forgotten when one is taken away. */
  readonly #common = new Set<string>()

  constructor(db: Database, memories: Table<Memory>) {
    this.#db = db
    this.#memories = memories
    this.#places = new Places(db)
  }

  async sharingWords(
    place: Place,
    words: readonly string[],
    { share, limit }: { readonly share: number; readonly limit: number },
  ): Promise<Memory[]> {
    const range = this.#places.rangeOf(place)
    if (!range) return []
    const terms = [...new Set(words.flatMap(indexTerms))].slice(0, MAX_WORDS)
    const enough = terms.length - Math.ceil(share * terms.length) + 1
    const rare = this.#rareHolders(terms.slice(0, enough), range)
    const shared = new Map<number, number>()
    for (const passages of rare) {
      for (const passage of passages) shared.set(passage, (shared.get(passage) ?? 0) + 1)
    }
    if (rare.length < ENOUGH_RARE_WORDS) {
      for (const passage of this.#holdersOfPairs(terms, range)) {
        shared.set(passage, (shared.get(passage) ?? 0) + 2)
      }
    }
    const least = MIN_SHARED * enough
    return this.#sharing(mostShared(shared, limit), least, least / terms.length)
  }

  async holdingWords(
    place: Place,
    { each, any = [], exceptTypes = [] }: About,
    limit: number,
  ): Promise<Memory[]> {
    const range = this.#places.rangeOf(place)
    if (!range || each.length === 0) return []
    const groups = [...each, ...(any.length > 0 ? [any] : [])].map((words) =>
      words.flatMap(indexTerms).map(quoteTerm),
    )
    if (groups.some((words) => words.length === 0)) return []
    const match = groups.map((words) => `(${words.join(' OR ')})`).join(' AND ')
    const [passages = []] = this.#holders([match], range, { limit: MAX_ABOUT, newest: true })
    return this.#memoriesOf(passages, { limit, exceptTypes })
  }

  /** Called inside the transaction that added the row. */
  add(memory: Memory, row: number): void {
    if (memory.state === 'removed') return // D-18
    for (const tag of new Set(memory.tags)) {
      this.#db.run('INSERT INTO memory_tag (tag, memory) VALUES (?, ?)', tag, row)
    }
    for (const path of new Set([...memory.filesRead, ...memory.filesModified])) {
      this.#db.run('INSERT INTO memory_file (path, memory) VALUES (?, ?)', path, row)
    }
    const head = indexText([memory.name, memory.type, memory.title, ...memory.tags].join(' '))
    const lead = indexText([memory.subtitle, memory.description].join(' ').trim())
    let id = this.#places.nextPassageId(memory)
    for (const passage of memoryPassages(memory.content)) {
      this.#db.run(
        'INSERT INTO passage (id, memory, "start", "end") VALUES (?, ?, ?, ?)',
        id,
        row,
        passage.start,
        passage.end,
      )
      const body = indexText(passage.text)
      this.#db.run(
        'INSERT INTO memory_text (rowid, head, body) VALUES (?, ?, ?)',
        id,
        head,
        passage.start === 0 && lead !== '' ? `${lead} ${body}` : body,
      )
      id += 1
    }
  }

  /** Called inside the transaction that changed the row. */
  replace(memory: Memory, row: number): void {
    this.remove(row)
    this.add(memory, row)
  }

  remove(row: number): void {
    this.#common.clear()
    const rows = this.#db.all('SELECT id FROM passage WHERE memory = ?', row)
    for (const { id } of rows) this.#db.run('DELETE FROM memory_text WHERE rowid = ?', Number(id))
    if (rows.length > 0) this.#db.run('DELETE FROM passage WHERE memory = ?', row)
    this.#db.run('DELETE FROM memory_tag WHERE memory = ?', row)
    this.#db.run('DELETE FROM memory_file WHERE memory = ?', row)
  }

  static concerns(before: Memory, set: Partial<Memory>): boolean {
    return asksForNewEntry(before, set, INDEXED)
  }

  /**
   * Who holds each of these, of those that occur and that are not common here: a common word
   * stays so, and is not looked up again for a while.
   */
  #rareHolders(terms: readonly string[], range: Range): (readonly number[])[] {
    const unknown = terms.filter((term) => !this.#common.has(`${range.first} ${term}`))
    const found = this.#holders(unknown.map(quoteTerm), range, { limit: RARE + 1 })
    return found.filter((passages, at) => {
      if (passages.length > RARE) this.#isCommon(`${range.first} ${unknown[at]}`)
      return passages.length > 0 && passages.length <= RARE
    })
  }

  #isCommon(word: string): void {
    if (this.#common.size >= MAX_COMMON) this.#common.clear()
    this.#common.add(word)
  }

  /**
   * For each expression the passages that match, at most so many: this costs the same in any store.
   * The oldest are cheaper to read. One statement asks for all, which takes less than half of one for
   * each.
   */
  #holders(
    matches: readonly string[],
    { first, last }: Range,
    { limit, newest = false }: { readonly limit: number; readonly newest?: boolean },
  ): number[][] {
    return this.#db
      .lists(newest ? NEWEST_HOLDERS : OLDEST_HOLDERS, JSON.stringify(matches), first, last, limit)
      .map(([ids]) => (ids === null ? [] : String(ids).split(',').map(Number)))
  }

  /** A text that shares more than half of some words holds both of at least one pair of them. */
  #holdersOfPairs(terms: readonly string[], range: Range): number[] {
    const pairs: string[] = []
    for (let at = 0; at < terms.length; at += 2) {
      pairs.push(
        `(${terms
          .slice(at, at + 2)
          .map(quoteTerm)
          .join(' AND ')})`,
      )
    }
    if (pairs.length === 0) return []
    return this.#holders([pairs.join(' OR ')], range, { limit: RARE, newest: true }).flat()
  }

  /**
   * Those that share enough, or enough for about as many words as they have: counting these would take
   * reading them. In the order given, each memory once.
   */
  #sharing(shared: readonly Shared[], least: number, leastOfWord: number): Memory[] {
    if (shared.length === 0) return []
    const found = this.#memories.select(
      `JOIN passage ON passage.memory = memory.row
       JOIN json_each(?1) wanted ON passage.id = wanted.value ->> 0
       WHERE memory.superseded_by IS NULL AND (wanted.value ->> 1 >= ?2
         OR wanted.value ->> 1 >= ?3 * (passage."end" - passage."start"))
       ORDER BY wanted.key`,
      JSON.stringify(shared),
      least,
      leastOfWord / CHARACTERS_A_WORD,
    )
    return onceEach(found)
  }

  /** In the order asked for, each once. */
  #memoriesOf(
    passages: readonly number[],
    { limit = passages.length, exceptTypes = [] as readonly string[] } = {},
  ): Memory[] {
    if (passages.length === 0) return []
    const types = exceptTypes.map(() => '?').join(', ')
    const found = this.#memories.select(
      `JOIN passage ON passage.memory = memory.row
       JOIN json_each(?) wanted ON wanted.value = passage.id
       WHERE memory.superseded_by IS NULL ${types === '' ? '' : `AND memory.type NOT IN (${types})`}
       ORDER BY wanted.key LIMIT ?`,
      JSON.stringify(passages),
      ...exceptTypes,
      limit,
    )
    return onceEach(found)
  }
}

function onceEach(memories: readonly Memory[]): Memory[] {
  return [...new Map(memories.map((memory) => [memory.id, memory])).values()]
}

type Shared = readonly [passage: number, count: number]

/** Most shared words first, then the newest. Most passages share a single word: few need sorting. */
function mostShared(shared: ReadonlyMap<number, number>, limit: number): Shared[] {
  const inOrder = (some: Shared[]) => some.sort((a, b) => b[1] - a[1] || b[0] - a[0])
  const several: Shared[] = []
  const ones: number[] = []
  for (const entry of shared) {
    if (entry[1] > 1) several.push(entry)
    else ones.push(entry[0])
  }
  inOrder(several)
  if (several.length >= limit) return several.slice(0, limit)
  const newest = Float64Array.from(ones)
    .sort()
    .reverse()
    .subarray(0, limit - several.length)
  return [...several, ...Array.from(newest, (passage) => [passage, 1] as const)]
}

function quoteTerm(term: string): string {
  return `"${term.replaceAll('"', '""')}"`
}
