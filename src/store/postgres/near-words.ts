/** D-17. What a mistyped word may have meant, among the words of a space. */
import { mayBeMisspelt, meantBy, SHARED_START } from '../../search/misspelt.ts'
import type { Connections } from './connections.ts'
import type { Space } from './space.ts'
import { fromText } from './texts.ts'
import { quotedWord } from './words.ts'

export class NearWords {
  readonly #db: Connections
  readonly #space: Space
  /** Words by how they begin, as they were at a place of the journal. */
  #known: { readonly at: number; readonly byStart: Map<string, readonly string[]> } | null = null

  constructor(db: Connections, space: Space) {
    this.#db = db
    this.#space = space
  }

  /** Only for tokens that occur nowhere: a well-typed query pays one look at the index. */
  async of(tokens: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const found = new Map<string, readonly string[]>()
    const asked = [...new Set(tokens)].filter(mayBeMisspelt)
    if (asked.length === 0) return found
    await this.#db.ready()
    const { unknown, at } = await this.#unknown(asked)
    for (const token of unknown) {
      const meant = meantBy(token, await this.#wordsFrom(token.slice(0, SHARED_START), at))
      if (meant.length > 0) found.set(token, meant)
    }
    return found
  }

  async #unknown(asked: readonly string[]): Promise<{ unknown: string[]; at: number }> {
    const space = this.#space.number
    const row = await this.#db.get(
      `SELECT entries, ARRAY(
         SELECT asked.at FROM unnest($2::text[]) WITH ORDINALITY AS asked(query, at)
         WHERE NOT EXISTS (SELECT 1 FROM passage WHERE passage.space = $1
           AND passage.words @@ asked.query::tsquery))::integer[] AS missing
       FROM space WHERE id = $1`,
      space,
      asked.map((token) => quotedWord(space, token)),
    )
    const missing = (row?.missing as number[] | undefined) ?? []
    return { unknown: missing.map((at) => asked[at - 1] as string), at: Number(row?.entries ?? 0) }
  }

  /** Read off the passages that hold such a word, and known until something is written. */
  async #wordsFrom(start: string, at: number): Promise<readonly string[]> {
    if (this.#known?.at !== at) this.#known = { at, byStart: new Map() }
    const { byStart } = this.#known
    let words = byStart.get(start)
    if (words === undefined) {
      const space = this.#space.number
      const beginning = `${space.toString(36)}:${start}`
      const rows = await this.#db.all(
        `SELECT word FROM ts_stat(format(
           'SELECT words FROM passage WHERE space = %s AND words @@ %L::tsquery', $1::integer, $2::text))
         WHERE starts_with(word, $3)`,
        space,
        `${quotedWord(space, start)}:*`,
        beginning,
      )
      const own = beginning.length - start.length
      words = rows.map(({ word }) => fromText(String(word)).slice(own))
      byStart.set(start, words)
    }
    return words
  }
}
