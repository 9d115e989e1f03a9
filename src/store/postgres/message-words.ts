/** F-02. The words of a message, by passage, and where each passage stands. */
import { PassageSettings, passagesOf } from '../../text/passages.ts'
import type { NewMessage, StoredCall } from '../sessions.ts'
import { type IndexedWords, indexedWords } from './words.ts'

const settings = PassageSettings.parse({})
const PASSAGES_A_MESSAGE = 4096

export function messageWords(
  space: number,
  { text, calls }: Pick<NewMessage, 'text' | 'calls'>,
): IndexedWords[] {
  const bodies = passagesIn(text).map((passage) => passage.text)
  if (calls.length > 0) bodies[0] = `${bodies[0] ?? ''}\n${calls.map(callWords).join('\n')}`
  return bodies.map((body) => indexedWords(space, '', body))
}

function passagesIn(text: string) {
  return passagesOf(settings, text).slice(0, PASSAGES_A_MESSAGE)
}

/** A command says more than its input as JSON; so do the files. */
function callWords({ name, command, filesRead, filesModified, input }: StoredCall): string {
  const what = command ?? [...filesModified, ...filesRead].join(' ')
  return `${name} ${what === '' ? input : what}`
}

/** Where the n-th passage of a text stands. */
export function passageAt(text: string, index: number): { start: number; end: number } {
  const passage = text.length <= settings.maxCharacters ? undefined : passagesIn(text)[index]
  return passage ? { start: passage.start, end: passage.end } : { start: 0, end: text.length }
}
