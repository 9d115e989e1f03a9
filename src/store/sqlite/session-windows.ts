/**
 * RECALL "Context table", for memories. Windows are made when asked for, from the words already
 * counted, so that writing a memory costs nothing more.
 */
import type { ContextCandidate } from '../../search/corpus.ts'
import {
  BEST_PASSAGES,
  bestWindows,
  MAX_SESSION_MEMORIES,
  scoreWindows,
} from '../rules/session-windows.ts'
import type { Database } from './database.ts'
import { FROM_SESSION } from './dialect.ts'
import type { Counted } from './postings.ts'

export class SessionWindows {
  readonly #db: Database
  readonly #counted: Counted
  readonly #scores = new Map<string, ReadonlyMap<number, number>>()

  constructor(db: Database, counted: Counted) {
    this.#db = db
    this.#counted = counted
  }

  best(limit: number): ContextCandidate[] {
    const rows = this.#db.all(
      `SELECT DISTINCT ${FROM_SESSION} AS from_session
       FROM passage JOIN memory ON memory.row = passage.memory
       WHERE passage.id IN (SELECT value FROM json_each(?)) AND ${FROM_SESSION} IS NOT NULL`,
      JSON.stringify(this.#counted.roughly(0, BEST_PASSAGES)),
    )
    return bestWindows(
      rows.map((row) => this.#scoresIn(String(row.from_session))),
      limit,
    )
  }

  of(units: readonly number[]): ContextCandidate[] {
    const rows = this.#db.all(
      `SELECT row, ${FROM_SESSION} AS from_session FROM memory
       WHERE row IN (SELECT value FROM json_each(?)) AND ${FROM_SESSION} IS NOT NULL`,
      JSON.stringify(units),
    )
    return rows.flatMap((row) => {
      const unit = Number(row.row)
      const score = this.#scoresIn(String(row.from_session)).get(unit) ?? 0
      return score > 0 ? [{ unit, score }] : []
    })
  }

  #scoresIn(session: string): ReadonlyMap<number, number> {
    const known = this.#scores.get(session)
    if (known) return known
    const scores = scoreWindows(this.#members(session), (window) =>
      this.#counted.together(
        window.flatMap((member) => member.passages),
        1,
      ),
    )
    this.#scores.set(session, scores)
    return scores
  }

  #members(session: string): { unit: number; passages: readonly number[] }[] {
    return this.#db
      .all(
        `SELECT memory.row AS unit, json_group_array(passage.id) AS passages
         FROM memory JOIN passage ON passage.memory = memory.row
         WHERE ${FROM_SESSION} = ? AND memory.state <> 'removed'
         GROUP BY memory.row ORDER BY memory.created_at, memory.row LIMIT ?`,
        session,
        MAX_SESSION_MEMORIES,
      )
      .map((row) => ({
        unit: Number(row.unit),
        passages: JSON.parse(String(row.passages)) as number[],
      }))
  }
}
