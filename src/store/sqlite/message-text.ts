/** F-02. The words of every message, by passage. */

import type { ToolCall } from '../../sessions/message.ts'
import { indexText } from '../../text/index-text.ts'
import { type Passage, PassageSettings, passagesOf } from '../../text/passages.ts'
import { hasUnsegmented } from '../../text/scripts.ts'
import type { NewMessage } from '../sessions.ts'
import type { Database } from './database.ts'
import { firstPassage, PASSAGES_A_MESSAGE } from './message-rows.ts'

export const passageSettings = PassageSettings.parse({})

/** What is indexed of a message: its text, and which tools it called with what. */
type Indexed = Pick<NewMessage, 'role' | 'text' | 'calls'>

export class MessageText {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  clear(): void {
    this.#db.exec(`INSERT INTO message_text (message_text) VALUES ('delete-all')`)
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

/** What a tool printed is found by its words as they are; parts of names are for what was said. */
function bodiesOf({ role, text, calls }: Indexed): string[] {
  const isOutput = role === 'tool'
  const bodies = passagesIn({ role, text }).map((passage) =>
    isOutput && !hasUnsegmented(passage.text) ? passage.text : indexText(passage.text),
  )
  if (calls.length === 0) return bodies
  const called = indexText(calls.map(callWords).join('\n'))
  return [bodies[0] === undefined ? called : `${bodies[0]}\n${called}`, ...bodies.slice(1)]
}

function passagesIn({ role, text }: Pick<Indexed, 'role' | 'text'>): readonly Passage[] {
  const passages = role === 'tool' ? linesTogether(text) : passagesOf(passageSettings, text)
  return passages.slice(0, PASSAGES_A_MESSAGE)
}

/** Output has lines and no paragraphs: as many of them as fit. A longer line is cut like any text. */
function linesTogether(text: string): Passage[] {
  const limit = passageSettings.maxCharacters
  const passages: Passage[] = []
  for (let start = 0; start < text.length; ) {
    const reach = start + limit
    let end = reach >= text.length ? text.length : text.lastIndexOf('\n', reach - 1) + 1
    if (end <= start) {
      const next = text.indexOf('\n', reach)
      end = next === -1 ? text.length : next + 1
      for (const piece of passagesOf(passageSettings, text.slice(start, end))) {
        const { text: cut } = piece
        passages.push({ start: start + piece.start, end: start + piece.end, text: cut })
      }
    } else passages.push({ start, end, text: text.slice(start, end) })
    start = end
  }
  return passages
}

/** A command says more than its input as JSON; so do the files. */
function callWords({ name, command, filesRead, filesModified, input }: ToolCall): string {
  const what = command ?? [...filesModified, ...filesRead].join(' ')
  return `${name} ${what === '' ? input : what}`
}

/** Where the n-th passage of a message is. */
export function passageAt(
  message: Pick<Indexed, 'role' | 'text'>,
  index: number,
): { start: number; end: number } {
  const { text } = message
  const isShort = text.length <= passageSettings.maxCharacters
  const passage = isShort ? undefined : passagesIn(message)[index]
  return passage ? { start: passage.start, end: passage.end } : { start: 0, end: text.length }
}
