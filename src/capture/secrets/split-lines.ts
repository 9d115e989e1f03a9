/**
 * G-10. A value that a terminal, a mail or a string over two lines has cut in two: joined, and looked
 * at again. Only what reaches across the seam counts; the rest was looked at where it stands.
 */
import type { SecretFinding } from './scan.ts'

/**
 * Half a value, perhaps a sign that goes on, the end of the line, the other half; or two strings put
 * together over two lines or in one, as they are or inside JSON. A closing quotation mark with no
 * other behind it is the end of the value.
 */
const SEAM =
  /(?<=[A-Za-z0-9+/_=-]{6})(?:[ \t]{0,4}[\\+.&]?[ \t]{0,4}\r?\n[ \t]{0,24}[+.&]?[ \t]{0,4}|\\{0,4}["'][ \t]{0,4}[\\+.&]?[ \t]{0,4}(?:\r?\n|\\{1,4}n)[ \t]{0,24}[+.&]?[ \t]{0,4}\\{0,4}["']|\\{0,4}["'][ \t]{0,4}[+.&][ \t]{0,4}\\{0,4}["'])(?=[A-Za-z0-9+/_=-]{4})/g
/** Two strings that are put together are one value, whatever they look like. */
const JOINED_STRINGS = /^\\{0,4}["'][^"'+.&]{0,40}[+.&][^"'+.&]{0,40}["']$/
/** A text with more seams than this is prose, where every line ends in a word. */
const MAX_SEAMS = 400

interface Cut {
  readonly at: number
  readonly length: number
}

export function findSplit(
  text: string,
  find: (joined: string) => readonly SecretFinding[],
): SecretFinding[] {
  const cuts: Cut[] = []
  let joined = ''
  let from = 0
  for (const { 0: seam, index } of text.matchAll(SEAM)) {
    if (cuts.length === MAX_SEAMS) break
    if (!JOINED_STRINGS.test(seam) && !isHalf(text, index)) continue
    joined += text.slice(from, index)
    cuts.push({ at: joined.length, length: seam.length })
    from = index + seam.length
  }
  if (cuts.length === 0) return []
  joined += text.slice(from)
  return find(joined).flatMap(({ kind, start, end }) => {
    const crosses = cuts.some(({ at }) => at > start && at < end)
    return crosses ? [{ kind, start: place(cuts, start), end: place(cuts, end - 1) + 1 }] : []
  })
}

const HALF = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_=-]+$/
const LOOK_BACK = 64

/** A word of a language goes on in the next line as another word; half a value has digits or capitals. */
function isHalf(text: string, end: number): boolean {
  const run = HALF.exec(text.slice(Math.max(end - LOOK_BACK, 0), end))?.[0] ?? ''
  return (
    (/\d/.test(run) && /[A-Za-z]/.test(run)) || /[A-Z]{8}|[a-z][A-Z].{0,60}[a-z][A-Z]/.test(run)
  )
}

function place(cuts: readonly Cut[], joined: number): number {
  let original = joined
  for (const { at, length } of cuts) if (at <= joined) original += length
  return original
}
