/** D-01, D-19. Text and queries in the form in which a full-text index can match them. */
import { camelCaseParts } from './camel-case.ts'
import { bigramsOf, hasUnsegmented, replaceUnsegmented, stretchesOf } from './scripts.ts'
import { contentWords } from './words.ts'

const LETTERS_AND_DIGITS = /[\p{L}\p{N}]+/gu
/** A single word that is a token as it stands, as most that are looked up are. */
const TOKEN = /^[a-z0-9]+$/

/**
 * What the index is given in place of a text. Unspaced scripts become pairs of characters where
 * they stand; parts of camelCase names are added behind the text, once each, so that phrases of
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
 * no duplicates, so that none can be read as an operator once it stands in quotes.
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
