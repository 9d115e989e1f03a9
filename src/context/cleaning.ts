/**
 * H-05. Text without what a reader cannot see and without what poses as another speaker.
 * Order matters: invisible characters go first, so that none can split a marker in two.
 */

const ANSI_SEQUENCE = /\x1b\[[0-9;?]*[ -/]*[@-~]/g
const CONTROL = /[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]/g
/** Every way to end a line, so that a marker cannot hide behind an unusual one. */
const LINE_END = /\r\n?|[\x0b\x0c\x85\u2028\u2029]/g
/** Bidi controls, zero-width signs, fillers, variation selectors and the tag block. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each of them is meant alone
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu
/** Joiners belong between letters of scripts that need them, and inside emoji; nowhere else. */
const STRAY_JOINER =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each of them is meant alone
  /(?<![^\x00-\x7f])[\u200c\u200d\ufe0e\ufe0f]+|[\u200c\u200d]+(?![^\x00-\x7f])|[\u200c\u200d\ufe0e\ufe0f]{2,}/gu
const LONE_SURROGATE = /\p{Cs}/gu

/** The text as a person would see it: nothing hidden, nothing that turns the reading direction. */
export function withoutInvisible(text: string): string {
  return text
    .replace(ANSI_SEQUENCE, '')
    .replace(LINE_END, '\n')
    .replace(CONTROL, '')
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(INVISIBLE, '')
    .replace(STRAY_JOINER, '')
}

/** Markers by which chat templates tell speakers apart. They mean nothing in a memory. */
const TEMPLATE_MARKER =
  /<[|｜][^\s<>|｜]{1,40}[|｜]>|\[\/?INST\]|<<\/?SYS>>|<\/?s>|<\/?(?:start|end|begin)_of_[a-z_]{1,20}>/gi
const ROLE_TAG =
  /<\/?\s*(?:system|assistant|user|human|developer|instructions?|system[-_ ](?:reminder|prompt|message))\b[^<>]{0,80}>/gi

/** A space stays behind, so that what was around a marker cannot close up into another one. */
export function withoutTemplateMarkers(text: string): string {
  return text.replace(TEMPLATE_MARKER, ' ').replace(ROLE_TAG, ' ')
}

/** What a line may begin with before it comes to the point: quotes, headings, bullets, emphasis. */
const DECORATION = /[\s#>*_`~"'-]*/y
// biome-ignore format: one kind of prefix a line
const ROLE_PREFIXES = [
  /(?:system|assistant|human|user|developer|ai)(?: (?:prompt|message|note|instructions?|override))?[*_`]*\s*[:：][*_`]*\s*/iy,
  /(?:new |updated )?(?:instructions?|directive)[*_`]*\s*[:：][*_`]*\s*/iy,
  /as an? (?:ai|artificial intelligence)(?: language)?(?: model| assistant)?\b[\s,:]*/iy,
  /you(?: are|'re|’re) now\b\s*/iy,
  /you(?: are|'re|’re) (?=(?:an?|the|my|no longer)\b)/iy,
] as const
const HEADED_PREFIX =
  /#{1,6}\s*(?:system|instructions?|input|response|assistant|human|user)\b\s*[:：]?\s*/iy
const BLANKS = /\s*/y

/** Lines without the words that would make them a turn or a change of role. */
export function withoutRolePrefixes(text: string): string {
  return text.split('\n').map(withoutPrefixesOfLine).join('\n')
}

/** Walks forward over prefixes, however many are in a row; each is looked at once. */
function withoutPrefixesOfLine(line: string): string {
  let kept = 0
  for (;;) {
    const end = endOfPrefix(line, kept)
    if (end === kept) return line.slice(kept)
    kept = end
  }
}

function endOfPrefix(line: string, from: number): number {
  const headed = endOf(HEADED_PREFIX, line, endOf(BLANKS, line, from) ?? from)
  if (headed !== null) return headed
  const start = endOf(DECORATION, line, from) ?? from
  for (const prefix of ROLE_PREFIXES) {
    const end = endOf(prefix, line, start)
    if (end !== null) return end
  }
  return from
}

function endOf(pattern: RegExp, line: string, from: number): number | null {
  pattern.lastIndex = from
  return pattern.test(line) ? pattern.lastIndex : null
}
