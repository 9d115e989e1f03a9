/** G-10. Undoes the cheap disguises: letters nobody sees, and full-width forms of plain ones. */

export interface Unmasked {
  readonly plain: string
  /** Where each character of `plain` stands in the original. */
  readonly offsets: Uint32Array
}

const SOFT_HYPHEN = '\u00ad'
/** Zero-width marks, direction marks, joiners; then full-width forms. */
const MASKING =
  /[\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u3000\ufe55\ufe66\ufeff\uff01-\uff5e]/
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/
const FULL_WIDTH = { first: 0xff01, last: 0xff5e, distance: 0xfee0 } as const
const STANDS_FOR: Readonly<Record<string, string>> = {
  '\u3000': ' ',
  '\ufe55': ':',
  '\ufe66': '=',
}

/** Null when there is nothing to undo, which is nearly always. */
export function unmask(text: string): Unmasked | null {
  if (!text.includes(SOFT_HYPHEN) && !MASKING.test(text)) return null
  const offsets = new Uint32Array(text.length)
  const kept: string[] = []
  for (let i = 0; i < text.length; i++) {
    const letter = text[i] as string
    if (INVISIBLE.test(letter)) continue
    offsets[kept.length] = i
    kept.push(plainLetter(letter))
  }
  return { plain: kept.join(''), offsets }
}

function plainLetter(letter: string): string {
  const code = letter.charCodeAt(0)
  const isFullWidth = code >= FULL_WIDTH.first && code <= FULL_WIDTH.last
  if (isFullWidth) return String.fromCharCode(code - FULL_WIDTH.distance)
  return STANDS_FOR[letter] ?? letter
}
