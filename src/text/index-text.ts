/** D-01, D-19. Text and queries in the form in which a full-text index can match them. */
import { bigramsOf, hasUnsegmented, isAscii, replaceUnsegmented, stretchesOf } from './scripts.ts'
import { contentWords, partsOf } from './words.ts'

const CAMEL_CASE = /\p{L}[\p{L}\p{N}]*?(?:[\p{Ll}\p{N}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll})[\p{L}\p{N}]*/gu
const LETTERS_AND_DIGITS = /[\p{L}\p{N}]+/gu
const SHORTEST_PART = 2

/**
 * What the index is given in place of a text. Unspaced scripts become pairs of characters where
 * they stand; parts of camelCase names are added behind the text, once each, so that phrases of
 * the text itself stay phrases.
 */
export function indexText(text: string): string {
  const parts = new Set<string>()
  for (const match of text.matchAll(CAMEL_CASE)) {
    for (const part of partsOf(match[0])) if (part.length >= SHORTEST_PART) parts.add(part)
  }
  const spaced =
    isAscii(text) || !hasUnsegmented(text)
      ? text
      : replaceUnsegmented(text.normalize('NFC'), (run) => ` ${bigramsOf(run).join(' ')} `)
  return parts.size === 0 ? spaced : `${spaced}\n${[...parts].join(' ')}`
}

/**
 * The terms of a query, each a single token of the index: letters and digits only, lower-cased,
 * no duplicates, so that none can be read as an operator once it stands in quotes.
 */
export function indexTerms(query: string): string[] {
  const terms = new Set<string>()
  for (const word of contentWords(query.normalize('NFC'))) {
    for (const stretch of stretchesOf(word)) {
      if (stretch.unsegmented) for (const bigram of bigramsOf(stretch.text)) terms.add(bigram)
      else for (const match of stretch.text.matchAll(LETTERS_AND_DIGITS)) terms.add(match[0])
    }
  }
  return [...terms]
}
