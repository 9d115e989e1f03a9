/**
 * RECALL "Context table", for memories: what was kept from one session in the order it was kept, in
 * windows, made when asked for from words that are counted anyway.
 */
import type { ContextCandidate } from '../../search/corpus.ts'
import {
  BEST_PASSAGES,
  bestWindows,
  MAX_SESSION_MEMORIES,
  scoreWindows,
} from '../rules/session-windows.ts'
import type { Connections } from './connections.ts'
import type { CountedWords } from './counted-words.ts'

type WordValue = (word: { rarity: number; count: number; length: number }) => number

interface Member {
  readonly unit: number
  /** For each term, over all passages of the memory. */
  readonly counts: readonly number[]
}

export class SessionWindows {
  readonly #db: Connections
  readonly #space: number
  readonly #words: CountedWords
  readonly #places: readonly number[] | null
  readonly #value: WordValue
  readonly #scores = new Map<string, ReadonlyMap<number, number>>()
  #found: Promise<{ rarities: readonly number[]; sessions: readonly string[] }> | null = null

  constructor(
    db: Connections,
    space: number,
    words: CountedWords,
    places: readonly number[] | null,
    value: WordValue,
  ) {
    this.#db = db
    this.#space = space
    this.#words = words
    this.#places = places
    this.#value = value
  }

  async best(limit: number): Promise<ContextCandidate[]> {
    const { sessions } = await this.#find()
    await this.#score(sessions)
    return bestWindows(
      sessions.map((session) => this.#scores.get(session) ?? new Map()),
      limit,
    )
  }

  async of(units: readonly number[]): Promise<ContextCandidate[]> {
    if (units.length === 0) return []
    const rows = await this.#db.all(
      `SELECT unit, from_session AS session FROM memory
       WHERE space = $1 AND unit = ANY($2::bigint[]) AND from_session IS NOT NULL`,
      this.#space,
      units,
    )
    await this.#score([...new Set(rows.map(({ session }) => String(session)))])
    return rows.flatMap((row) => {
      const unit = Number(row.unit)
      const score = this.#scores.get(String(row.session))?.get(unit) ?? 0
      return score > 0 ? [{ unit, score }] : []
    })
  }

  #find() {
    this.#found ??= this.#words
      .best({ places: this.#places, limit: BEST_PASSAGES }, (bound) => ({
        columns: ', memory.from_session AS session',
        joins: 'JOIN memory ON memory.space = $1 AND memory.unit = best.unit',
        values: bound,
      }))
      .then(({ passages, rarities }) => {
        const named = passages.flatMap(({ row }) =>
          row.session === null ? [] : String(row.session),
        )
        return { rarities, sessions: [...new Set(named)] }
      })
    return this.#found
  }

  async #score(sessions: readonly string[]): Promise<void> {
    const unknown = sessions.filter((session) => !this.#scores.has(session))
    if (unknown.length === 0) return
    const { rarities } = await this.#find()
    const members = await this.#members(unknown)
    for (const session of unknown) {
      const scores = scoreWindows(members.get(session) ?? [], (window) =>
        this.#together(window, rarities),
      )
      this.#scores.set(session, scores)
    }
  }

  /** How often each word is in the window; the best of a group counts. */
  #together(window: readonly Member[], rarities: readonly number[]): number {
    return this.#words.groups.reduce((sum, group) => {
      const values = group.map(({ at, weight }) => {
        const count = window.reduce((all, member) => all + (member.counts[at] ?? 0), 0)
        return weight * this.#value({ rarity: rarities[at] ?? 0, count, length: 1 })
      })
      return sum + Math.max(0, ...values)
    }, 0)
  }

  async #members(sessions: readonly string[]): Promise<ReadonlyMap<string, Member[]>> {
    const rows = await this.#db.all(
      `SELECT kept.session, kept.unit FROM unnest($2::text[]) AS asked(session)
       CROSS JOIN LATERAL (
         SELECT from_session AS session, unit, created_at FROM memory
         WHERE space = $1 AND from_session = asked.session AND state <> 'removed'
         ORDER BY created_at, unit LIMIT $3) AS kept
       ORDER BY kept.session, kept.created_at, kept.unit`,
      this.#space,
      sessions,
      MAX_SESSION_MEMORIES,
    )
    const counts = new Map<number, number[]>()
    const units = rows.map(({ unit }) => Number(unit))
    for (const passage of await this.#words.of(units, this.#places)) {
      const known = counts.get(passage.unit) ?? []
      counts.set(
        passage.unit,
        passage.counts.map((count, at) => count + (known[at] ?? 0)),
      )
    }
    const members = new Map<string, Member[]>()
    for (const row of rows) {
      const unit = Number(row.unit)
      const session = String(row.session)
      const member = { unit, counts: counts.get(unit) ?? [] }
      members.set(session, [...(members.get(session) ?? []), member])
    }
    return members
  }
}
