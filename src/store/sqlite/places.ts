/**
 * Every place has a number, and the passages of a place have ids of one range. FTS5 seeks to a range
 * by itself, so that a question in one project neither reads nor ranks the words of the others.
 */
import type { Visibility } from '../filter.ts'
import type { Place } from '../store.ts'
import type { Database } from './database.ts'

/** More passages than a place will ever have; numbers stay exact for two million places. */
const IDS_A_PLACE = 2 ** 32

/** From the first id of the range to the last. */
export interface Range {
  readonly first: number
  readonly last: number
}

export class Places {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Null when nothing was ever kept there. */
  rangeOf(place: Place): Range | null {
    const row = this.#db.get('SELECT number FROM place WHERE key = ?', keyOf(place))
    return row ? rangeOf(Number(row.number)) : null
  }

  /** The ranges of all that can be seen from there. */
  visible({ project, session }: Visibility): Range[] {
    const places: Place[] = [
      { scope: 'global', project: null, session: null },
      { scope: 'team', project: null, session: null },
    ]
    if (project !== null) places.push({ scope: 'project', project, session: null })
    if (session !== null) places.push({ scope: 'session', project, session })
    return places.flatMap((place) => this.rangeOf(place) ?? [])
  }

  /** An id that no passage has, in the place's own range. Called inside a transaction. */
  nextPassageId(place: Place): number {
    const { first, last } = this.rangeOf(place) ?? this.#numbered(place)
    const row = this.#db.get(
      'SELECT max(id) AS id FROM passage WHERE id BETWEEN ? AND ?',
      first,
      last,
    )
    return row?.id == null ? first : Number(row.id) + 1
  }

  #numbered(place: Place): Range {
    const { lastId } = this.#db.run('INSERT INTO place (key) VALUES (?)', keyOf(place))
    return rangeOf(lastId)
  }
}

function rangeOf(number: number): Range {
  const first = number * IDS_A_PLACE
  return { first, last: first + IDS_A_PLACE - 1 }
}

/** A session is one place, whatever project it is in: its memories are seen by that session alone. */
function keyOf({ scope, project, session }: Place): string {
  if (scope === 'project') return `project:${project ?? ''}`
  if (scope === 'session') return `session:${session ?? ''}`
  return scope
}
