/** D-19. Scripts that are written without spaces, and how their words are made findable. */

/**
 * The inside of a character class. The three signs at the end belong to no single script in
 * Unicode's tables, yet are in the middle of Japanese and Chinese words.
 */
const UNSEGMENTED_CLASS =
  String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}` +
  String.raw`\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}` +
  'ー々〆'

const UNSEGMENTED_RUN = new RegExp(`[${UNSEGMENTED_CLASS}]+`, 'gu')
const UNSEGMENTED = new RegExp(`[${UNSEGMENTED_CLASS}]`, 'u')
/** Covers every such script. A plain range costs a fraction of Unicode script tables. */
const MAYBE_UNSEGMENTED = /[\u0e00-\u1fff\u2e80-\uffff]/
const BEYOND_ASCII = /[^\x00-\x7f]/
const MARK = /\p{M}/gu

/** Most text we see is plain; one cheap test saves it all the costly ones. */
export function isAscii(text: string): boolean {
  return !BEYOND_ASCII.test(text)
}

export function hasUnsegmented(text: string): boolean {
  return MAYBE_UNSEGMENTED.test(text) && UNSEGMENTED.test(text)
}

/** Every run of such a script replaced by what `replacement` makes of it; the rest is left alone. */
export function replaceUnsegmented(text: string, replacement: (run: string) => string): string {
  return text.replace(UNSEGMENTED_RUN, replacement)
}

/** Splits a text, in order, into parts written in unsegmented scripts and parts that are not. */
export function stretchesOf(text: string): { text: string; unsegmented: boolean }[] {
  if (!hasUnsegmented(text)) return text === '' ? [] : [{ text, unsegmented: false }]
  const stretches: { text: string; unsegmented: boolean }[] = []
  let from = 0
  for (const match of text.matchAll(UNSEGMENTED_RUN)) {
    if (match.index > from) {
      stretches.push({ text: text.slice(from, match.index), unsegmented: false })
    }
    stretches.push({ text: match[0], unsegmented: true })
    from = match.index + match[0].length
  }
  if (from < text.length) stretches.push({ text: text.slice(from), unsegmented: false })
  return stretches
}

/**
 * B-04. Overlapping pairs of characters; a single character is its own token. Marks such as Thai
 * vowel signs are left out, because a full-text index takes them for gaps between words.
 */
export function bigramsOf(run: string): string[] {
  const letters = Array.from(run.replace(MARK, ''))
  if (letters.length < 2) return letters
  const bigrams: string[] = []
  for (let index = 0; index + 1 < letters.length; index += 1) {
    bigrams.push(`${letters[index]}${letters[index + 1]}`)
  }
  return bigrams
}
