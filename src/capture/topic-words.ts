/** The words of a text that tell what it is about: no talk, no numbers, of a path only its end. */
import { contentWords, stem } from '../text/words.ts'

/** What is said about any work, and says nothing about which. */
const TALK: ReadonlySet<string> = new Set(
  (
    'add again agree ask bit call change check commit continue do done exactly explanation file first fix fine ' +
    'forget go good great happen help idea know last let lets lgtm like look make maybe mean move need new next nice ' +
    'no not now ok okay one plan please previous problem proceed really remove retry right run say see show something ' +
    'sound start still stop sure take thank thing think time try understand update use version wait want way well work ' +
    'write wrong yes'
  )
    .split(' ')
    .map(stem),
)
const PATH =
  /(?<![^\s"'`,;:()[\]{}<>=|\\])[^\s"'`,;:()[\]{}<>=|\\]{1,200}\/[^\s"'`,;:()[\]{}<>=|\\]{1,200}/g
const MIN_ASCII_CHARS = 3

/** Stemmed, each once, in order. The beginning of a path stands in every line of a session. */
export function topicWords(text: string): string[] {
  const short = text.replace(PATH, (path) => path.split('/').slice(-2).join(' '))
  return [...new Set(contentWords(short).map(stem))].filter(isTelling)
}

function isTelling(word: string): boolean {
  const isShort = word.length < MIN_ASCII_CHARS && /^[a-z]*$/.test(word)
  return !isShort && !TALK.has(word) && !/^\d/.test(word)
}
