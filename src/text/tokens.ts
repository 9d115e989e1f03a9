/** B-04. The tokens that Jaccard similarity compares. */
import { bigramsOf, isAscii, stretchesOf } from './scripts.ts'

/** A figure with its decimal places (0.65, 1,000, 1.2.3), a word with inner apostrophes, or a number. */
const ASCII_WORD = /[0-9]+(?:[.,][0-9]+)+|[a-z0-9]+(?:'[a-z]+)*/g
const ANY_WORD = /\p{Nd}+(?:[.,]\p{Nd}+)+|[\p{L}\p{M}\p{N}]+(?:'\p{L}+)*/gu
const CURLY_APOSTROPHE = /[\u2018\u2019\u02bc]/g
const NUMBER = /^\p{N}/u
const VOWEL = /[aeiouy]/

/** A stem of one or two letters says too little: "used" is not "us". */
const MIN_STEM_LENGTH = 3
/** "apply" is not "app", and "early" is not "ear". */
const MIN_STEM_OF_LY_LENGTH = 4

/**
 * Words are lower-cased, at least two characters long and without their ending; characters of
 * unspaced scripts come in pairs; text with both gives both. A number counts at any length,
 * since "3 retries" and "5 retries" are not the same memory.
 */
export function tokensOf(text: string): Set<string> {
  const tokens = new Set<string>()
  if (isAscii(text)) {
    for (const word of text.toLowerCase().match(ASCII_WORD) ?? []) addWord(tokens, word)
    return tokens
  }
  const plain = text.normalize('NFKC').toLowerCase().replace(CURLY_APOSTROPHE, "'")
  for (const stretch of stretchesOf(plain)) {
    if (stretch.unsegmented) for (const bigram of bigramsOf(stretch.text)) tokens.add(bigram)
    else for (const word of stretch.text.match(ANY_WORD) ?? []) addWord(tokens, word)
  }
  return tokens
}

function addWord(tokens: Set<string>, word: string): void {
  if (word.length >= 2)
    tokens.add(withoutSuffix(word.includes("'") ? withoutApostrophes(word) : word))
  else if (NUMBER.test(word)) tokens.add(word)
}

function withoutApostrophes(word: string): string {
  return word.replace(/'s$/, '').replaceAll("'", '')
}

/**
 * The longest ending that leaves a stem goes first, and again until none is left, so that
 * "settings" meets "setting" and stripping twice changes nothing.
 */
export function withoutSuffix(word: string): string {
  let stem = word
  for (;;) {
    const shorter = strippedOnce(stem)
    if (shorter === stem) return stem
    stem = shorter
  }
}

function strippedOnce(word: string): string {
  if (word.endsWith('ing')) return stemOr(word, 3, hasVowel) // "string" keeps its end
  if (word.endsWith('ed')) return stemOr(word, 2, (stem) => hasVowel(stem) && !stem.endsWith('e'))
  if (word.endsWith('ly')) return stemOr(word, 2, (stem) => stem.length >= MIN_STEM_OF_LY_LENGTH)
  if (word.endsWith('es') && HISSING.test(word)) return stemOr(word, 2) // "boxes" but not "files"
  if (word.endsWith('s') && !word.endsWith('ss')) return stemOr(word, 1)
  return word
}

/** Endings after which the plural needs its e; elsewhere the e belongs to the word. */
const HISSING = /(?:ss|zz|x|ch|sh)es$/

function stemOr(word: string, cut: number, holds: (stem: string) => boolean = () => true): string {
  const stem = word.slice(0, -cut)
  return stem.length >= MIN_STEM_LENGTH && holds(stem) ? stem : word
}

function hasVowel(stem: string): boolean {
  return VOWEL.test(stem)
}
