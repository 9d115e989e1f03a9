/**
 * G-10. Nothing that enters by any door is stored with a credential in it.
 * One fast pass finds words that credentials cannot do without; only there are patterns tried.
 */
import { NAMED_KINDS } from './assignments.ts'
import type { SecretKind } from './kind.ts'
import { SHAPED_KINDS } from './kinds.ts'
import { createSieve } from './sieve.ts'
import { unmask } from './unmask.ts'

/** Where a secret stands and what it is; never the secret itself. */
export interface SecretFinding {
  readonly kind: string
  readonly start: number
  readonly end: number
}

export type FindSecrets = (text: string) => SecretFinding[]

/** In order of precision: where two overlap, the earlier row names the finding. */
export const SECRET_KINDS: readonly SecretKind[] = [...SHAPED_KINDS, ...NAMED_KINDS]

const PRECISION = new Map([...SECRET_KINDS.entries()].reverse().map(([row, k]) => [k.kind, row]))
const LETTER_OR_DIGIT = /[A-Za-z0-9]/

let ownRules: FindSecrets | undefined

/** Ordered, not overlapping. Linear in the text's length whatever the text. */
export function findSecrets(text: string): SecretFinding[] {
  ownRules ??= createFinder(SECRET_KINDS)
  return ownRules(text)
}

/** Each finding becomes `[redacted:<kind>]`. Takes what was found in the same text. */
export function redactSecrets(text: string, findings: readonly SecretFinding[]): string {
  const pieces: string[] = []
  let from = 0
  for (const { kind, start, end } of mergeFindings(findings)) {
    pieces.push(text.slice(from, start), `[redacted:${kind}]`)
    from = end
  }
  pieces.push(text.slice(from))
  return pieces.join('')
}

/** Overlapping findings become one that covers both, named by the more precise. */
export function mergeFindings(findings: readonly SecretFinding[]): SecretFinding[] {
  const merged: SecretFinding[] = []
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

/** A finder for a table of kinds. Building it takes a moment, so each table is built once. */
export function createFinder(kinds: readonly SecretKind[]): FindSecrets {
  const words = [...new Set(kinds.flatMap((kind) => kind.words))]
  const sieve = createSieve(words)
  const rowsOf = words.map((word) =>
    [...kinds.entries()].filter(([, kind]) => kind.words.includes(word)),
  )

  return (text) => {
    const masked = unmask(text)
    const subject = masked === null ? text : masked.plain
    const found: SecretFinding[] = []
    // Where each row's last finding ended: a word inside it cannot start another of that row, and
    // a finding's tail is walked once, which keeps a text full of prefixes linear.
    const covered = new Int32Array(kinds.length)
    let lastEnd = -1
    sieve(subject, (word, place) => {
      for (const [row, kind] of rowsOf[word] ?? []) {
        if (place < (covered[row] ?? 0)) continue
        const finding = secretAt(kind, subject, place, lastEnd)
        if (finding === null) continue
        found.push(finding)
        covered[row] = finding.end
        lastEnd = Math.max(lastEnd, finding.end)
      }
    })
    if (found.length === 0) return found
    return mergeFindings(masked === null ? found : found.map((f) => placed(f, masked.offsets)))
  }
}

function secretAt(
  kind: SecretKind,
  text: string,
  place: number,
  lastEnd: number,
): SecretFinding | null {
  const from = kind.lead === undefined ? place : leadStart(kind.lead, text, place)
  const glued = kind.inside !== true && from > 0 && LETTER_OR_DIGIT.test(text.charAt(from - 1))
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
  if (end === -1 || kind.real?.(value) === false) return null
  return { kind: kind.kind, start, end }
}

function leadStart(lead: NonNullable<SecretKind['lead']>, text: string, place: number): number {
  let from = place
  while (from > 0 && place - from < lead.most && lead.of.test(text.charAt(from - 1))) from--
  return from
}

/** A finding in the unmasked text, where it stands in the original. */
function placed({ kind, start, end }: SecretFinding, offsets: Uint32Array): SecretFinding {
  return { kind, start: offsets[start] as number, end: (offsets[end - 1] as number) + 1 }
}
