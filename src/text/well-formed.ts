/** Text as it may be stored: whatever came in, these promises hold afterwards. */

const LONE_SURROGATE = /\p{Surrogate}/gu
const ANY_SURROGATE = /[\ud800-\udfff]/
/** All controls of C0 but tab, line feed and carriage return, and DEL. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
const FOREIGN_LINE_END = /\r\n?/g
const BYTE_ORDER_MARK = /^\ufeff+/
/** Without one of these a text has each letter in its one spelling already. */
const MAYBE_COMBINING = /[^\u0000-\u02ff]/

/**
 * No lone surrogates (they become U+FFFD), no control characters but tab and newline, lines that
 * end in a single newline, and one spelling for each accented letter (NFC).
 */
export function cleanText(text: string): string {
  const whole = ANY_SURROGATE.test(text) ? text.replace(LONE_SURROGATE, '\ufffd') : text
  const seen = whole.replace(CONTROL, '').replace(BYTE_ORDER_MARK, '')
  const lines = seen.includes('\r') ? seen.replace(FOREIGN_LINE_END, '\n') : seen
  return MAYBE_COMBINING.test(lines) ? lines.normalize('NFC') : lines
}

const INVISIBLE = /^[\s\u200b-\u200f\u2060\ufeff\u0000-\u001f\u007f]*$/

/** Nothing a person could see. */
export function isBlank(text: string): boolean {
  return INVISIBLE.test(text)
}

/** True where a cut would fall between the two halves of one character. */
export function splitsCharacter(text: string, at: number): boolean {
  return at > 0 && at < text.length && isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at))
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
