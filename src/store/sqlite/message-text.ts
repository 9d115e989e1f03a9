/** F-02. The words of every message, by passage. */
import { indexText } from '../../text/index-text.ts'
import { PassageSettings, passagesOf } from '../../text/passages.ts'
import type { NewMessage, StoredCall } from '../sessions.ts'
import type { Database } from './database.ts'
import { firstPassage, PASSAGES_A_MESSAGE } from './message-rows.ts'

export const passageSettings = PassageSettings.parse({})

/** What is indexed of a message: its text, and which tools it called with what. */
export type Indexed = Pick<NewMessage, 'text' | 'calls'>

export class MessageText {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  insert(row: number, message: Indexed): void {
    const first = firstPassage(row)
    for (const [index, body] of bodiesOf(message).entries()) {
      this.#db.run('INSERT INTO message_text (rowid, body) VALUES (?, ?)', first + index, body)
    }
  }

  /** `message` is what was indexed under that row. */
  remove(row: number, message: Indexed): void {
    const first = firstPassage(row)
    for (let index = 0; index < bodiesOf(message).length; index++) {
      this.#db.run('DELETE FROM message_text WHERE rowid = ?', first + index)
    }
  }
}

function bodiesOf({ text, calls }: Indexed): string[] {
  const bodies = passagesIn(text).map((passage) => indexText(passage.text))
  if (calls.length > 0)
    bodies[0] = `${bodies[0] ?? ''}\n${indexText(calls.map(callWords).join('\n'))}`
  return bodies
}

function passagesIn(text: string) {
  return passagesOf(passageSettings, text).slice(0, PASSAGES_A_MESSAGE)
}

/** A command says more than its input as JSON; so do the files. */
export function callWords({ name, command, filesRead, filesModified, input }: StoredCall): string {
  const what = command ?? [...filesModified, ...filesRead].join(' ')
  return `${name} ${what === '' ? input : what}`
}

/** Where the n-th passage of a text stands. */
export function passageAt(text: string, index: number): { start: number; end: number } {
  const passage = text.length <= passageSettings.maxCharacters ? undefined : passagesIn(text)[index]
  return passage ? { start: passage.start, end: passage.end } : { start: 0, end: text.length }
}
