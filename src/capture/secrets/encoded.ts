/** G-10. Credentials behind base64 or percent signs, which are no protection: decoded, and looked at like any text. */
import { decodeBase64 } from './entropy.ts'
import type { SecretFinding } from './scan.ts'

const RUN = /[A-Za-z0-9+/_-]{24,65536}={0,2}/g
const MIN_LETTERS = /[a-z]/
const PRINTABLE = /^[\t\n\r -~]*$/
/** Enough to tell text from chance: of bytes by chance two in five are printable. */
const GLANCE_CHARACTERS = 24

/** `find` looks through what was decoded. The whole run is a finding, since half of it still decodes. */
export function findEncoded(
  text: string,
  find: (decoded: string) => readonly SecretFinding[],
): SecretFinding[] {
  const found: SecretFinding[] = []
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (!MIN_LETTERS.test(run)) continue
    if (!PRINTABLE.test(decodeBase64(run.slice(0, GLANCE_CHARACTERS)))) continue
    const decoded = decodeBase64(run)
    if (!PRINTABLE.test(decoded)) continue
    const [inner] = find(decoded)
    if (inner !== undefined) {
      found.push({ kind: inner.kind, start: index, end: index + run.length })
    }
  }
  return found
}

/** A part of an address: what stands between its own signs is encoded as a whole. */
const PART = /[^\s"'`<>&?#=,;]{12,16384}/g
/** Signs of ASCII; what else is encoded is no part of a credential. */
const ENCODED_SIGN = /%([0-7][0-9A-Fa-f])/g
/** `%3D` is three letters for one. */
const SURPLUS = 2

export function findPercentEncoded(
  text: string,
  find: (decoded: string) => readonly SecretFinding[],
): SecretFinding[] {
  if (!text.includes('%')) return []
  return [...text.matchAll(PART)].flatMap(({ 0: part, index }) => {
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
