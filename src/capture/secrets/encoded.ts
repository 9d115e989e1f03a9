/** G-10. Credentials behind base64 or percent signs, which are no protection: decoded, and looked at like any text. */
import { base64Runs } from './base64-runs.ts'
import { decodeBase64 } from './entropy.ts'
import type { SecretFinding } from './scan.ts'

const MIN_LETTERS = /[a-z]/
const PRINTABLE = /^[\t\n\r -~]*$/
/** Four letters are three bytes, and of those that begin with another letter the first is not ASCII. */
const TEXT_LEAD = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-f]/.test(String.fromCharCode(code)) ? 1 : 0,
)
const LEADS = 6

/** `find` looks through what was decoded. The whole run is a finding, since half of it still decodes. */
export function findEncoded(
  text: string,
  find: (decoded: string) => readonly SecretFinding[],
): SecretFinding[] {
  const found: SecretFinding[] = []
  for (const { start, end } of base64Runs(text)) {
    if (!mayBeText(text, start)) continue
    const run = text.slice(start, end)
    if (!MIN_LETTERS.test(run)) continue
    const decoded = decodeBase64(run)
    if (!PRINTABLE.test(decoded)) continue
    const [inner] = find(decoded)
    if (inner !== undefined) found.push({ kind: inner.kind, start, end })
  }
  return found
}

function mayBeText(text: string, start: number): boolean {
  for (let lead = 0; lead < LEADS; lead++) {
    if (TEXT_LEAD[text.charCodeAt(start + 4 * lead)] !== 1) return false
  }
  return true
}

/** A part of an address: what stands between its own signs is encoded as a whole. */
const PART = /[^\s"'`<>&?#=,;]{12,16384}/y
const BETWEEN_PARTS = /[\s"'`<>&?#=,;]/
/** Signs of ASCII; what else is encoded is no part of a credential. */
const ENCODED_SIGN = /%([0-7][0-9A-Fa-f])/g
/** `%3D` is three letters for one. */
const SURPLUS = 2

export function findPercentEncoded(
  text: string,
  find: (decoded: string) => readonly SecretFinding[],
): SecretFinding[] {
  return encodedParts(text).flatMap(({ 0: part, index }) => {
    const signs: number[] = []
    const decoded = part.replace(ENCODED_SIGN, (_, code: string, at: number) => {
      signs.push(at - SURPLUS * signs.length)
      return String.fromCharCode(Number.parseInt(code, 16))
    })
    if (signs.length === 0) return []
    const original = (place: number) =>
      index + place + SURPLUS * signs.filter((at) => at < place).length
    return find(decoded).map(({ kind, start, end }) => ({
      kind,
      start: original(start),
      end: original(end),
    }))
  })
}

function encodedParts(text: string): RegExpExecArray[] {
  const parts: RegExpExecArray[] = []
  let from = 0
  for (
    let sign = text.indexOf('%');
    sign !== -1;
    sign = text.indexOf('%', Math.max(sign + 1, from))
  ) {
    let start = sign
    while (start > from && !BETWEEN_PARTS.test(text.charAt(start - 1))) start--
    while (start <= sign) {
      PART.lastIndex = start
      const part = PART.exec(text)
      if (part === null) break
      parts.push(part)
      from = start = PART.lastIndex
    }
  }
  return parts
}
