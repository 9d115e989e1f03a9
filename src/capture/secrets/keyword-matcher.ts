/**
 * G-10. Finds many short words in a long text at once, whatever their case, for less than parsing it.
 *
 * The text is read two characters at a time as one 16-bit number. A word of four letters or more
 * always covers two such pairs in a row, whichever side of a pair it starts on:
 *
 *     even start   (k0 k1)(k2 k3)        first pair k0k1, second pair k2k3
 *     odd start    (.. k0)(k1 k2)(k3 ..) first pair k1k2, second pair k3 and anything
 *
 * Of a long word the rarest letters are taken. Each word owns a bit. `first` says which words a pair may begin, `second` which it may go on with;
 * where the two share a bit a word may stand. There three letters are looked up together, and what
 * is left is compared with the text itself.
 */
import { bytes, CHUNK, fours, writeLatin1 } from './latin1.ts'

/** Told each place a word stands: its index in the list, and where it starts. */
export type Visit = (word: number, start: number) => void

/** Told of each word at each place, in order of place up to a pair's width. */
export type KeywordMatcher = (text: string, visit: Visit) => void

const MIN_WORD_LENGTH = 3

const PAIRS = 65_536
const BITS = 32
/** Chunks overlap by four pairs, so that a word across the seam is seen whole by one of them. */
const STEP_BYTES = CHUNK - 8
const ANY = -1
/** Five bits of each of three letters; they are the same in either case. */
const TRIPLES = 32_768

interface Entry {
  readonly word: number
  readonly codes: readonly number[]
  /** From the first pair's place to the word's start. */
  readonly shift: number
}

const NONE: Entry[] = []
const LOW_BYTE_FIRST = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/**
 * Words are given in lower case and found in any. Make one matcher for all words there are: while there
 * is only one, the compiler takes its tables for constants, and the hot loop runs twice as fast.
 */
export function createKeywordMatcher(words: readonly string[]): KeywordMatcher {
  const candidates = new Uint16Array(CHUNK / 2)
  const first = new Uint32Array(PAIRS)
  const second = new Uint32Array(PAIRS)
  const leading: Entry[][] = Array.from({ length: TRIPLES }, () => NONE)
  const trailing: Entry[][] = Array.from({ length: TRIPLES }, () => NONE)
  const bits = bitsOf(words.map(windowOf))

  for (const [word, letters] of words.entries()) {
    if (letters.length < MIN_WORD_LENGTH) throw new RangeError(`"${letters}" is too short to match`)
    const codes = [...letters].map((letter) => letter.charCodeAt(0))
    const from = rarestWindow(letters)
    const code = (at: number) => codes[from + at] ?? ANY
    const bit = 1 << (bits[word] as number)
    mark(first, bit, code(0), code(1))
    mark(second, bit, code(2), code(3))
    enter(leading, [code(0), code(1), code(2)], { word, codes, shift: -from })
    if (codes.length === MIN_WORD_LENGTH) {
      mark(first, bit, ANY, code(0))
      mark(second, bit, code(1), code(2))
      enter(trailing, [code(0), code(1), code(2)], { word, codes, shift: 1 - from })
    } else {
      mark(first, bit, code(1), code(2))
      mark(second, bit, code(3), code(4))
      enter(leading, [code(1), code(2), code(3)], { word, codes, shift: -1 - from })
    }
  }

  /** Lists the pairs that may begin a word: two pairs a turn, and nothing that is not needed. */
  function candidatesIn(length: number): number {
    // One turn beyond the length: a word may begin in its last pair and go on in the next.
    const last = Math.min((length >> 2) + 1, CHUNK / 4)
    let begun = 0
    let count = 0
    for (let i = 0; i < last; i++) {
      const four = fours[i] as number
      const one = LOW_BYTE_FIRST ? four & 0xffff : four >>> 16
      const two = LOW_BYTE_FIRST ? four >>> 16 : four & 0xffff
      if ((begun & (second[one] as number)) !== 0) candidates[count++] = 2 * i - 1
      if (((first[one] as number) & (second[two] as number)) !== 0) candidates[count++] = 2 * i
      begun = first[two] as number
    }
    return count
  }

  return (text, visit) => {
    for (let offset = 0; offset < text.length; offset += STEP_BYTES) {
      // Letters cut down to their low byte can only make a false candidate, never hide a word.
      const length = writeLatin1(text, offset)
      for (let after = length; after < length + 4; after++) bytes[after] = 0
      const count = candidatesIn(Math.min(length, STEP_BYTES))
      for (let i = 0; i < count; i++) {
        const at = (candidates[i] as number) * 2
        if (at >= STEP_BYTES) continue // the next chunk begins with it
        const b = bytes[at + 1] as number
        const c = bytes[at + 2] as number
        const led = leading[tripleOf(bytes[at] as number, b, c)] as readonly Entry[]
        for (let e = 0; e < led.length; e++) report(led[e] as Entry, text, offset + at, visit)
        const trailed = trailing[tripleOf(b, c, bytes[at + 3] as number)] as readonly Entry[]
        for (let e = 0; e < trailed.length; e++)
          report(trailed[e] as Entry, text, offset + at, visit)
      }
    }
  }
}

