/**
 * G-10. Whether a value that matches no pattern looks random.
 * Asked only where a name beside the value already says "credential": in ordinary code most strings
 * of high entropy are hashes, ids and lock-file lines, and those are told apart here.
 */

/** Fixed on purpose and not configuration: a setting here would be a way to store credentials. */
const MIN_RANDOM_LENGTH = 16
/** Bits per character. Sixteen hex digits of chance have about 3.2, wider alphabets more. */
const RANDOM_BITS = 3
/** How often chance starts something new, where a name has one capital for each of its words. */
const CHANGES_PER_CHARACTER = 0.22
/** Names have a digit or two at their end, chance has them anywhere. */
const DIGIT_GROUPS = 4
const PRINTABLE_SHARE = 0.95

const HEX_DIGEST =
  /^(?:0x)?(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i
const UUID = /^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?$/i
const INTEGRITY = /^(?:sha(?:1|224|256|384|512)|md5|blake[23][bs]?)[-:=]/i
const NUMBERS = /^[\d.,:_+TZ-]+$/
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/|\.{0,2}\/|~\/|[a-z]:\\|data:)/i
const FILE_PATH = /^(?:[\w.@-]+\/)+[\w@-]+\.[a-z]\w{0,5}$/i
const BASE64 = /^[A-Za-z0-9+/_-]{16,}={0,2}$/

/** Shannon entropy in bits per character; 0 for an empty value. */
export function shannonBits(value: string): number {
  const counts = new Map<string, number>()
  for (const letter of value) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  let total = 0
  for (const count of counts.values()) total += count
  let bits = 0
  for (const count of counts.values()) bits -= (count / total) * Math.log2(count / total)
  return bits
}

/** A digest, an id, a number, a path: things of high entropy that open no door. */
export function isHarmless(value: string): boolean {
  return (
    isDigest(value) ||
    UUID.test(value) ||
    INTEGRITY.test(value) ||
    NUMBERS.test(value) ||
    ADDRESS.test(value) ||
    FILE_PATH.test(value) ||
    readableBase64(value) !== null
  )
}

/** The shape of md5 and the sha family in hex, and so of commit ids. */
export function isDigest(value: string): boolean {
  return HEX_DIGEST.test(value)
}

export function isUuid(value: string): boolean {
  return UUID.test(value)
}

/** True for a long value without pattern, without words and without a harmless explanation. */
export function looksRandom(value: string): boolean {
  return (
    value.length >= MIN_RANDOM_LENGTH &&
    /\d/.test(value) &&
    /[A-Za-z]/.test(value) &&
    shannonBits(value) >= RANDOM_BITS &&
    isRestless(value) &&
    !isHarmless(value)
  )
}

/** Base64 that reads as text once decoded is data in transit, such as a test's "hello world". */
export function readableBase64(value: string): string | null {
  if (!BASE64.test(value)) return null
  const decoded = decodeBase64(value)
  if (decoded.length === 0) return null
  let printable = 0
  for (const letter of decoded) if (/[\t\n\r -~]/.test(letter)) printable++
  return printable >= decoded.length * PRINTABLE_SHARE ? decoded : null
}

/** As Latin-1, so that every byte is one character; empty for what is not base64. */
export function decodeBase64(value: string): string {
  return Buffer.from(value, 'base64').toString('latin1')
}

/** `getElementById2` starts something new four times in fifteen letters, a token twice as often. */
function isRestless(value: string): boolean {
  const changes = value.match(
    /[a-z](?=[^a-z])|[A-Z](?=[^A-Za-z])|\d(?=\D)|[^A-Za-z\d](?=[A-Za-z\d])/g,
  )
  const digitGroups = value.match(/\d+/g)
  return (
    (changes?.length ?? 0) >= value.length * CHANGES_PER_CHARACTER ||
    (digitGroups?.length ?? 0) >= DIGIT_GROUPS
  )
}
