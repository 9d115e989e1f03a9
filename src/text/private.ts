/** F-09. What stands between `<private>` and `</private>` is never read into memory. */

/**
 * As written, as HTML and as JSON write it. Attributes are bounded, so that a text full of half tags
 * costs no more than any other; a tag that never ends counts as one, since what follows was meant.
 */
const TAG =
  /(?:<|&lt;|\\{1,8}u003c)(\\{0,8}\/)?private\b(?:(?:[^<>&\\]|\\{1,8}"){0,200}(?:>|&gt;|\\{1,8}u003e))?/gi
const MAYBE = /(?:<|&lt;|u003c)private\b/i

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
    const isClosing = tag[1] !== undefined
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
