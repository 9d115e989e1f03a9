/**
 * G-10. Nothing that enters by any door is stored with a credential in it.
 * One fast pass finds words that credentials cannot do without; only there are patterns tried.
 */
import { NAMED_KINDS } from './assignments.ts'
import { findInColumns, HEAD_WORDS, INSERT_WORD } from './columns.ts'
import { findEncoded, findPercentEncoded } from './encoded.ts'
import { FOREIGN_WORDS, findForeignNamed } from './foreign-names.ts'
import type { SecretKind } from './kind.ts'
import { SHAPED_KINDS } from './kinds.ts'
import { createLazyKeywordMatcher } from './lazy-keyword-matcher.ts'
import { PLACED_KINDS } from './places.ts'
import { findSplit, SEAM_WORDS } from './split-lines.ts'
import { SPOKEN_KINDS } from './spoken.ts'
import { originalPlace, unmask } from './unmask.ts'

/** Where a secret stands and what it is; never the secret itself. */
export interface SecretFinding {
  readonly kind: string
  readonly start: number
  readonly end: number
}

/** In order of precision: where two overlap, the earlier row names the finding. */
export const SECRET_KINDS: readonly SecretKind[] = [
  ...SHAPED_KINDS,
  ...PLACED_KINDS,
  ...NAMED_KINDS,
  ...SPOKEN_KINDS,
]

const PRECISION = new Map([...SECRET_KINDS.entries()].reverse().map(([row, k]) => [k.kind, row]))
/** A letter or digit before, unless it ends an escape such as `\\n` or `%3D`. */
const GLUED = /(?<!\\|%[0-9A-Fa-f]?)[A-Za-z0-9]$/

/** Words that are no part of a pattern: their places tell where to look again after the pass. */
const MARKS = {
  heads: HEAD_WORDS,
  inserts: [INSERT_WORD],
  foreign: FOREIGN_WORDS,
  joints: SEAM_WORDS,
} as const

type Mark = keyof typeof MARKS

/** What one pass sees. */
interface Look extends Readonly<Record<Mark, number[]>> {
  readonly found: SecretFinding[]
}

let finder: ((text: string) => Look) | undefined

/** Ordered, not overlapping. Linear in the text's length whatever the text. */
export function findSecrets(text: string): SecretFinding[] {
  finder ??= createFinder(SECRET_KINDS)
  const look = finder
  const find = (inner: string) => look(inner).found
  const { found, heads, inserts, foreign, joints } = look(text)
  return mergeFindings([
    ...found,
    ...findForeignNamed(text, foreign),
    ...findInColumns(text, heads, inserts),
    ...findEncoded(text, find),
    ...findPercentEncoded(text, find),
    ...findSplit(text, joints, find),
  ])
}

/** Each finding becomes `[redacted:<kind>]`. Takes what was found in the same text. */
export function redactSecrets(text: string, findings: readonly SecretFinding[]): string {
  const pieces: string[] = []
  let from = 0
  for (const { kind, start, end } of mergeFindings(findings)) {
    pieces.push(text.slice(from, start), `${MARKER}${kind}]`)
    from = end
  }
  pieces.push(text.slice(from))
  return pieces.join('')
}

/** Overlapping findings become one that covers both, named by the more precise. */
export function mergeFindings(findings: readonly SecretFinding[]): SecretFinding[] {
  const merged: SecretFinding[] = []
  if (findings.length === 0) return merged
  for (const finding of [...findings].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged.at(-1)
    if (last === undefined || finding.start >= last.end) merged.push(finding)
    else {
      const { kind } = precision(finding) < precision(last) ? finding : last
      merged[merged.length - 1] = {
        kind,
        start: last.start,
        end: Math.max(last.end, finding.end),
      }
    }
  }
  return merged
}

function precision({ kind }: SecretFinding): number {
  return PRECISION.get(kind) ?? Number.POSITIVE_INFINITY
}

interface Row {
  readonly row: number
  readonly kind: SecretKind
}

/** What a word of the fast pass is for: rows to be tried where it stands, a mark, or both. */
interface Meaning {
  readonly rows: Row[]
  mark?: Mark
}

