/** What is kept of a text: without its private parts, without binary, and not beyond a limit. */
import { asObject, type JsonObject } from './json.ts'
import { withoutPrivate } from './private.ts'

export interface Kept {
  readonly text: string
  /** What had to be left out, by name; empty when nothing was. */
  readonly cut: readonly string[]
}

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/g
const ANSI = /\u001b\[[0-9;?]*[ -/]*[@-~]/g
/** A text with more unprintable characters than one in this many is taken for binary. */
const BINARY_ONE_IN = 20
const SAMPLE_CHARS = 4096

/**
 * F-09 comes first: cutting the middle out of a text could remove the opening tag and leave what
 * it was meant to hide.
 */
export function keptText(maxChars: number, text: string): Kept {
  const open = withoutPrivate(text)
  const cut = open.length < text.length ? ['private'] : []
  if (isBinary(open))
    return { text: `[binary, ${open.length} characters]`, cut: [...cut, 'binary'] }
  const plain = open.replace(ANSI, '').replace(CONTROL, '')
  if (plain.length <= maxChars) return { text: plain, cut }
  return { text: shortened(maxChars, plain), cut: [...cut, 'text beyond the limit'] }
}

function isBinary(text: string): boolean {
  const sample = text.slice(0, SAMPLE_CHARS).replace(ANSI, '')
  return (sample.match(CONTROL)?.length ?? 0) * BINARY_ONE_IN > sample.length
}

/** Beginning and end, since errors stand at the end of long outputs. */
function shortened(maxChars: number, text: string): string {
  const head = Math.ceil((maxChars * 2) / 3)
  const tail = maxChars - head
  const left = text.length - head - tail
  return `${whole(text.slice(0, head))}\n[… ${left} characters …]\n${whole(text.slice(-tail))}`
}

/** Half of a surrogate pair is not a character. */
function whole(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
}

const MAX_DEPTH = 4
const MAX_ENTRIES = 24
const MAX_STRING_CHARS = 400

/** A tool's input in short. Deep or endless inputs cost no more than shallow ones. */
export function inputSummary(maxChars: number, input: unknown): string {
  const text = JSON.stringify(pruned(input, 0)) ?? 'null'
  return text.length <= maxChars ? text : `${whole(text.slice(0, maxChars))}…`
}

function pruned(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return keptText(MAX_STRING_CHARS, value).text
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) return '…'
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((one) => pruned(one, depth + 1))
  const entries = Object.entries(asObject(value) as JsonObject).slice(0, MAX_ENTRIES)
  return Object.fromEntries(entries.map(([key, one]) => [key, pruned(one, depth + 1)]))
}
