/**
 * M-32. Whether a prompt merely lets the agent go on: "please continue", "yes", "commit and push".
 * There is nothing to look up for it, whatever its words may match.
 */
import { words } from '../../text/words.ts'
import { languageOf, sayOnlyGoOn } from './languages.ts'

const MAX_CHARACTERS = 80
/** A backtick, a slash, `a.b`, `a_b`, camelCase or two digits: it names a thing. */
const NAMED_THING = /[`/\\]|\w\.\w|\w_\w|\p{Ll}\p{Lu}|\d\d/u

/** "1 and 3", "b": picked from a list that the agent gave. */
const LIST_ITEM = /^(?:\d|[a-f])$/

/** `isKnown` says whether the history holds a word. */
export function isGoingOn(prompt: string, isKnown: (word: string) => boolean): boolean {
  const text = prompt.trim()
  if (text.length > MAX_CHARACTERS || NAMED_THING.test(text)) return false
  const said = words(text).filter((word) => !LIST_ITEM.test(word))
  if (sayOnlyGoOn(said)) return true
  const { stop, goingOn } = languageOf(said, text)
  const left = said.filter((word) => !stop.has(word) && !goingOn.has(word))
  const [only] = left
  if (left.length > 1 || only === undefined) return false
  // One word is left: beside a word of going on it is its object, and alone it is a question.
  return said.some((word) => goingOn.has(word)) || !isKnown(only)
}
