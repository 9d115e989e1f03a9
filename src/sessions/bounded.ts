/** Bounds a text for storage: no private parts, no binary, limited length. */

import { withoutPrivate } from '../text/private.ts'
import { asObject, type JsonObject } from './json.ts'

interface Kept {
  readonly text: string
  /** What was left out, by name; empty when nothing was. */
  readonly cut: readonly string[]
}

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/g
const ODD = new RegExp(CONTROL.source)
const ANSI = /\u001b\[[0-9;?]*[ -/]*[@-~]/g
/** A text with more unprintable characters than one in this many is taken for binary. */
const BINARY_ONE_IN = 20
const SAMPLE_CHARS = 4096

/**
 * F-09 comes first: cutting the middle out of a text could remove the opening tag and leave what
 * it was meant to hide.
 */
export function boundText(maxChars: number, text: string): Kept {
  const open = withoutPrivate(text)
  const cut = open.length < text.length ? ['private'] : []
  // Most texts hold nothing of the kind, and one look is cheaper than three.
  const isOdd = ODD.test(open)
  if (isOdd && isBinary(open)) {
    return { text: `[binary, ${open.length} characters]`, cut: [...cut, 'binary'] }
  }
  const plain = isOdd ? open.replace(ANSI, '').replace(CONTROL, '') : open
  if (plain.length <= maxChars) return { text: plain, cut }
  return { text: keepEnds(maxChars, plain), cut: [...cut, 'text beyond the limit'] }
}

function isBinary(text: string): boolean {
  const sample = text.slice(0, SAMPLE_CHARS).replace(ANSI, '')
  return (sample.match(CONTROL)?.length ?? 0) * BINARY_ONE_IN > sample.length
}

/**
 * Keeps beginning and end, since errors are at the end of long outputs. Words and multi-line keys are kept
 * whole or dropped: half of a credential would not be recognised (G-10).
 */
function keepEnds(maxChars: number, text: string): string {
  const headChars = Math.ceil((maxChars * 2) / 3)
  const tailChars = maxChars - headChars
  const left = text.length - headChars - tailChars
  const head = withoutHalfWord(text, headChars)
  const tail = tailChars === 0 ? '' : withoutHalfWordBefore(text, text.length - tailChars)
  const end = HALF_KEY.exec(tail)
  const rest =
    end && !tail.slice(0, end.index).includes('-----BEGIN ') ? end.index + end[0].length : 0
  return `${whole(head)}\n[… ${left} characters …]\n${whole(tail.slice(rest))}`
}

/** The beginning of a text up to there, without a word that goes on beyond. */
function withoutHalfWord(text: string, end: number): string {
  let at = end
  while (at > 0 && end - at <= MAX_WORD_LENGTH && !isSpace(text, at)) at--
  return text.slice(
    0,
    end - at > MAX_WORD_LENGTH ? end : isSpace(text, at) ? Math.min(at + 1, end) : at,
  )
}

/** The end of a text from there, without a word that began before. */
function withoutHalfWordBefore(text: string, start: number): string {
  let at = start
  while (at < text.length && at - start <= MAX_WORD_LENGTH && !isSpace(text, at - 1)) at++
  return text.slice(at - start > MAX_WORD_LENGTH ? start : at)
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at))
}

/** Longer than any credential. */
const MAX_WORD_LENGTH = 2000
const HALF_KEY = /-----END [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----/

/** Half of a surrogate pair is not a character. */
function whole(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
}

const MAX_DEPTH = 4
const MAX_ENTRIES = 24
const MAX_STRING_CHARS = 400

/** A tool's input in short. Deep or endless inputs cost no more than shallow ones. */
export function inputSummary(maxChars: number, input: unknown): string {
  const text = JSON.stringify(pruneValue(input, 0)) ?? 'null'
  if (text.length <= maxChars) return text
  return `${whole(withoutHalfWord(text, maxChars))}…`
}

function pruneValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return boundText(MAX_STRING_CHARS, value).text
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) return '…'
  if (Array.isArray(value))
    return value.slice(0, MAX_ENTRIES).map((one) => pruneValue(one, depth + 1))
  const entries = Object.entries(asObject(value) as JsonObject).slice(0, MAX_ENTRIES)
  return Object.fromEntries(entries.map(([key, one]) => [key, pruneValue(one, depth + 1)]))
}
