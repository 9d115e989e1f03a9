/**
 * RECALL "Context table", for memories: what was kept from one session in the order it was kept, in
 * windows. They are made when asked for, from the words already counted, so that writing a memory
 * costs nothing more.
 */
import type { ContextCandidate } from '../../search/corpus.ts'
import type { Database } from './database.ts'
import type { Counted } from './postings.ts'

/** As for short turns (sessions/stretches.ts). */
const WINDOW = 8
const STEP = 4
/** Only sessions that hold one of the best passages are looked at, and of a long one this many. */
const BEST_PASSAGES = 50
const MAX_MEMORIES = 512

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
      `SELECT DISTINCT json_extract(memory.provenance, '$.session') AS session
       FROM passage JOIN memory ON memory.row = passage.memory
       WHERE passage.id IN (SELECT value FROM json_each(?)) AND session IS NOT NULL`,
      JSON.stringify(this.#counted.roughly(0, BEST_PASSAGES)),
    )
    return rows
      .flatMap((row) => [...this.#scoresIn(String(row.session))])
      .map(([unit, score]) => ({ unit, score }))
      .sort((a, b) => b.score - a.score || a.unit - b.unit)
      .slice(0, limit)
  }

  of(units: readonly number[]): ContextCandidate[] {
    const rows = this.#db.all(
      `SELECT row, json_extract(provenance, '$.session') AS session FROM memory
       WHERE row IN (SELECT value FROM json_each(?)) AND session IS NOT NULL`,
      JSON.stringify(units),
    )
    return rows.flatMap((row) => {
      const unit = Number(row.row)
      const score = this.#scoresIn(String(row.session)).get(unit) ?? 0
      return score > 0 ? [{ unit, score }] : []
    })
  }

  /** Each memory with its best window. One that stands alone in its session has no neighbourhood. */
  #scoresIn(session: string): ReadonlyMap<number, number> {
    const known = this.#scores.get(session)
    if (known) return known
    const scores = new Map<number, number>()
    const members = this.#members(session)
    for (let begin = 0; members.length > 1 && begin < members.length; begin += STEP) {
      const window = members.slice(begin, begin + WINDOW)
      const score = this.#counted.together(
        window.flatMap((member) => member.passages),
        1,
      )
      for (const { unit } of window) scores.set(unit, Math.max(scores.get(unit) ?? 0, score))
      if (begin + WINDOW >= members.length) break
    }
    this.#scores.set(session, scores)
    return scores
  }

  #members(session: string): { unit: number; passages: readonly number[] }[] {
    return this.#db
      .all(
        `SELECT memory.row AS unit, json_group_array(passage.id) AS passages
         FROM memory JOIN passage ON passage.memory = memory.row
         WHERE json_extract(memory.provenance, '$.session') = ?
         GROUP BY memory.row ORDER BY memory.created_at, memory.row LIMIT ?`,
        session,
        MAX_MEMORIES,
      )
      .map((row) => ({
        unit: Number(row.unit),
        passages: JSON.parse(String(row.passages)) as number[],
      }))
  }
}
