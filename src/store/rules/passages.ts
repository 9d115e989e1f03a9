/** F-02, D-19. How memories and messages are cut into passages, and what of a message is indexed. */
import type { ToolCall } from '../../sessions/message.ts'
import { indexText } from '../../text/index-text.ts'
import { MAX_PASSAGE_CHARACTERS, type Passage, passagesOf } from '../../text/passages.ts'
import { hasUnsegmented } from '../../text/scripts.ts'
import type { NewMessage } from '../sessions.ts'

/** Further passages of a message are not indexed. */
export const PASSAGES_A_MESSAGE = 4096

type MessageText = Pick<NewMessage, 'role' | 'text'>
/** What is indexed of a message: its text, and which tools it called with what. */
export type IndexedMessage = MessageText & Pick<NewMessage, 'calls'>

/** A memory without text is still found by its title. */
export function memoryPassages(content: string): Passage[] {
  return content === '' ? [{ start: 0, end: 0, text: '' }] : passagesOf(content)
}

/** Tool output is indexed as it is; the parts of names only of what was said. */
export function messageBodies({ role, text, calls }: IndexedMessage): string[] {
  const isOutput = role === 'tool'
  const bodies = passagesIn({ role, text }).map((passage) =>
    isOutput && !hasUnsegmented(passage.text) ? passage.text : indexText(passage.text),
  )
  if (calls.length === 0) return bodies
  const called = indexText(calls.map(callWords).join('\n'))
  return [bodies[0] === undefined ? called : `${bodies[0]}\n${called}`, ...bodies.slice(1)]
}

/** Where the n-th passage of a message is. */
export function passageAt(message: MessageText, index: number): { start: number; end: number } {
  const { text } = message
  const isShort = text.length <= MAX_PASSAGE_CHARACTERS
  const passage = isShort ? undefined : passagesIn(message)[index]
  return passage ? { start: passage.start, end: passage.end } : { start: 0, end: text.length }
}

function passagesIn({ role, text }: MessageText): readonly Passage[] {
  const passages = role === 'tool' ? linesTogether(text) : passagesOf(text)
  return passages.slice(0, PASSAGES_A_MESSAGE)
}

/** Output has lines and no paragraphs: as many of them as fit. A longer line is cut like any text. */
function linesTogether(text: string): Passage[] {
  const passages: Passage[] = []
  for (let start = 0; start < text.length; ) {
    const reach = start + MAX_PASSAGE_CHARACTERS
    const lastLine = reach >= text.length ? text.length : text.lastIndexOf('\n', reach - 1) + 1
    if (lastLine > start) {
      passages.push({ start, end: lastLine, text: text.slice(start, lastLine) })
      start = lastLine
      continue
    }
    const next = text.indexOf('\n', reach)
    const end = next === -1 ? text.length : next + 1
    for (const piece of passagesOf(text.slice(start, end))) {
      passages.push({ start: start + piece.start, end: start + piece.end, text: piece.text })
    }
    start = end
  }
  return passages
}

/** A command says more than its input as JSON; so do the files. */
function callWords({ name, command, filesRead, filesModified, input }: ToolCall): string {
  const what = command ?? [...filesModified, ...filesRead].join(' ')
  return `${name} ${what === '' ? input : what}`
}
