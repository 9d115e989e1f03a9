/** B-02. The forms of a text that do not depend on how it was typed. */

import { createHash } from 'node:crypto'
import { sentencesOf } from '../text/sentences.ts'
import { cutText, shortenLine } from '../text/shorten.ts'

const MAX_TITLE_LENGTH = 80
const MAX_DESCRIPTION_LENGTH = 150

/** What is hashed: one spelling, single spaces, no ends. Case stays, since `URL` is not `url`. */
export function normalisedContent(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}

/** B-02. Two texts with the same hash are the same memory. */
export function contentHash(text: string): string {
  return createHash('sha256').update(normalisedContent(text), 'utf8').digest('hex')
}

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bcan't\b/g, 'can not'],
  [/\bcannot\b/g, 'can not'],
  [/\bwon't\b/g, 'will not'],
  [/n't\b/g, ' not'],
  [/\b(i|you|we|they|he|she|it|that|there|what|who)'re\b/g, '$1 are'],
  [/\b(he|she|it|that|there|what|who)'s\b/g, '$1 is'],
  [/\b(i|you|we|they|he|she|it|that|there|who)'d\b/g, '$1 would'],
  [/\b(i|you|we|they|he|she|it|that|there|who)'ll\b/g, '$1 will'],
  [/\b(i|you|we|they)'ve\b/g, '$1 have'],
  [/\bi'm\b/g, 'i am'],
]
/** How a statement is handed over, which is no part of it: "Note: …", "Please …", "…, please". */
const HANDED_OVER =
  /^(?:please,? |kindly |(?:note|remember|be aware|keep in mind) that |(?:note(?: to self)?|nb|n\.b\.|fyi|ps|reminder|remember|important|hint|tip|info|rule|policy|convention|fact|decision|preference) ?[:—–-] ){1,3}|,? please(?=[.!\s]{0,4}$)/g
/** Signs around a word, not those inside it: `src/a.ts`, `-D`, `#help` and `C++` stay as they are. */
const SIGNS_BEFORE = /(^|\s)["'“”‘’„«»()[\]*_][\s"'“”‘’„«»()[\]*_]{0,63}(?=\S)/g
const SIGNS_BEHIND =
  /(?<![\s"'“”‘’„«»()[\]*_.,;:!…。，；：！])[\s"'“”‘’„«»()[\]*_.,;:!…。，；：！]+(?=\s|$)/g

/** M-10. A text as it is read aloud: two with the same one say the same. A question is no statement. */
export function plainForm(text: string): string {
  let plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .trim()
    .replace(HANDED_OVER, '')
    .replace(/[`\u2014\u2013]|\s-(?=\s)/g, ' ')
  for (const [pattern, full] of CONTRACTIONS) plain = plain.replace(pattern, full)
  const spaced = plain.replace(/\s+/g, ' ')
  return spaced.replace(SIGNS_BEFORE, '$1').replace(SIGNS_BEHIND, ' ').replace(/ +/g, ' ').trim()
}

/** M-10. Its letters and figures alone: where these differ, a wording is another one, worth keeping. */
export function lettersOf(text: string): string {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  return words?.join(' ') ?? ''
}

/** The first sentence or line without its markup, at most 80 characters. */
export function titleFrom(content: string): string {
  const title = shortenLine(withoutMarkup(firstSentence(content)), MAX_TITLE_LENGTH)
  return title.replace(/(?<=[^.…])\.$|[:;,]$/, '').trimEnd()
}

/** A-07. One line for indexes, at most 150 characters. */
export function descriptionFrom(content: string): string {
  return shortenLine(withoutMarkup(proseOf(content)), MAX_DESCRIPTION_LENGTH)
}

const FENCED = /^[ \t]*(`{3,}|~{3,})[^\n]*\n?([\s\S]*?)(?:\n[ \t]*\1[^\n]*|$(?![\s\S]))/gm

/** What a title and a description are looked for in: a whole document would hold up everyone. */
const MAX_BEGINNING_CHARACTERS = 20_000

/** Of its beginning; a fenced block is shown only where there is nothing else. */
function proseOf(content: string): string {
  const beginning = cutText(content.trimStart(), MAX_BEGINNING_CHARACTERS)
  const prose = beginning.replace(FENCED, '')
  return prose.trim() === '' ? beginning.replace(FENCED, '$2') : prose
}

function firstSentence(content: string): string {
  const sentences = sentencesOf(proseOf(content)).map((sentence) => sentence.text)
  return sentences.find((sentence) => withoutMarkup(sentence) !== '') ?? ''
}

/** The text a reader would see, on one line. */
function withoutMarkup(text: string): string {
  return text
    .replace(
      /^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+•][ \t]+(?:\[[ x]\][ \t]+)?|\d{1,3}[.)][ \t]+)+/gm,
      '',
    )
    .replace(/!?\[([^[\]\n]{0,400})\]\([^()\n]{0,1000}\)/g, '$1')
    .replace(/(\*\*|__|~~)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}*])\*(?=\S)([^*\n]*\S)\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/`+([^`\n]*)`+/g, '$1')
    .replace(/^[ \t]*(?:-{3,}|\*{3,}|_{3,}|={3,}|#+)[ \t]*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}
