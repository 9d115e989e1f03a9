/** F-02. The words of a message, by passage, and where each passage is. */

import type { ToolCall } from '../../sessions/message.ts'
import { indexText } from '../../text/index-text.ts'
import { type Passage, PassageSettings, passagesOf } from '../../text/passages.ts'
import { hasUnsegmented } from '../../text/scripts.ts'
import type { NewMessage } from '../sessions.ts'
import { type IndexedWords, indexedWords } from './words.ts'

const settings = PassageSettings.parse({})
const PASSAGES_A_MESSAGE = 4096

type Said = Pick<NewMessage, 'role' | 'text'>

/** What a tool printed is found by its words as they are; parts of names are for what was said. */
export function messageWords(
  space: number,
  { role, text, calls }: Said & Pick<NewMessage, 'calls'>,
): IndexedWords[] {
  const isOutput = role === 'tool'
  const bodies = passagesIn({ role, text }).map((passage) =>
    isOutput && !hasUnsegmented(passage.text) ? passage.text : indexText(passage.text),
  )
  if (calls.length > 0) {
    const called = indexText(calls.map(callWords).join('\n'))
    bodies[0] = bodies[0] === undefined ? called : `${bodies[0]}\n${called}`
  }
  return bodies.map((body) => indexedWords(space, '', body))
}

function passagesIn({ role, text }: Said): readonly Passage[] {
  const passages = role === 'tool' ? linesTogether(text) : passagesOf(settings, text)
  return passages.slice(0, PASSAGES_A_MESSAGE)
}

/** Output has lines and no paragraphs: as many of them as fit. A longer line is cut like any text. */
function linesTogether(text: string): Passage[] {
  const passages: Passage[] = []
  for (let start = 0; start < text.length; ) {
    const reach = start + settings.maxCharacters
    const lastLine = reach >= text.length ? text.length : text.lastIndexOf('\n', reach - 1) + 1
    if (lastLine > start) {
      passages.push({ start, end: lastLine, text: text.slice(start, lastLine) })
      start = lastLine
      continue
    }
    const next = text.indexOf('\n', reach)
    const end = next === -1 ? text.length : next + 1
    for (const piece of passagesOf(settings, text.slice(start, end))) {
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

/** Where the n-th passage of a message is. */
export function passageAt(message: Said, index: number): { start: number; end: number } {
  const { text } = message
  const isShort = text.length <= settings.maxCharacters
  const passage = isShort ? undefined : passagesIn(message)[index]
  return passage ? { start: passage.start, end: passage.end } : { start: 0, end: text.length }
}
