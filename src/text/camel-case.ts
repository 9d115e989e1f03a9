/**
 * D-01. Words inside identifiers: `getUserName` holds get, User and Name. Every text that is indexed
 * goes through here, so it is one walk over the characters instead of an expression that goes back.
 */

const LOWER = 1
const UPPER = 2
const DIGIT = 3
const LETTER = 4
const OTHER = 5

/** What kind of character each code unit is, found out when it is first met. */
const kinds = new Uint8Array(0x10000)

/** The parts of all identifiers in which a capital begins another word, in order, once each. */
export function camelCaseParts(text: string): Set<string> {
  const parts = new Set<string>()
  /** Where the run of letters and digits has its first letter, and whether it has a joint. */
  let first = -1
  let hasJoint = false
  let before = OTHER
  let last = OTHER
  for (let at = 0; at <= text.length; at++) {
    const kind = at < text.length ? kindAt(text, at) : OTHER
    if (kind === OTHER) {
      if (hasJoint) addParts(parts, text, first, at)
      first = -1
      hasJoint = false
      before = OTHER
      last = OTHER
      continue
    }
    if (first === -1) {
      if (kind !== DIGIT) first = at
    } else if (!hasJoint) {
      // The joint is behind the first letter: in "aB" alone nothing is joined.
      if (kind === UPPER && (last === LOWER || last === DIGIT)) hasJoint = at - 1 > first
      else if (kind === LOWER && last === UPPER && before === UPPER) hasJoint = at - 2 > first
    }
    before = last
    last = kind
  }
  return parts
}

/** Cut between "get" and "User", and between "HTTP" and "Server". */
function addParts(parts: Set<string>, text: string, from: number, to: number): void {
  let begin = from
  for (let at = from + 1; at < to; at++) {
    if (kindAt(text, at) !== UPPER) continue
    const last = kindAt(text, at - 1)
    const isCut =
      last === LOWER ||
      last === DIGIT ||
      (last === UPPER && at + 1 < to && kindAt(text, at + 1) === LOWER)
    if (!isCut) continue
    if (at - begin > 1) parts.add(text.slice(begin, at))
    begin = at
  }
  if (to - begin > 1) parts.add(text.slice(begin, to))
}

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  const known = kinds[unit] as number
  if (known !== 0) return known
  const kind = kindOf(unit)
  kinds[unit] = kind
  return kind
}

/** Characters beyond the basic plane end a run: identifiers are not made of those. */
function kindOf(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return OTHER
  const character = String.fromCharCode(unit)
  if (/\p{Ll}/u.test(character)) return LOWER
  if (/\p{Lu}/u.test(character)) return UPPER
  if (/\p{N}/u.test(character)) return DIGIT
  return /\p{L}/u.test(character) ? LETTER : OTHER
}
