/**
 * D-19, RECALL "Vectors". What is embedded: of a unit each passage, of a question its words.
 *
 * Neither holds the names of speakers. In a vector a name outweighs what is said ("Anna: Cool!" is
 * near to every question about Anna); the part `who` knows it better. Without names on both sides
 * recall@10 by meaning alone rose from 49 to 60 on conversations. Identifiers are taken apart, since
 * the model has no words for `isIterableButNotString` (recall@10 on code search + 2).
 */
import { type PassageSettings, passagesOf, utterancesOf } from '../text/passages.ts'

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
export function passagesToEmbed(
  settings: PassageSettings,
  { lead, text, saidFrom, isSaid = false }: EmbeddableText,
): PassageToEmbed[] {
  const cut = isSaid ? utterancesOf : passagesOf
  const passages = text === '' ? [{ start: 0, end: 0, text: '' }] : cut(settings, text)
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
    question,
  )
  const text = /[\p{L}\p{N}]/u.test(nameless) ? nameless : question
  return inWords(text).replace(/\s+/g, ' ').trim()
}

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
