/**
 * RECALL "Context table", for messages: what was said in a session, in windows of a few turns, each
 * counted together. They are made when asked for, around the turns in question, from words that are
 * counted anyway: reading transcripts costs nothing more.
 */
import type { ContextCandidate } from '../../search/corpus.ts'
import type { MessageFilter } from '../sessions.ts'
import { whereMessage } from '../sql/where.ts'
import type { Connections } from './connections.ts'
import type { CountedWords } from './counted-words.ts'
import { inPostgres } from './dialect.ts'

/** As for short turns (sessions/stretches.ts). */
const WINDOW = 8
const STEP = 4
/** Windows are made around so many of the best passages. */
const BEST_PASSAGES = 200

type WordValue = (word: { rarity: number; count: number; length: number }) => number

interface Said {
  readonly unit: number
  readonly session: number
  readonly turn: number
}

export class MessageWindows {
  readonly #db: Connections
  readonly #space: number
  readonly #words: CountedWords
  readonly #places: readonly number[] | null
  readonly #filter: MessageFilter
  readonly #value: WordValue
  #found: Promise<{ rarities: readonly number[]; said: readonly Said[] }> | null = null

  constructor(
    db: Connections,
    space: number,
    words: CountedWords,
    places: readonly number[] | null,
    filter: MessageFilter,
    value: WordValue,
  ) {
    this.#db = db
    this.#space = space
    this.#words = words
    this.#places = places
    this.#filter = filter
    this.#value = value
  }

  async best(limit: number): Promise<ContextCandidate[]> {
    const { said } = await this.#find()
    const scores = await this.#scores(said)
    return candidates(scores).slice(0, limit)
  }

  async of(units: readonly number[]): Promise<ContextCandidate[]> {
    if (units.length === 0) return []
    const rows = await this.#db.all(
      `SELECT unit, session, turn FROM message
       WHERE space = $1 AND unit = ANY($2::bigint[]) AND turn IS NOT NULL`,
      this.#space,
      units,
    )
    const scores = await this.#scores(rows as unknown as Said[])
    const wanted = new Set(units)
    return candidates(scores).filter(({ unit }) => wanted.has(unit))
  }

  #find() {
    this.#found ??= this.#words
      .best({ places: this.#places, limit: BEST_PASSAGES }, (bound) => {
        const where = inPostgres(whereMessage(this.#filter), bound)
        return {
          columns: `, message.session AS session, message.turn AS turn,
            coalesce(${where.sql}, false) AS wanted`,
          joins: `JOIN message ON message.space = $1 AND message.place = best.place
              AND message.unit = best.unit
            JOIN session ON session.space = $1 AND session.number = message.session`,
          values: where.values,
        }
      })
      .then(({ passages, rarities }) => ({
        rarities,
        said: passages.flatMap(({ unit, row }) =>
          row.wanted === true && row.turn !== null
            ? [{ unit, session: Number(row.session), turn: Number(row.turn) }]
            : [],
        ),
      }))
    return this.#found
  }

  /** Everybody in the windows of these, each with its best window. */
  async #scores(said: readonly Said[]): Promise<ReadonlyMap<number, number>> {
    if (said.length === 0) return new Map()
    const { rarities } = await this.#find()
    const windows = new Map<string, { session: number; first: number }>()
    for (const { session, turn } of said) {
      for (const first of windowsOf(turn)) windows.set(`${session} ${first}`, { session, first })
    }
    const members = await this.#members([...windows.values()])
    const counts = await this.#counts(members.map(({ unit }) => unit))
    const scores = new Map<number, number>()
    for (const { session, first } of windows.values()) {
      const window = members.filter(
        (each) => each.session === session && each.turn >= first && each.turn < first + WINDOW,
      )
      const score = this.#together(window, counts, rarities)
      for (const { unit } of window) scores.set(unit, Math.max(scores.get(unit) ?? 0, score))
    }
    return scores
  }

  /** How often each word is in the window; the best of a group counts. */
  #together(
    window: readonly Said[],
    counts: ReadonlyMap<number, readonly number[]>,
    rarities: readonly number[],
  ): number {
    return this.#words.groups.reduce((sum, group) => {
      const values = group.map(({ at, weight }) => {
        const count = window.reduce((all, { unit }) => all + (counts.get(unit)?.[at] ?? 0), 0)
        return weight * this.#value({ rarity: rarities[at] ?? 0, count, length: 1 })
      })
      return sum + Math.max(0, ...values)
    }, 0)
  }

  async #members(windows: readonly { session: number; first: number }[]): Promise<Said[]> {
    return (await this.#db.all(
      `SELECT DISTINCT message.unit, message.session, message.turn
       FROM unnest($2::bigint[], $3::bigint[]) AS wanted(session, first)
       JOIN message ON message.space = $1 AND message.session = wanted.session
         AND message.turn >= wanted.first AND message.turn < wanted.first + ${WINDOW}`,
      this.#space,
      windows.map(({ session }) => session),
      windows.map(({ first }) => first),
    )) as unknown as Said[]
  }

  async #counts(units: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    const counts = new Map<number, readonly number[]>()
    for (const passage of await this.#words.of(units, this.#places)) {
      const known = counts.get(passage.unit) ?? []
      const sum = passage.counts.map((count, at) => count + (known[at] ?? 0))
      counts.set(passage.unit, sum)
    }
    return counts
  }
}

/** Where the windows begin that a turn is in. */
function windowsOf(turn: number): number[] {
  const last = Math.floor(turn / STEP) * STEP
  return [last - STEP, last].filter((first) => first >= 0 && turn < first + WINDOW)
}

function candidates(scores: ReadonlyMap<number, number>): ContextCandidate[] {
  return [...scores]
    .filter(([, score]) => score > 0)
    .map(([unit, score]) => ({ unit, score }))
    .sort((a, b) => b.score - a.score || a.unit - b.unit)
}
