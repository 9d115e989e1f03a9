/** F-09. What is between `<private>` and `</private>` is never read into memory. */

/**
 * As written, also in wide signs, as HTML, JSON and a URL write it. Attributes are bounded, so that a text full
 * of half tags costs no more than any other; a tag that never ends counts as one, since what follows was meant.
 * With blanks before its name it must end at once: `a < private` is code.
 */
const OPEN = String.raw`(?:[<\uff1c]|&(?:amp;){0,2}lt;|&#0{0,4}60;|&#x0{0,4}3c;|%3c|\\u003c|\\x3c)`
const CLOSE = String.raw`(?:[>\uff1e]|&(?:amp;){0,2}gt;|&#0{0,4}62;|&#x0{0,4}3e;|%3e|\\{1,8}(?:u003e|x3e))`
const SLASH = String.raw`\\{0,8}\/|\uff0f|&#0{0,4}47;|%2f`
/** Invisible characters between any two letters; Cyrillic letters that look the same. */
const UNSEEN = String.raw`[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]{0,4}`
const LETTERS = ['[p\u0440]', 'r', '[i\u0456]', 'v', '[a\u0430]', 't', '[e\u0435]']
const NAME = `${UNSEEN}${LETTERS.join(UNSEEN)}${UNSEEN}(?![A-Za-z0-9_])`
const NAMED = String.raw`${NAME}(?:(?:[^<>&\\%\uff1c\uff1e]|\\{1,8}"){0,200}${CLOSE})?`
const SPACED = String.raw`\s{1,3}(?<spaced>\/)?\s{0,3}private\s{0,3}>|(?<slashed>\/)\s{1,3}private\s{0,3}>`
const TAG = new RegExp(`${OPEN}(?<plain>${SLASH})?${NAMED}|<(?:${SPACED})`, 'gi')
/** Every way to open one ends in one of these before the name. */
const MAYBE = new RegExp(String.raw`(?:[<;\uff1c]|3c)\s{0,3}${NAME}`, 'i')

/** The text without its private parts. One that is never closed reaches to the end. */
export function withoutPrivate(text: string): string {
  return mayBePrivate(text) ? withPrivateReplaced(text, () => '') : text
}

/** A search for one letter is far faster than a pattern, and a `v` between an `i` and an `a` is rare. */
function mayBePrivate(text: string): boolean {
  return (hasLetterOfName(text, 'v') || hasLetterOfName(text, 'V')) && MAYBE.test(text)
}

function hasLetterOfName(text: string, v: string): boolean {
  for (let at = text.indexOf(v); at !== -1; at = text.indexOf(v, at + 1)) {
    if (isOrUnusual(text.charCodeAt(at + 1), 'a') && isOrUnusual(text.charCodeAt(at - 1), 'i')) {
      return true
    }
  }
  return false
}

const UPPER_TO_LOWER = 0x20
const FIRST_UNUSUAL = 0x80

/** The letter in either case, one that looks the same, with invisible characters around it. */
function isOrUnusual(code: number, letter: string): boolean {
  return (code | UPPER_TO_LOWER) === letter.charCodeAt(0) || code >= FIRST_UNUSUAL
}

/** The same length, each private part written over by `blank`. */
export function withPrivateReplaced(text: string, blank: (part: string) => string): string {
  let kept = ''
  let depth = 0
  let from = 0
  for (const tag of text.matchAll(TAG)) {
    const { plain, spaced, slashed } = tag.groups ?? {}
    const isClosing = (plain ?? spaced ?? slashed) !== undefined
    if (depth === 0) {
      kept += text.slice(from, tag.index)
      from = tag.index
    }
    const end = tag.index + tag[0].length
    depth = isClosing ? Math.max(depth - 1, 0) : depth + 1
    if (depth > 0) continue
    kept += blank(text.slice(from, end))
    from = end
  }
  return depth === 0 ? kept + text.slice(from) : kept + blank(text.slice(from))
}
