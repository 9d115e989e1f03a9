/**
 * RECALL "Context table". What was said in a session, in overlapping stretches. A session is cut into
 * sections of a fixed number of turns; one that gained or changed a turn is built again as a whole,
 * so the stretches depend on what the session holds and not on how it was read.
 */
import { type StretchSettings, stretchesOf } from '../../sessions/stretches.ts'
import { indexText } from '../../text/index-text.ts'
import type { Database } from './database.ts'
import { passageSettings } from './message-text.ts'

const SECTION_TURNS = 32

export class StretchIndex {
  readonly #db: Database
  readonly #settings: StretchSettings

  constructor(db: Database, settings: StretchSettings) {
    this.#db = db
    this.#settings = settings
  }

  /** Called inside the transaction that stored these turns. */
  rebuild(session: number, turns: ReadonlySet<number>): void {
    const sections = new Set<number>()
    for (const turn of turns) {
      const section = Math.floor(turn / SECTION_TURNS)
      sections.add(section)
      // The last turns of a section also lead into the next one, where there is one.
      if (turn % SECTION_TURNS >= SECTION_TURNS - this.#lead) sections.add(section + 1)
    }
    for (const section of sections) this.#rebuildSection(session, section)
  }

  remove(session: number, section?: number): void {
    const rows = this.#db.all(
      'SELECT id FROM stretch WHERE session = ? AND (? IS NULL OR section = ?)',
      session,
      section ?? null,
      section ?? null,
    )
    for (const { id } of rows) {
      this.#db.run('DELETE FROM stretch_text WHERE rowid = ?', Number(id))
      this.#db.run('DELETE FROM stretch WHERE id = ?', Number(id))
    }
  }

  get #lead(): number {
    return Math.min(this.#settings.step, SECTION_TURNS - 1)
  }

  #rebuildSection(session: number, section: number): void {
    const first = section * SECTION_TURNS
    const rows = this.#db.all(
      `SELECT turn, role, text FROM message
       WHERE session = ? AND turn >= ? AND turn < ? ORDER BY turn`,
      session,
      Math.max(first - this.#lead, 0),
      first + SECTION_TURNS,
    )
    this.remove(session, section)
    if (!rows.some((row) => Number(row.turn) >= first)) return
    const turns = rows.map((row) => ({
      id: String(row.turn),
      speaker: String(row.role),
      text: String(row.text),
    }))
    const settings = { ...this.#settings, passages: passageSettings }
    for (const { fromMessage, toMessage, text } of stretchesOf(settings, turns)) {
      const { lastId } = this.#db.run(
        'INSERT INTO stretch (session, section, from_turn, to_turn) VALUES (?, ?, ?, ?)',
        session,
        section,
        Number(fromMessage),
        Number(toMessage),
      )
      this.#db.run('INSERT INTO stretch_text (rowid, body) VALUES (?, ?)', lastId, indexText(text))
    }
  }
}
