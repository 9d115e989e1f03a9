/** D-01, D-19. Text and queries in the form in which a full-text index can match them. */
import { camelCaseParts } from './camel-case.ts'
import { bigramsOf, hasUnsegmented, replaceUnsegmented, stretchesOf } from './scripts.ts'
import { contentWords, stem } from './words.ts'

const LETTERS_AND_DIGITS = /[\p{L}\p{N}]+/gu
/** A single word that is a token as it is, as most that are looked up are. */
const TOKEN = /^[a-z0-9]+$/

/**
 * What the index is given in place of a text. Unspaced scripts become pairs of characters where
 * they are; parts of camelCase names are added behind the text, once each, so that phrases of
 * the text itself stay phrases.
 */
export function indexText(text: string): string {
  const parts = camelCaseParts(text)
  const spaced = hasUnsegmented(text)
    ? replaceUnsegmented(text.normalize('NFC'), (run) => ` ${bigramsOf(run).join(' ')} `)
    : text
  return parts.size === 0 ? spaced : `${spaced}\n${[...parts].join(' ')}`
}

/**
 * The terms of a query, each a single token of the index: letters and digits only, lower-cased,
 * no duplicates, so that none can be read as an operator once it is in quotes.
 */
export function indexTerms(query: string): string[] {
  if (TOKEN.test(query)) return [query]
  const terms = new Set<string>()
  for (const word of contentWords(query.normalize('NFC'))) {
    for (const stretch of stretchesOf(word)) {
      if (stretch.unsegmented) for (const bigram of bigramsOf(stretch.text)) terms.add(bigram)
      else for (const match of stretch.text.matchAll(LETTERS_AND_DIGITS)) terms.add(match[0])
    }
  }
  return [...terms]
}

const ASCII = /^[\0-\x7f]*$/
const NOT_ASCII = /[^\0-\x7f]/gu
/** The marks that unicode61 drops wherever they stand alone. */
const MARKS = /[\u0300-\u0331]/g
const LATIN = /[a-z]/

/**
 * A term as the index holds it, which is what `porter unicode61` makes of it: endings come off words,
 * and marks off Latin letters that carry a single one. Every other letter stays composed: taking a
 * Hangul syllable or a й apart would leave a token that no index holds.
 */
export function indexToken(term: string): string {
  const lower = term.toLowerCase()
  return stem(ASCII.test(lower) ? lower : lower.replace(MARKS, '').replace(NOT_ASCII, foldLetter))
}

function foldLetter(letter: string): string {
  if (letter === 'ς') return 'σ'
  const [base = letter, ...marks] = letter.normalize('NFD')
  return marks.length === 1 && LATIN.test(base) ? base : letter
}
