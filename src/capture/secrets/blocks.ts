/** G-10. Keys that span lines: where they end, and whether there is a key in them at all. */

const DASHES = '-----'
const END_LINE = /-----END [A-Z0-9 ]{0,40}-----/y
/** Base64 in lines, however they are broken, quoted or indented; for a block that was cut off. */
const BODY = /(?:(?:\s|\\[rn]|["'>|#]){0,12}[A-Za-z0-9+/=]{16,128}){1,400}/y
const LONGEST_BODY = 65_536
const SHORTEST_KEY = 40

/**
 * The end of a PEM, OpenSSH or PGP block whose BEGIN line ends at `from`; -1 for a BEGIN line in
 * code or a manual with no key after it.
 */
export function pemEnd(text: string, from: number): number {
  const next = text.indexOf(DASHES, from)
  const stop = Math.min(next === -1 ? text.length : next, from + LONGEST_BODY)
  if (!holdsKey(text.slice(from, stop))) return -1
  END_LINE.lastIndex = stop
  if (END_LINE.test(text)) return END_LINE.lastIndex
  BODY.lastIndex = from
  return BODY.test(text) ? BODY.lastIndex : stop
}

/** The end of the lines after PuTTY's `Private-Lines: 8`. */
export function puttyEnd(text: string, from: number): number {
  BODY.lastIndex = from
  return BODY.test(text) && holdsKey(text.slice(from, BODY.lastIndex)) ? BODY.lastIndex : -1
}

function holdsKey(body: string): boolean {
  const letters = body.replace(/\\[rnt]|[^A-Za-z0-9+/=]/g, '')
  return (
    letters.length >= SHORTEST_KEY &&
    /\d/.test(letters) &&
    /[a-z]/.test(letters) &&
    /[A-Z]/.test(letters)
  )
}
