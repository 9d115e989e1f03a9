/** D-07. What a typed query says: words to look for, and filters such as `tag:auth`. */
import { canonicalType } from '../memory/types.ts'
import { nearest } from '../text/distance.ts'
import { cleanText } from '../text/well-formed.ts'

interface ParsedQuery {
  /** The query without its filters. */
  readonly text: string
  readonly tags: readonly string[]
  readonly types: readonly string[]
  readonly file: string | null
  /** What looks like a filter and is none, with the one that may have been meant. */
  readonly notes: readonly string[]
}

const FILTERS = ['tag', 'type', 'file'] as const
const FILTER = /(?<=^|\s)(tag|type|file):("[^"]*"|[^\s"]+)/gi
const LIKE_A_FILTER = /(?<=^|\s)([a-z]{3,10}):(?=[^\s:/\\])/gi
/** A question in more words than this is a document: its beginning says what it is about. */
const MAX_QUESTION_CHARACTERS = 4000

/** As much of a question as is searched for; no word is cut in two. */
export function questionIn(text: string): string {
  if (text.length <= MAX_QUESTION_CHARACTERS) return text
  const start = text.slice(0, MAX_QUESTION_CHARACTERS)
  return start.slice(0, Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n')) + 1)
}

/** So many characters of a query are read; more is a text that was pasted. */
const MAX_CHARACTERS = 20_000

export function parseQuery(query: string): ParsedQuery {
  const tags: string[] = []
  const types: string[] = []
  let file: string | null = null
  const read = cleanText(query.slice(0, MAX_CHARACTERS))
  const text = read.replace(FILTER, (_, kind: string, given: string) => {
    const value = given.replace(/^"|"$/g, '')
    if (kind.toLowerCase() === 'tag') tags.push(value.toLowerCase())
    else if (kind.toLowerCase() === 'type') types.push(canonicalType(value))
    else file = value
    return ''
  })
  return { text: text.replace(/\s+/g, ' ').trim(), tags, types, file, notes: misspelt(text) }
}

function misspelt(text: string): string[] {
  return Array.from(text.matchAll(LIKE_A_FILTER)).flatMap(([, word = '']) => {
    const [near] = nearest(FILTERS, word.toLowerCase(), 1)
    return near ? [`"${word}:" is no filter and was read as a word; "${near}:" is one.`] : []
  })
}
