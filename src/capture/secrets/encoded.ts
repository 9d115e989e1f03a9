/** G-10. Credentials behind base64, which is no protection: decoded, and looked at like any text. */
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
