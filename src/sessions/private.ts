/** F-09. What stands between `<private>` and `</private>` is never read into memory. */

const OPENING = /<private\b[^>]*>/i
const TAG = /<(\/?)private\b[^>]*>/gi

/** The text without its private parts. One that is never closed reaches to the end. */
export function withoutPrivate(text: string): string {
  if (!OPENING.test(text)) return text
  let kept = ''
  let depth = 0
  let from = 0
  for (const tag of text.matchAll(TAG)) {
    if (depth === 0) kept += text.slice(from, tag.index)
    depth = tag[1] === '/' ? Math.max(depth - 1, 0) : depth + 1
    from = tag.index + tag[0].length
  }
  return depth === 0 ? kept + text.slice(from) : kept
}
