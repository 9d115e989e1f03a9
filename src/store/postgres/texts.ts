/**
 * PostgreSQL's texts hold no NUL and no half of a surrogate pair; ours may. The NUL is written as a
 * private character and a digit, so that it comes back as it was; a half pair becomes the sign for
 * an unreadable character, as it does on every way to a file.
 */
const HALF_PAIR = /\p{Surrogate}/gu
const MARK = '\ue000'
const NEEDS_MARK = /[\u0000\ue000]/g
const MARKED = /\ue000([01])/g

export function toText(text: string): string {
  const whole = wellFormed(text)
  if (!whole.includes('\u0000') && !whole.includes(MARK)) return whole
  return whole.replace(NEEDS_MARK, (sign) => `${MARK}${sign === MARK ? 1 : 0}`)
}

export function fromText(text: string): string {
  if (!text.includes(MARK)) return text
  return text.replace(MARKED, (_, digit) => (digit === '1' ? MARK : '\u0000'))
}

/** The way over UTF-8 does the same; JSON on its way into the database does not. */
export function wellFormed(text: string): string {
  return text.replace(HALF_PAIR, '\ufffd')
}
