/** Shortening text: never through a character, and marked where something was left out. */
import { splitsCharacter } from './well-formed.ts'

const ELLIPSIS = '…'
/** Belongs to the character before it: marks, joiners, variation selectors, skin tones. */
const CONTINUES = /^(?:\p{M}|\u200d|[\ufe00-\ufe0f]|\ud83c[\udffb-\udfff])/u
const JOINER = 0x200d
/** No character is longer; text that goes on joining is cut all the same. */
const MAX_CHARACTER_LENGTH = 32
const LOOSE_END = /(?<![\s,;:.–—-])[\s,;:.–—-]+$/

/** The beginning of a text, at most `end` long. */
export function cutText(text: string, end: number): string {
  if (end >= text.length) return text
  let at = Math.max(0, end)
  for (const least = at - MAX_CHARACTER_LENGTH; at > 0 && at > least; at -= 1) {
    if (splitsCharacter(text, at) || text.charCodeAt(at - 1) === JOINER) continue
    if (!CONTINUES.test(text.slice(at, at + 2))) return text.slice(0, at)
  }
  const cut = at > 0 ? at : Math.max(0, end)
  return text.slice(0, splitsCharacter(text, cut) ? cut - 1 : cut)
}

/** At most so long, the mark included. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return `${cutText(text, maxLength - ELLIPSIS.length).trimEnd()}${ELLIPSIS}`
}

/** More than this of a text is read only where it is nearly all white space. */
const READ_SHARE = 16

/** On one line, cut between words where one ends near. */
export function shortenLine(text: string, maxLength: number): string {
  const beginning = oneLine(text.slice(0, maxLength * READ_SHARE))
  const line = beginning.length > maxLength ? beginning : oneLine(text)
  if (line.length <= maxLength) return line
  const room = Math.max(1, maxLength - ELLIPSIS.length)
  const space = line.lastIndexOf(' ', room)
  const cut = cutText(line, space > room / 2 ? space : room)
  return `${cut.replace(LOOSE_END, '')}${ELLIPSIS}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** The beginning of a text up to a white space, so that nothing that belongs together is cut. */
export function wholeWords(text: string, most: number): string {
  if (text.length <= most) return text
  const end = Math.max(text.lastIndexOf('\n', most), text.lastIndexOf(' ', most), 0)
  return text.slice(0, end)
}
