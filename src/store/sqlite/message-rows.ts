/**
 * A project's messages have rows of one range, and a message's passages have ids of one range: FTS5
 * seeks to a range by itself, so a question in one project neither reads nor ranks the others.
 */
import { PASSAGES_A_MESSAGE } from '../rules/passages.ts'
import type { Database } from './database.ts'
import type { Range } from './places.ts'

const ROWS_A_PLACE = 2 ** 27
/** Ids and twice of them stay exact. Projects beyond share the last range; filters tell them apart. */
const LAST_PLACE = 2 ** 12 - 1
/** Sessions without a project, and those whose project was not known yet. */
const NO_PLACE = 0

export class MessageRows {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** The place of a project, numbered at first sight. Called inside a transaction. */
  placeOf(project: string | null): number {
    if (project === null) return NO_PLACE
    const known = this.#numberOf(project)
    if (known !== null) return known
    const { lastId } = this.#db.run('INSERT INTO message_place (project) VALUES (?)', project)
    return Math.min(lastId, LAST_PLACE)
  }

  /** The row after the last one in that place. */
  nextRow(place: number): number {
    const { first, last } = rowsOf(place)
    const found = this.#db.get(
      'SELECT max(row) AS row FROM message WHERE row BETWEEN ? AND ?',
      first,
      last,
    )
    return found?.row == null ? first : Number(found.row) + 1
  }

  /** Where passages of these projects may be; left out, everywhere. */
  passageRanges(projects: readonly (string | null)[] | undefined): Range[] {
    if (projects === undefined) return [{ first: 0, last: Number.MAX_SAFE_INTEGER }]
    const places = new Set([NO_PLACE])
    for (const project of projects) {
      const place = project === null ? NO_PLACE : this.#numberOf(project)
      if (place !== null) places.add(place)
    }
    return [...places].map((place) => {
      const { first, last } = rowsOf(place)
      return { first: first * PASSAGES_A_MESSAGE, last: (last + 1) * PASSAGES_A_MESSAGE - 1 }
    })
  }

  #numberOf(project: string): number | null {
    const found = this.#db.get('SELECT number FROM message_place WHERE project = ?', project)
    return found ? Math.min(Number(found.number), LAST_PLACE) : null
  }
}

function rowsOf(place: number): Range {
  const first = place * ROWS_A_PLACE + 1
  return { first, last: first + ROWS_A_PLACE - 2 }
}

/** The first of the ids that a message's passages have. */
export function firstPassage(row: number): number {
  return row * PASSAGES_A_MESSAGE
}
