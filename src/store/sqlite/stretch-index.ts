/**
 * RECALL "Context table". What was said in a session, in overlapping stretches. A session is cut into
 * sections of a few turns; one that gained or changed a turn is built again as a whole, so stretches
 * follow from what the session holds, and another turn costs the same in a long session as in a short.
 */
import { STRETCH_STEP, stretchesOf } from '../../sessions/stretches.ts'
import { indexText } from '../../text/index-text.ts'
import { MAX_PASSAGE_CHARACTERS } from '../../text/passages.ts'
import type { Database } from './database.ts'

/** A section is full at either; a single long turn makes a section of its own. */
const SECTION_TURNS = 32
const SECTION_CHARACTERS = 16_384

/** The sections of one session while turns are added to it. */
export interface Sections {
  /** The first turn of the section that is still open. */
  readonly current: number
  addMessage(turn: number, characters: number): void
  changeTurn(turn: number): void
  /** Builds again what was touched. Called inside the transaction that stored the turns. */
  rebuild(): void
}

export class StretchIndex {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  open(session: number, current: number): Sections {
    const touched = new Set<number>()
    const changed = new Set<number>()
    let section = current
    let characters: number | null = null
    return {
      get current() {
        return section
      },
      addMessage: (turn, length) => {
        characters ??= this.#charactersFrom(session, section, turn)
        if (turn - section >= SECTION_TURNS || characters >= SECTION_CHARACTERS) {
          section = turn
          characters = 0
        }
        characters += length
        touched.add(section)
      },
      changeTurn: (turn) => {
        changed.add(turn)
        characters = null
      },
      rebuild: () => {
        for (const turn of changed) {
          const { start, next } = this.#sectionOf(session, turn, section)
          touched.add(start)
          // The last turns of a section also lead into the next one.
          if (next !== null && turn >= next - STRETCH_STEP) touched.add(next)
        }
        // The last one first: where a section ends is known by where the next one begins.
        for (const start of [...touched].sort((a, b) => b - a)) this.#rebuild(session, start)
      },
    }
  }

  clear(): void {
    this.#db.exec('DELETE FROM stretch')
    this.#db.exec(`INSERT INTO stretch_text (stretch_text) VALUES ('delete-all')`)
  }

  /** All of a session. */
  remove(session: number): void {
    this.#removeRows(this.#db.all('SELECT id FROM stretch WHERE session = ?', session))
  }

  #rebuild(session: number, start: number): void {
    const known = 'SELECT id FROM stretch WHERE session = ? AND section = ?'
    this.#removeRows(this.#db.all(known, session, start))
    const { next } = this.#sectionOf(session, start, start)
    const rows = this.#db.all(
      `SELECT turn, role, text FROM message
       WHERE session = ? AND turn >= ? AND turn < ? ORDER BY turn`,
      session,
      Math.max(start - STRETCH_STEP, 0),
      next ?? Number.MAX_SAFE_INTEGER,
    )
    const turns = rows.map((row) => {
      const text = String(row.text)
      // What leads into a section is there as a neighbour only: the end of it is enough.
      const isLead = Number(row.turn) < start
      const shown = isLead ? text.slice(-MAX_PASSAGE_CHARACTERS) : text
      return { id: String(row.turn), speaker: String(row.role), text: shown }
    })
    for (const { fromMessage, toMessage, text } of stretchesOf(turns)) {
      if (Number(toMessage) < start) continue
      const { lastId } = this.#db.run(
        'INSERT INTO stretch (session, section, from_turn, to_turn) VALUES (?, ?, ?, ?)',
        session,
        start,
        Number(fromMessage),
        Number(toMessage),
      )
      this.#db.run('INSERT INTO stretch_text (rowid, body) VALUES (?, ?)', lastId, indexText(text))
    }
  }

  #removeRows(rows: readonly Record<string, unknown>[]): void {
    for (const { id } of rows) {
      this.#db.run('DELETE FROM stretch_text WHERE rowid = ?', Number(id))
      this.#db.run('DELETE FROM stretch WHERE id = ?', Number(id))
    }
  }

  #charactersFrom(session: number, first: number, before: number): number {
    const row = this.#db.get(
      `SELECT coalesce(sum(length(text)), 0) AS n FROM message
       WHERE session = ? AND turn >= ? AND turn < ?`,
      session,
      first,
      before,
    )
    return Number(row?.n ?? 0)
  }

  /** Where the section of a turn begins, and where the next one does. */
  #sectionOf(session: number, turn: number, fallback: number) {
    const row = this.#db.get(
      `SELECT (SELECT max(section) FROM stretch WHERE session = ?1 AND section <= ?2) AS start,
              (SELECT min(section) FROM stretch WHERE session = ?1 AND section > ?2) AS next`,
      session,
      turn,
    )
    return {
      start: row?.start == null ? Math.min(fallback, turn) : Number(row.start),
      next: row?.next == null ? null : Number(row.next),
    }
  }
}