function report({ word, codes, shift }: Entry, text: string, place: number, visit: Visit): void {
  if (standsAt(text, place + shift, codes)) visit(word, place + shift)
}

/** The pairs of a window, first and second, for an even start and for an odd one. */
function pairsOf(window: string): readonly (readonly [first: string, second: string])[] {
  const [a = '', b = '', c = '', d = '', e = ''] = window
  return d === ''
    ? [[a + b, c], [a, b + c]] // biome-ignore format: side by side
    : [
        [a + b, c + d],
        [b + c, d + e],
      ]
}

interface Bit {
  readonly firsts: Map<string, number>
  readonly seconds: Map<string, number>
}

/**
 * A bit for each window. Any first pair of a bit makes a candidate with any second pair of it, so
 * each word goes where that is expected to happen least often.
 */
function bitsOf(windows: readonly string[]): number[] {
  const bits: Bit[] = Array.from({ length: BITS }, () => ({
    firsts: new Map(),
    seconds: new Map(),
  }))
  const order = [...windows.keys()].sort(
    (x, y) => (windows[x] as string).length - (windows[y] as string).length || x - y,
  )
  const chosen: number[] = []
  for (const word of order) {
    const pairs = pairsOf(windows[word] as string)
    const added = bits.map((bit) => alarms(bit, pairs) - alarms(bit, []))
    const best = added.indexOf(Math.min(...added))
    for (const [first, second] of pairs) {
      bits[best]?.firsts.set(first, likelihood(first))
      bits[best]?.seconds.set(second, likelihood(second))
    }
    chosen[word] = best
  }
  return chosen
}

/** How often a bit makes a candidate by chance once the pairs are added to it. */
function alarms({ firsts, seconds }: Bit, pairs: readonly (readonly [string, string])[]): number {
  let first = 0
  let second = 0
  for (const chance of firsts.values()) first += chance
  for (const chance of seconds.values()) second += chance
  for (const [a, b] of pairs) {
    if (!firsts.has(a)) first += likelihood(a)
    if (!seconds.has(b)) second += likelihood(b)
  }
  return first * second
}

/** A pair with a letter left open is as likely as the letter it has. */
function likelihood(pair: string): number {
  let product = 1
  for (const letter of pair) {
    const rank = FREQUENT.indexOf(letter)
    product *= rank === -1 ? 0.005 : 0.1 * 0.9 ** rank
  }
  return product
}

/** From the most frequent letter to the rarest, in English and in code. */
const FREQUENT = 'etaoinsrlcdupmhgfbyvkwxjqz'
const WINDOW = 5

/** Where the five letters start that other words are least likely to have in a row. */
function rarestWindow(word: string): number {
  const rarity = (letter: string) => {
    const rank = FREQUENT.indexOf(letter)
    return rank === -1 ? FREQUENT.length : rank
  }
  let best = 0
  let bestRarity = -1
  for (let from = 0; from + WINDOW <= word.length; from++) {
    const total = [...word.slice(from, from + WINDOW)].reduce((sum, l) => sum + rarity(l), 0)
    if (total > bestRarity) [best, bestRarity] = [from, total]
  }
  return best
}

function windowOf(word: string): string {
  const from = rarestWindow(word)
  return word.slice(from, from + WINDOW)
}

function tripleOf(a: number, b: number, c: number): number {
  return ((a & 31) << 10) | ((b & 31) << 5) | (c & 31)
}

function standsAt(text: string, start: number, codes: readonly number[]): boolean {
  for (let i = 0; i < codes.length; i++) {
    const code = text.charCodeAt(start + i)
    if ((code >= 65 && code <= 90 ? code + 32 : code) !== codes[i]) return false
  }
  return true
}

/** Sets a bit for every pair that two letters make in either case, as this machine reads bytes. */
function mark(table: Uint32Array, bit: number, a: number, b: number): void {
  const seconds = casesOf(b)
  for (const x of casesOf(a)) {
    for (const y of seconds) {
      const pair = LOW_BYTE_FIRST ? x | (y << 8) : (x << 8) | y
      table[pair] = (table[pair] as number) | bit
    }
  }
}

function enter(table: Entry[][], [a, b, c]: [number, number, number], entry: Entry): void {
  const triple = tripleOf(a, b, c)
  table[triple] = [...(table[triple] ?? NONE), entry]
}

const EVERY_BYTE = Array.from({ length: 256 }, (_, byte) => byte)

function casesOf(code: number): readonly number[] {
  if (code === ANY) return EVERY_BYTE
  return code >= 97 && code <= 122 ? [code, code - 32] : [code]
}
