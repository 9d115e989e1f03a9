/**
 * G-10. Finds many short words in a long text at once, whatever their case, for less than parsing it.
 *
 * The text is read two characters at a time as one 16-bit number. A word of four letters or more
 * always covers two such pairs in a row, whichever side of a pair it starts on:
 *
 *     even start   (k0 k1)(k2 k3)        first pair k0k1, second pair k2k3
 *     odd start    (.. k0)(k1 k2)(k3 ..) first pair k1k2, second pair k3 and anything
 *
 * Each word owns a bit. `first` says which words a pair may begin, `second` which it may go on with;
 * where the two share a bit a word may stand, and only there the text itself is compared.
 */
import { Buffer } from 'node:buffer'

/** Told each place a word stands: its index in the list, and where it starts. */
export type Visit = (word: number, start: number) => void

/** Told of each word at each place, in order of place up to a pair's width. */
export type Sieve = (text: string, visit: Visit) => void

export const SHORTEST_WORD = 3

const PAIRS = 65_536
const BITS = 32
const CHUNK_BYTES = 65_536
/** Chunks overlap by four pairs, so that a word across the seam is seen whole by one of them. */
const STEP_BYTES = CHUNK_BYTES - 8
const ANY = -1

interface Entry {
  readonly word: number
  readonly codes: readonly number[]
  /** From the first pair's place to the word's start. */
  readonly shift: number
}

/** The chunk being read. Shared by all sieves: a scan never waits, so never meets another. */
const pairs = new Uint16Array(CHUNK_BYTES / 2)
const bytes = Buffer.from(pairs.buffer)

/** Words are given in lower case and found in any. */
export function createSieve(words: readonly string[]): Sieve {
  const first = new Uint32Array(PAIRS)
  const second = new Uint32Array(PAIRS)
  const entries = new Map<number, Entry[]>()

  for (const [word, letters] of words.entries()) {
    if (letters.length < SHORTEST_WORD) throw new RangeError(`"${letters}" is too short to sieve`)
    const codes = [...letters].map((letter) => letter.charCodeAt(0))
    const code = (at: number) => codes[at] ?? ANY
    const bit = 1 << (word % BITS)
    const short = codes.length === SHORTEST_WORD
    const ways = [
      { shift: 0, at: [code(0), code(1), code(2), code(3)] },
      short
        ? { shift: 1, at: [ANY, code(0), code(1), code(2)] }
        : { shift: -1, at: [code(1), code(2), code(3), code(4)] },
    ]
    for (const { shift, at } of ways) {
      const [a = ANY, b = ANY, c = ANY, d = ANY] = at
      for (const pair of pairsOf(a, b)) {
        first[pair] = (first[pair] ?? 0) | bit
        const list = entries.get(pair)
        if (list === undefined) entries.set(pair, [{ word, codes, shift }])
        else list.push({ word, codes, shift })
      }
      for (const pair of pairsOf(c, d)) second[pair] = (second[pair] ?? 0) | bit
    }
  }

  return (text, visit) => {
    for (let offset = 0; offset < text.length; offset += STEP_BYTES) {
      // One byte a character keeps places equal to places in the text. What lies beyond Latin-1 is
      // cut down to its low byte, which can only make a false candidate, never hide a word.
      const length = bytes.write(text.slice(offset, offset + CHUNK_BYTES), 'latin1')
      bytes[length] = 0
      const last = (length + 1) >> 1
      let begun = 0
      for (let i = 0; i < last; i++) {
        const pair = pairs[i] as number
        if ((begun & (second[pair] as number)) !== 0 && (i - 1) * 2 < STEP_BYTES) {
          const list = entries.get(pairs[i - 1] as number) as readonly Entry[]
          const place = offset + (i - 1) * 2
          for (const { word, codes, shift } of list) {
            if (standsAt(text, place + shift, codes)) visit(word, place + shift)
          }
        }
        begun = first[pair] as number
      }
    }
  }
}

function standsAt(text: string, start: number, codes: readonly number[]): boolean {
  for (let i = 0; i < codes.length; i++) {
    const code = text.charCodeAt(start + i)
    if ((code >= 65 && code <= 90 ? code + 32 : code) !== codes[i]) return false
  }
  return true
}

/** Every pair that two letters make in either case, as this machine reads two bytes. */
function* pairsOf(a: number, b: number): Generator<number> {
  const two = new Uint16Array(1)
  const byte = new Uint8Array(two.buffer)
  for (const x of casesOf(a)) {
    for (const y of casesOf(b)) {
      byte[0] = x
      byte[1] = y
      yield two[0] as number
    }
  }
}

const EVERY_BYTE = Array.from({ length: 256 }, (_, byte) => byte)

function casesOf(code: number): readonly number[] {
  if (code === ANY) return EVERY_BYTE
  return code >= 97 && code <= 122 ? [code, code - 32] : [code]
}
