/**
 * D-19, RECALL "Vectors". What is embedded: of a unit each passage, of a question its words.
 *
 * Neither holds the names of speakers. In a vector a name outweighs what is said ("Anna: Cool!" is
 * near to every question about Anna); the part `who` knows it better. Without names on both sides
 * recall@10 by meaning alone rose from 49 to 60 on conversations. Identifiers are taken apart, since
 * the model has no words for `isIterableButNotString` (recall@10 on code search + 2). A question for
 * code leaves out the language it is to be written in: code does not name its own language, and the
 * name draws in whatever does (hit@1 on code search + 1).
 */
import { passagesOf, utterancesOf } from '../text/passages.ts'

interface EmbeddableText {
  /** What a passage belongs to and may not say itself: the title of a memory. Empty for messages. */
  readonly lead: string
  readonly text: string
  /** Where the words begin, behind the name of who said them. */
  readonly saidFrom: number
  /** M-31. What a person said is found sentence by sentence. */
  readonly isSaid?: boolean
}

interface PassageToEmbed {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A lead that the passage begins with itself is not said twice. */
export function passagesToEmbed({
  lead,
  text,
  saidFrom,
  isSaid = false,
}: EmbeddableText): PassageToEmbed[] {
  const cut = isSaid ? utterancesOf : passagesOf
  const passages = text === '' ? [{ start: 0, end: 0, text: '' }] : cut(text)
  const said = plain(lead)
  return passages.map((passage) => {
    const repeatsLead = said === '' || plain(passage.text).startsWith(said)
    const words = passage.text.slice(Math.max(saidFrom - passage.start, 0))
    const whole = repeatsLead ? words : `${lead.slice(saidFrom)}: ${words}`
    return { start: passage.start, end: passage.end, text: inWords(whole) }
  })
}

/** The question as it is embedded. One that is nothing but names keeps them. */
export function questionToEmbed(question: string, speakers: readonly string[]): string {
  const nameless = speakers.reduce(
    (text, speaker) => text.replace(possessive(speaker), ' '),
    withoutLanguage(question),
  )
  const text = /[\p{L}\p{N}]/u.test(nameless) ? nameless : question
  return inWords(text).replace(/\s+/g, ' ').trim()
}

const LANGUAGE =
  /(?=[cfghijkmprstuw])(?<![\p{L}\p{N}.])(?:(?:in|using|with|for) )?(?:python[23]?|java|javascript|typescript|rust|golang|kotlin|swift|ruby|scala|haskell|perl|php|matlab|c\+\+|c#)(?![\p{L}\p{N}.+#-])/giu
/** Words of people and projects: what the question asks for was said, and may be about the language. */
const ABOUT_PEOPLE = /\b(?:we|us|our|you|your|they|their|who|whose|i|my|me|team|project|repo)\b/i
const MIN_WORDS_LEFT = 2

/** "sort a list of dicts in python" asks for code; "why did we leave python" asks about Python. */
function withoutLanguage(question: string): string {
  if (ABOUT_PEOPLE.test(question.replace(HOW_TO, ''))) return question
  const rest = question.replace(LANGUAGE, ' ')
  return (rest.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= MIN_WORDS_LEFT ? rest : question
}

const HOW_TO = /^\s*how (?:to|do (?:i|you)|can (?:i|you))\b/i

const SMALL_TO_LARGE = /(\p{Ll}|\p{N})(\p{Lu})/gu
const LAST_OF_CAPITALS = /(\p{Lu})(\p{Lu}\p{Ll})/gu
const UNDERSCORES = /_+/g

/** `getUserName` and `get_user_name` become "get User Name" and "get user name". */
function inWords(text: string): string {
  return text
    .replace(SMALL_TO_LARGE, '$1 $2')
    .replace(LAST_OF_CAPITALS, '$1 $2')
    .replace(UNDERSCORES, ' ')
}

function possessive(name: string): RegExp {
  const escaped = name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?:['’]s)?(?![\\p{L}\\p{N}])`, 'giu')
}

function plain(text: string): string {
  return text
    .replace(/(?:…|\.\.\.)$/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
