/** F-09. What stands between `<private>` and `</private>` is never read into memory. */

/**
 * As written, also in wide signs, as HTML, JSON and a URL write it. Attributes are bounded, so that a text full
 * of half tags costs no more than any other; a tag that never ends counts as one, since what follows was meant.
 * With blanks before its name it must end at once: `a < private` is code.
 */
const OPEN = String.raw`(?:[<\uff1c]|&lt;|&#0{0,4}60;|&#x0{0,4}3c;|%3c|\\u003c)`
const CLOSE = String.raw`(?:[>\uff1e]|&gt;|&#0{0,4}62;|&#x0{0,4}3e;|%3e|\\{1,8}u003e)`
const SLASH = String.raw`\\{0,8}\/|\uff0f|&#0{0,4}47;|%2f`
const NAMED = String.raw`private\b(?:(?:[^<>&\\%\uff1c\uff1e]|\\{1,8}"){0,200}${CLOSE})?`
const SPACED = String.raw`\s{1,3}(?<spaced>\/)?\s{0,3}private\s{0,3}>|(?<slashed>\/)\s{1,3}private\s{0,3}>`
const TAG = new RegExp(`${OPEN}(?<plain>${SLASH})?${NAMED}|<(?:${SPACED})`, 'gi')
/** Every way to open one ends in one of these before the name. */
const MAYBE = /(?:[<;\uff1c]|3c)\s{0,3}private\b/i

/** The text without its private parts. One that is never closed reaches to the end. */
export function withoutPrivate(text: string): string {
  return MAYBE.test(text) ? withPrivateReplaced(text, () => '') : text
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
