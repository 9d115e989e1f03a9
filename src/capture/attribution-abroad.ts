/** M-03. Whose words stand behind a colon, or before a sentence that names their source, in nine languages besides English. */
import {
  JOINED_ATTRIBUTION,
  SPACED_ATTRIBUTION,
  type SpacedAttribution,
} from './attribution-words.ts'

/** The words before a colon say that what follows is another's. */
export function attributesAbroad(lead: string): boolean {
  const text = lead.trim()
  const words = wordsOf(text)
  return (
    SPACED.some((row) => reports(row, words) || cites(row, words) || cameAcross(row, words)) ||
    JOINED_ATTRIBUTION.some(
      ({ own, conditions, attributes }) =>
        !own.test(text) && !conditions.test(text) && attributes.some((each) => each.test(text)),
    )
  )
}

/** The writer speaks of what they said themselves ("wie ich schrieb", "autrement dit"), or names a case ("wenn der Kunde fragt"). */
export function reportsNobody(lead: string): boolean {
  const words = wordsOf(lead)
  if (PHRASES.has(words.join(' ')) || SPACED.some((row) => isCondition(row, words))) return true
  const text = lead.trim()
  if (JOINED_ATTRIBUTION.some((row) => row.own.test(text) || row.conditions.test(text))) return true
  return SPACED.some(
    (row) =>
      words.some((word) => has(row.own, word)) &&
      words.some((word) => has(row.says, word) || has(row.said, word) || has(row.ownSays, word)) &&
      !cites(row, words) &&
      !cameAcross(row, words),
  )
}

/** A line that announces rules of the writer's own: "unsere Regeln:", "правила этого проекта:". */
export function announcesOwnAbroad(line: string): boolean {
  const text = line.trim().replace(/\s?[:：]$/, '')
  const words = wordsOf(text)
  return (
    SPACED.some(
      (row) =>
        words.some((word) => has(row.rules, word)) &&
        words.some((word) => has(row.house, word) || has(row.own, word)),
    ) || JOINED_ATTRIBUTION.some(({ ownRules }) => ownRules.test(text))
  )
}

/** Only the last words of a line say where all before them comes from: "… So steht es im Handbuch.", "… (fuente: foro)". */
export function namesSourceBehindAbroad(line: string): boolean {
  const text = line.trimEnd().slice(-MAX_BEHIND_CHARACTERS)
  const bracket = BRACKET_BEHIND.exec(text)
  if (bracket !== null) {
    const [first = '', ...more] = wordsOf(bracket[1] ?? '')
    if (more.length > 0 && SPACED.some(({ sources }) => has(sources, first))) return true
  }
  const [first = '', ...more] = wordsOf(DASH_BEHIND.exec(text)?.[1] ?? '')
  if (more.length > 0 && SPACED.some((row) => has(row.accordingTo, first) || has(row.says, first)))
    return true
  const last = LAST_SENTENCE.exec(text)?.[1] ?? text
  const isBehind = last.length < line.trim().length
  return isBehind && saysWhereFrom(last)
}

/** A line of its own that says it of the lines above. */
export function saysWhereFrom(sentence: string): boolean {
  const words = wordsOf(sentence)
  if (words.length > MAX_SOURCE_WORDS) return false
  return (
    SPACED.some(
      (row) => has(row.refers, words[0] ?? '') && (cites(row, words) || reports(row, words)),
    ) || JOINED_ATTRIBUTION.some(({ sourceBehind }) => sourceBehind.test(sentence.trim()))
  )
}

const MAX_BEHIND_CHARACTERS = 160
const MAX_SOURCE_WORDS = 12
const BRACKET_BEHIND = /[(（]([^()（）\n]{2,60})[)）][.\s]{0,4}$/u
const DASH_BEHIND = /[\p{L}.!…»”"] [–—-]{1,2} ([^–—\n]{3,60})$/u
const LAST_SENTENCE = /[.!…»”"。！]\s{0,4}([^.!…。！\n]{4,100}[.!。！]?\s{0,4})$/u

interface Words {
  readonly exact: ReadonlySet<string>
  readonly starts: readonly string[]
  readonly ends: readonly string[]
}

type Row = { readonly [Key in Exclude<keyof SpacedAttribution, 'language' | 'phrases'>]: Words }

function wordSet(words: readonly string[]): Words {
  return {
    exact: new Set(words.filter((word) => !word.includes('*'))),
    starts: words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
    ends: words.filter((word) => word.startsWith('*')).map((word) => word.slice(1)),
  }
}

const SPACED: readonly Row[] = SPACED_ATTRIBUTION.map(({ language: _, phrases: __, ...lists }) => {
  const sets = Object.entries(lists).map(([key, words]) => [key, wordSet(words)])
  return Object.fromEntries(sets) as Row // one set for each list of the row
})

const PHRASES = new Set(SPACED_ATTRIBUTION.flatMap(({ phrases }) => phrases))

function has({ exact, starts, ends }: Words, word: string): boolean {
  return (
    exact.has(word) ||
    starts.some((start) => word.startsWith(start)) ||
    ends.some((end) => word.endsWith(end))
  )
}

/** A third person says, writes or wants; the first word may be an order, and a condition reports nothing. */
function reports(row: Row, words: readonly string[]): boolean {
  if (words.some((word) => has(row.own, word)) || isCondition(row, words)) return false
  if (words.slice(1).some((word) => has(row.says, word))) return true
  const auxiliary = words.findIndex((word) => has(row.auxiliaries, word))
  return auxiliary !== -1 && words.some((word, i) => i !== auxiliary && has(row.said, word))
}

/** A document is named and what stands in it, or it begins with "from" and a document or a place. */
function cites(row: Row, words: readonly string[]): boolean {
  if (words.some((word) => has(row.house, word)) || isCondition(row, words)) return false
  const tells = [row.written, row.said, row.parts]
  const documents = words.flatMap((word, at) => (has(row.documents, word) ? [at] : []))
  if (has(row.from, words[0] ?? '') && documents.some((at) => at > 0)) return true
  return documents.some((at) =>
    words.some((word, i) => i !== at && tells.some((each) => has(each, word))),
  )
}

function cameAcross(row: Row, words: readonly string[]): boolean {
  if (isCondition(row, words) || !words.some((word) => has(row.received, word))) return false
  return words.some((word) => has(row.pointers, word) || has(row.documents, word))
}

const CONDITION_WORDS = 2

function isCondition(row: Row, words: readonly string[]): boolean {
  return words.slice(0, CONDITION_WORDS).some((word) => has(row.conditions, word))
}

/** An apostrophe parts words: "m'a", "dell'articolo". */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? []
}
