/**
 * M-04. Knows a value again that was recognised earlier in the same session, without keeping it: of each
 * only a keyed fingerprint, its length and its kind are stored.
 */
import { createHmac } from 'node:crypto'
import { isStandIn } from './value.ts'

/** The value that was found longest ago makes room. */
const MAX_VALUES = 100
const MIN_LENGTH = 6
const MAX_LENGTH = 512
const FINGERPRINT_CHARS = 16
/** Scripts without spaces may touch a value on both sides. */
const LETTER = String.raw`(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{N}]`
const ENDS = new RegExp(LETTER, 'uy')
/** Where a value may begin: at a letter after another sign, an escape (`\n`) or a short option (`-p`). */
const START = new RegExp(
  `(?<!${LETTER})${LETTER}|(?<=\\\\[nrt]|(?<![^\\s"'\`])-[A-Za-z])${LETTER}`,
  'gu',
)
const SPACE = /\s/g

/** Words of every day, one or two; with a number or two behind those that are often chosen. */
const ORDINARY =
  /^(?:\p{L}\p{Ll}{0,18}|\p{Lu}{1,19})(?:[-_. /:](?:\p{L}\p{Ll}*|\p{Lu}+))?$|^(?:postgres|mysql|maria|mongo|redis|rabbit|node|python|java|root|admin|user|guest|demo|test|secret|token|pass|password|version)[-_]?\d{0,4}$/iu
const SHORT_NUMBER = /^[\d.,:/+-]{1,11}$/

interface KnownValue {
  readonly kind: string
  readonly length: number
  readonly spaced: boolean
  readonly fingerprint: string
}

/** Those of one length, so that a place in a text is compared with all of them at once. */
interface Shape {
  readonly length: number
  readonly spaced: boolean
  readonly kinds: Map<string, string>
}

interface Place {
  readonly kind: string
  readonly start: number
  readonly end: number
}

export class KnownValues {
  readonly #key: Uint8Array
  /** Oldest first, by fingerprint. */
  readonly #values = new Map<string, KnownValue>()
  #shapes: readonly Shape[] | null = null
  #hasGrown = false

  /** `entries` as `entries()` gave them; what cannot be read is left out. */
  constructor(key: Uint8Array, entries: readonly string[] = []) {
    this.#key = key
    for (const entry of entries) this.#add(entry)
  }

  /** Whether a value was noted since it was made. */
  get hasGrown(): boolean {
    return this.#hasGrown
  }

  get size(): number {
    return this.#values.size
  }

  /** A value that was recognised; ordinary words are passed over, so that ordinary text is left alone. */
  note(kind: string, found: string): void {
    const value = trimmed(found)
    if (!isMemorable(value)) return
    const fingerprint = this.#fingerprintOf(value)
    if (this.#values.has(fingerprint)) return
    this.#add(`${kind} ${value.length} ${/\s/.test(value) ? 's' : '-'} ${fingerprint}`)
    this.#hasGrown = true
  }

  /** For storage: nothing in them gives a value away without the key. */
  entries(): string[] {
    return [...this.#values.values()].map(
      ({ kind, length, spaced, fingerprint }) =>
        `${kind} ${length} ${spaced ? 's' : '-'} ${fingerprint}`,
    )
  }

  isIn(text: string): boolean {
    return this.#places(text).length > 0
  }

  redact(text: string): { readonly text: string; readonly kinds: readonly string[] } {
    const places = this.#places(text)
    if (places.length === 0) return { text, kinds: [] }
    let clean = ''
    let from = 0
    for (const { kind, start, end } of places) {
      clean += `${text.slice(from, start)}[redacted:${kind}]`
      from = end
    }
    return { text: clean + text.slice(from), kinds: places.map(({ kind }) => kind) }
  }

  #places(text: string): Place[] {
    if (this.#values.size === 0) return []
    this.#shapes ??= shapesOf(this.#values.values())
    const places: Place[] = []
    let taken = 0
    let space = -1
    for (const { index: start } of text.matchAll(START)) {
      if (start < taken) continue
      if (space < start) space = nextSpace(text, start)
      for (const { length, spaced, kinds } of this.#shapes) {
        const end = start + length
        if (end > text.length || end > space !== spaced || !endsAt(text, end)) continue
        const kind = kinds.get(this.#fingerprintOf(text.slice(start, end)))
        if (kind === undefined) continue
        places.push({ kind, start, end })
        taken = end
        break
      }
    }
    return places
  }

  #add(entry: string): void {
    const [kind = '', length, spaced, fingerprint = ''] = entry.split(' ')
    if (fingerprint === '') return
    const [oldest] = this.#values.keys()
    if (this.#values.size >= MAX_VALUES) this.#values.delete(oldest as string)
    const value = { kind, length: Number(length), spaced: spaced === 's', fingerprint }
    this.#values.set(fingerprint, value)
    this.#shapes = null
  }

  #fingerprintOf(value: string): string {
    const digest = createHmac('sha256', this.#key).update(value).digest('base64url')
    return digest.slice(0, FINGERPRINT_CHARS)
  }
}

/** Without the signs around it, which may as well be those of the sentence. */
function trimmed(found: string): string {
  let start = 0
  let end = found.length
  while (start < end && !isLetterAt(found, start)) start++
  while (end > start && !isLetterAt(found, end - 1)) end--
  return found.slice(start, end)
}

function isMemorable(value: string): boolean {
  if (value.length < MIN_LENGTH || value.length > MAX_LENGTH || value.includes('\n')) return false
  return !ORDINARY.test(value) && !SHORT_NUMBER.test(value) && !isStandIn(value)
}

function shapesOf(values: Iterable<KnownValue>): Shape[] {
  const shapes = new Map<string, Shape>()
  for (const { kind, length, spaced, fingerprint } of values) {
    const name = `${length} ${spaced}`
    const shape = shapes.get(name) ?? { length, spaced, kinds: new Map() }
    shape.kinds.set(fingerprint, kind)
    shapes.set(name, shape)
  }
  // The longest first: a value may begin with another.
  return [...shapes.values()].sort((a, b) => b.length - a.length)
}

function nextSpace(text: string, from: number): number {
  SPACE.lastIndex = from
  return SPACE.exec(text)?.index ?? text.length
}

/** A value as it was trimmed: a letter before its end, none behind. */
function endsAt(text: string, end: number): boolean {
  return !isLetterAt(text, end) && isLetterAt(text, end - 1)
}

function isLetterAt(text: string, place: number): boolean {
  ENDS.lastIndex = place
  return place < text.length && ENDS.test(text)
}
