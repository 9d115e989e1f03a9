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
  /(?<=[A-Za-z0-9+/_=-]{6})(?:[ \t]{0,4}[\\+.&]?[ \t]{0,4}\r?\n[ \t]{0,24}[+.&]?[ \t]{0,4}|\\{0,4}["'][ \t]{0,4}[\\+.&]?[ \t]{0,4}(?:\r?\n|\\{1,4}n)[ \t]{0,24}[+.&]?[ \t]{0,4}\\{0,4}["']|\\{0,4}["'][ \t]{0,4}[+.&][ \t]{0,4}\\{0,4}["'])(?=[A-Za-z0-9+/_=-]{4})/y
/** Two strings that are put together are one value, whatever they look like. */
const JOINED_STRINGS = /^\\{0,4}["'][^"'+.&]{0,40}[+.&][^"'+.&]{0,40}["']$/
/** A text with more seams than this is prose, where every line ends in a word. */
const MAX_SEAMS = 400

const QUOTES = ['"', "'"]
const BLANKS = [' ', '\t']
const PLUSES = ['+', '.', '&']
/** How a seam within one line begins, for the fast pass: a quotation mark and two signs. */
export const SEAM_WORDS: readonly string[] = QUOTES.flatMap((quote) => [
  ...PLUSES.flatMap((plus) => [...BLANKS, ...QUOTES, '\\'].map((next) => quote + plus + next)),
  ...BLANKS.flatMap((blank) => [...BLANKS, ...PLUSES, '\\'].map((next) => quote + blank + next)),
  ...[...BLANKS, '\\', 'n'].map((next) => `${quote}\\${next}`),
])

const HALF_LETTER = signs(/[A-Za-z0-9+/_=-]/)
/** What a seam may have before the end of its line, and how much of it. */
const BEFORE_LINE_END = signs(/[ \t\r\\+.&"']/)
const MAX_BEFORE_LINE_END = 15
const AFTER_LINE_END = signs(/[ \t\\+.&"'A-Za-z0-9/_=-]/)
const QUOTE = signs(/["']/)

interface Cut {
  readonly at: number
  readonly length: number
}

/** `joints` are the places of the words above. */
export function findSplit(
  text: string,
  joints: readonly number[],
  find: (joined: string) => readonly SecretFinding[],
): SecretFinding[] {
  const cuts: Cut[] = []
  let joined = ''
  let from = 0
  for (const { 0: seam, index } of seamsIn(text, joints)) {
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

/** Each begins shortly before the end of a line, or before a joint. */
function seamsIn(text: string, joints: readonly number[]): RegExpExecArray[] {
  const anchors = [...joints]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (mayBeSeam(text, at)) anchors.push(at)
  }
  if (joints.length > 0) anchors.sort((a, b) => a - b)
  const seams: RegExpExecArray[] = []
  let from = 0
  for (const anchor of anchors) {
    const seam = anchor < from ? null : seamBefore(text, from, anchor)
    if (seam === null) continue
    seams.push(seam)
    from = seam.index + seam[0].length
  }
  return seams
}

/** Most lines of code end in a sign that no value has, and most lines of prose in a plain word. */
function mayBeSeam(text: string, lineEnd: number): boolean {
  if (AFTER_LINE_END[text.charCodeAt(lineEnd + 1)] !== 1) return false
  const earliest = lineEnd - MAX_BEFORE_LINE_END
  let at = lineEnd
  for (; at > earliest; at--) {
    const code = text.charCodeAt(at - 1)
    if (BEFORE_LINE_END[code] !== 1) break
    if (QUOTE[code] === 1) return true
  }
  return mayBeHalf(text, at)
}

/** Without a digit and without a capital `isHalf` says no. */
function mayBeHalf(text: string, end: number): boolean {
  const earliest = end - LOOK_BACK
  for (let at = end; at > earliest; at--) {
    const code = text.charCodeAt(at - 1)
    if (HALF_LETTER[code] !== 1) return false
    if (DIGIT_OR_CAPITAL[code] === 1) return true
  }
  return false
}

/** The first that begins at the anchor or before it. */
function seamBefore(text: string, from: number, anchor: number): RegExpExecArray | null {
  const earliest = Math.max(anchor - MAX_BEFORE_LINE_END, from)
  let start = anchor
  while (start > earliest && BEFORE_LINE_END[text.charCodeAt(start - 1)] === 1) start--
  for (; start <= anchor; start++) {
    if (HALF_LETTER[text.charCodeAt(start - 1)] !== 1) continue
    SEAM.lastIndex = start
    const seam = SEAM.exec(text)
    if (seam !== null) return seam
  }
  return null
}

/** How much of the run of letters before a seam is looked at. */
const LOOK_BACK = 64
const DIGIT_OR_CAPITAL = signs(/[0-9A-Z]/)

/** A word of a language goes on in the next line as another word; half a value has digits or capitals. */
function isHalf(text: string, end: number): boolean {
  let start = end
  while (end - start < LOOK_BACK && HALF_LETTER[text.charCodeAt(start - 1)] === 1) start--
  const run = text.slice(start, end)
  return (
    (/\d/.test(run) && /[A-Za-z]/.test(run)) || /[A-Z]{8}|[a-z][A-Z].{0,60}[a-z][A-Z]/.test(run)
  )
}

function place(cuts: readonly Cut[], joined: number): number {
  let original = joined
  for (const { at, length } of cuts) if (at <= joined) original += length
  return original
}

/** By their codes, for what is asked of every line. */
function signs(letters: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) =>
    letters.test(String.fromCharCode(code)) ? 1 : 0,
  )
}
