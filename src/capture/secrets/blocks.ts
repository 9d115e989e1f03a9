/** G-10. Keys that span lines: where they end, and whether there is a key in them at all. */

const DASHES = '-----'
const END_LINE = /-----END [A-Z0-9 ]{0,40}-----/y
/** Base64 in lines, however they are broken, quoted or indented; for a block that was cut off. */
const BODY = /(?:(?:\s|\\[rn]|["'>|#]){0,12}[A-Za-z0-9+/=]{16,128}){1,400}/y
const MAX_BODY_LENGTH = 65_536
const MIN_KEY_LENGTH = 40
/** Headers and quote marks stand between the lines of a key; code between two markers is more. */
const KEY_SHARE = 0.85

/**
 * The end of a PEM, OpenSSH or PGP block whose BEGIN line ends at `from`; -1 for a BEGIN line in
 * code or a manual with no key after it.
 */
export function pemEnd(text: string, from: number): number {
  const next = text.indexOf(DASHES, from)
  const stop = Math.min(next === -1 ? text.length : next, from + MAX_BODY_LENGTH)
  END_LINE.lastIndex = stop
  if (!END_LINE.test(text)) return linesEnd(text, from)
  return holdsKey(text.slice(from, stop)) ? END_LINE.lastIndex : -1
}

/** The end of lines of base64 without an END, as after PuTTY's `Private-Lines: 8`. */
export function linesEnd(text: string, from: number): number {
  BODY.lastIndex = from
  return BODY.test(text) && holdsKey(text.slice(from, BODY.lastIndex)) ? BODY.lastIndex : -1
}

function holdsKey(body: string): boolean {
  const shown = body.replace(/\\[rnt]|\s+/g, '')
  const letters = shown.replace(/[^A-Za-z0-9+/=]+/g, '')
  return (
    letters.length >= MIN_KEY_LENGTH &&
    letters.length >= shown.length * KEY_SHARE &&
    /\d/.test(letters) &&
    /[a-z]/.test(letters) &&
    /[A-Z]/.test(letters)
  )
}
