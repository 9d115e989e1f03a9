/**
 * G-10. Text without credentials, also where they stand inside strings inside strings: transcripts
 * hold JSON that holds JSON, and a rule that looks for `"auth": "…"` does not know `\\"auth\\": \\"…`.
 */
import type { KnownValues } from './known-values.ts'
import { findSecrets, redactSecrets, type SecretFinding } from './scan.ts'

/** How deep strings are looked into. */
const DEPTH = 3
const ESCAPED = /(?<!\\)\\+(?:["'/nrt]|u[0-9a-f]{4})/i
const ESCAPES = /(?<!\\)(\\+)(["'/nrt]|u[0-9a-f]{4})/gi
/** A shorter piece of a found value is no secret by itself, and could stand anywhere. */
const MIN_PIECE_LENGTH = 6

export interface Redacted {
  readonly text: string
  /** What was found, by kind; never the value. */
  readonly kinds: readonly string[]
}

/** `known` notes each value that is found. */
export function redactText(text: string, known?: KnownValues): Redacted {
  const found = findSecrets(text)
  for (const { kind, start, end } of found) known?.note(kind, text.slice(start, end))
  let clean = found.length > 0 ? redactSecrets(text, found) : text
  const kinds = found.map(({ kind }) => kind)
  for (let depth = 0, shown = clean; depth < DEPTH && isEscaped(shown); depth++) {
    shown = unescapeOnce(shown)
    for (const finding of findSecrets(shown)) {
      kinds.push(finding.kind)
      known?.note(finding.kind, shown.slice(finding.start, finding.end))
      clean = withoutPieces(clean, shown, finding)
    }
  }
  return { text: clean, kinds }
}

function isEscaped(text: string): boolean {
  return text.includes('\\') && ESCAPED.test(text)
}

export function hasSecrets(text: string): boolean {
  return redactText(text).kinds.length > 0
}

function withoutPieces(text: string, shown: string, { kind, start, end }: SecretFinding): string {
  let clean = text
  for (const piece of piecesOf(shown.slice(start, end))) {
    clean = clean.replaceAll(piece, `[redacted:${kind}]`)
  }
  return clean
}

/** What a value is made of where nothing needs an escape: the same in both texts. */
function piecesOf(value: string): string[] {
  return value.split(/[\\"'/\n\r\t]+/).filter((piece) => piece.length >= MIN_PIECE_LENGTH)
}

const STANDS_FOR: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** One level of a string's escapes undone: of `\\\\\\"` the next level sees `\\"`. */
function unescapeOnce(text: string): string {
  return text.replace(ESCAPES, (_all, slashes: string, sign: string) => {
    const kept = '\\'.repeat(slashes.length >> 1)
    if (slashes.length % 2 === 0) return kept + sign
    if (sign.length > 1) return kept + String.fromCharCode(Number.parseInt(sign.slice(1), 16))
    return kept + (STANDS_FOR[sign] ?? sign)
  })
}
