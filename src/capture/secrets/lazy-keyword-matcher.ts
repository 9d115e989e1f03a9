/**
 * G-10. Making the matcher takes longer than looking through a prompt word by word: a hook that keeps one
 * event for later would spend half its time on it. So the first short texts are looked through plainly,
 * and the matcher is made for the first long one, or once there have been many.
 */
import { createKeywordMatcher, type KeywordMatcher, type Visit } from './keyword-matcher.ts'

const SHORT = 4_096
const PLAINLY = 64

export function createLazyKeywordMatcher(words: readonly string[]): KeywordMatcher {
  let matcher: KeywordMatcher | null = null
  let left = PLAINLY
  return (text, visit) => {
    if (
      matcher === null &&
      text.length <= SHORT &&
      left > 0 &&
      matchKeywordsPlainly(words, text, visit)
    ) {
      left -= 1
      return
    }
    matcher ??= createKeywordMatcher(words)
    matcher(text, visit)
  }
}

/** In order of place. False where a letter becomes two in lower case: places would not be the text's. */
export function matchKeywordsPlainly(
  words: readonly string[],
  text: string,
  visit: Visit,
): boolean {
  const lower = text.toLowerCase()
  if (lower.length !== text.length) return false
  const found: { readonly word: number; readonly place: number }[] = []
  for (const [word, letters] of words.entries()) {
    for (let at = lower.indexOf(letters); at !== -1; at = lower.indexOf(letters, at + 1)) {
      found.push({ word, place: at })
    }
  }
  for (const { word, place } of found.sort((a, b) => a.place - b.place)) visit(word, place)
  return true
}
