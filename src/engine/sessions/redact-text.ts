/**
 * G-10. Text without credentials, also where they stand inside strings inside strings: transcripts
 * hold JSON that holds JSON, and a rule that looks for `"auth": "…"` does not know `\\"auth\\": \\"…`.
 */
import { redactSecrets } from '../../capture/secrets/scan.ts'
import type { SecretScanner } from '../../capture/secrets/scanner.ts'

/** How deep strings are looked into. */
const DEPTH = 3
const ESCAPED = /\\+(?:["'/nrt]|u[0-9a-f]{4})/i
const ESCAPES = /(\\+)(["'/nrt]|u[0-9a-f]{4})/gi
/** A shorter piece of a found value is no secret by itself, and could stand anywhere. */
const MIN_PIECE_LENGTH = 6

export async function hasSecrets(secrets: SecretScanner, text: string): Promise<boolean> {
  for (let depth = 0, shown = text; ; depth++) {
    if ((await secrets.scan(shown)).length > 0) return true
    if (depth === DEPTH || !ESCAPED.test(shown)) return false
    shown = unescaped(shown)
  }
}

export async function redactedText(secrets: SecretScanner, text: string): Promise<string> {
  let clean = redactSecrets(text, await secrets.scan(text))
  for (let depth = 0, shown = clean; depth < DEPTH && ESCAPED.test(shown); depth++) {
    shown = unescaped(shown)
    for (const { kind, start, end } of await secrets.scan(shown)) {
      for (const piece of piecesOf(shown.slice(start, end))) {
        clean = clean.replaceAll(piece, `[redacted:${kind}]`)
      }
    }
  }
  return clean
}

/** What a value is made of where nothing needs an escape: the same in both texts. */
function piecesOf(value: string): string[] {
  return value.split(/[\\"'/\n\r\t]+/).filter((piece) => piece.length >= MIN_PIECE_LENGTH)
}

const STANDS_FOR: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** One level of a string's escapes undone: of `\\\\\\"` the next level sees `\\"`. */
function unescaped(text: string): string {
  return text.replace(ESCAPES, (_all, slashes: string, sign: string) => {
    const kept = '\\'.repeat(slashes.length >> 1)
    if (slashes.length % 2 === 0) return kept + sign
    if (sign.length > 1) return kept + String.fromCharCode(Number.parseInt(sign.slice(1), 16))
    return kept + (STANDS_FOR[sign] ?? sign)
  })
}