function meaningsOf(kinds: readonly SecretKind[]): Map<string, Meaning> {
  const meanings = new Map<string, Meaning>()
  const meaningOf = (word: string) => {
    const meaning = meanings.get(word) ?? { rows: [] }
    meanings.set(word, meaning)
    return meaning
  }
  for (const [row, kind] of kinds.entries()) {
    for (const word of new Set(kind.words)) meaningOf(word).rows.push({ row, kind })
  }
  for (const [mark, words] of Object.entries(MARKS)) {
    // The table's own names: `Object.entries` forgets them.
    for (const word of words) meaningOf(word).mark = mark as Mark
  }
  return meanings
}

/** Building it takes a moment, so it is built once, and only when a text is to be looked at. */
function createFinder(kinds: readonly SecretKind[]): (text: string) => Look {
  const wordMeanings = meaningsOf(kinds)
  const meanings = [...wordMeanings.values()]
  const matcher = createLazyKeywordMatcher([...wordMeanings.keys()])

  return (text) => {
    const subject = unmask(text)
    const look: Look = { found: [], heads: [], inserts: [], foreign: [], joints: [] }
    const { found } = look
    // Where each row's last finding ended: a word inside it cannot start another of that row, and
    // a finding's tail is walked once, which keeps a text full of prefixes linear.
    let covered: Map<number, number> | undefined
    let lastEnd = -1
    matcher(subject, (word, place) => {
      let closed: RegExp | undefined
      let open: RegExp | undefined
      const { rows, mark } = meanings[word] as Meaning
      if (mark !== undefined) look[mark].push(place)
      for (const { row, kind } of rows) {
        const { gate } = kind
        if (gate !== undefined && gate !== open) {
          if (gate === closed) continue
          gate.lastIndex = place
          if (gate.test(subject)) open = gate
          else closed = gate
          if (gate === closed) continue
        }
        if (place < (covered?.get(row) ?? 0)) continue
        const finding = secretAt(kind, subject, place, lastEnd)
        if (finding === null) continue
        found.push(finding)
        covered ??= new Map()
        covered.set(row, finding.end)
        lastEnd = Math.max(lastEnd, finding.end)
      }
    })
    return subject === text ? look : inOriginal(look, originalPlace(text))
  }
}

function inOriginal(look: Look, original: (place: number) => number): Look {
  return {
    found: look.found.map(({ kind, start, end }) => ({
      kind,
      start: original(start),
      end: original(end - 1) + 1,
    })),
    heads: look.heads.map(original),
    inserts: look.inserts.map(original),
    foreign: look.foreign.map(original),
    joints: look.joints.map(original),
  }
}

function secretAt(
  kind: SecretKind,
  text: string,
  place: number,
  lastEnd: number,
): SecretFinding | null {
  const from = kind.lead === undefined ? place : leadStart(kind.lead, text, place)
  const glued = kind.inside !== true && GLUED.test(text.slice(Math.max(from - 3, 0), from))
  // What directly follows another secret will stand free once that one is redacted.
  if (glued && from !== lastEnd) return null
  kind.pattern.lastIndex = from
  const match = kind.pattern.exec(text)
  if (match === null) return null
  const value = match.groups?.value ?? match[0]
  let end = kind.pattern.lastIndex
  const start = end - value.length
  if (kind.tail !== undefined) {
    kind.tail.lastIndex = end
    kind.tail.test(text)
    end = Math.max(end, kind.tail.lastIndex)
  }
  if (kind.end !== undefined) end = kind.end(text, end)
  if (end === -1 || kind.real?.(value) === false || isInMarker(text, place)) return null
  return { kind: kind.kind, start, end }
}

const MARKER = '[redacted:'
const MAX_MARKER_LENGTH = 48

/** What we put in a secret's place names its kind, and `password]" = x` is not a name and a value. */
function isInMarker(text: string, place: number): boolean {
  const before = text.slice(Math.max(place - MAX_MARKER_LENGTH, 0), place)
  const opened = before.lastIndexOf(MARKER)
  return opened !== -1 && !before.includes(']', opened)
}

function leadStart(lead: NonNullable<SecretKind['lead']>, text: string, place: number): number {
  let from = place
  while (from > 0 && place - from < lead.most && lead.of.test(text.charAt(from - 1))) from--
  return from
}
