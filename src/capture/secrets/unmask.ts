/** G-10. Undoes the cheap disguises: invisible letters, and full-width forms of plain ones. */

const SOFT_HYPHEN = '\u00ad'
/**
 * Zero-width marks, direction marks, joiners; then full-width letters, digits and signs of a value.
 * The commas and brackets of ordinary Chinese and Japanese are left alone.
 */
const MASKING =
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u3000\ufe55\ufe66\ufeff\uff0d-\uff1a\uff1d\uff20-\uff3b\uff3d\uff3f-\uff5a]/g
/** Without what fits in Latin-1, most texts are settled before the first letter is read. */
const WIDE_MASKING =
  /[\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u3000\ufe55\ufe66\ufeff\uff0d-\uff1a\uff1d\uff20-\uff3b\uff3d\uff3f-\uff5a]/
const FULL_WIDTH = { first: 0xff01, last: 0xff5e, distance: 0xfee0 } as const
const STANDS_FOR: Readonly<Record<string, string>> = {
  '\u3000': ' ',
  '\ufe55': ':',
  '\ufe66': '=',
}

/** The text as its reader sees it: the same text where nothing is disguised, which is nearly always. */
export function unmask(text: string): string {
  if (!text.includes(SOFT_HYPHEN) && !WIDE_MASKING.test(text)) return text
  return text.replace(MASKING, plainLetter)
}

/** From a place in the unmasked text to the same place in the original. */
export function originalPlace(text: string): (place: number) => number {
  const removed: number[] = []
  for (const { 0: letter, index } of text.matchAll(MASKING)) {
    if (plainLetter(letter) === '') removed.push(index - removed.length)
  }
  return (place) => {
    // How many were removed at or before this place: the first entry beyond it tells.
    let low = 0
    let high = removed.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((removed[middle] as number) <= place) low = middle + 1
      else high = middle
    }
    return place + low
  }
}

function plainLetter(letter: string): string {
  const code = letter.charCodeAt(0)
  const isFullWidth = code >= FULL_WIDTH.first && code <= FULL_WIDTH.last
  if (isFullWidth) return String.fromCharCode(code - FULL_WIDTH.distance)
  return STANDS_FOR[letter] ?? ''
}
