/** F-02. The words of every message, by passage. */

import { type IndexedMessage, messageBodies } from '../rules/passages.ts'
import type { Database } from './database.ts'
import { firstPassage } from './message-rows.ts'

export class MessageText {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  clear(): void {
    this.#db.exec(`INSERT INTO message_text (message_text) VALUES ('delete-all')`)
  }

  insert(row: number, message: IndexedMessage): void {
    const first = firstPassage(row)
    for (const [index, body] of messageBodies(message).entries()) {
      this.#db.run('INSERT INTO message_text (rowid, body) VALUES (?, ?)', first + index, body)
    }
  }

  /** `message` is what was indexed under that row. */
  remove(row: number, message: IndexedMessage): void {
    const first = firstPassage(row)
    for (let index = 0; index < messageBodies(message).length; index++) {
      this.#db.run('DELETE FROM message_text WHERE rowid = ?', first + index)
    }
  }
}
