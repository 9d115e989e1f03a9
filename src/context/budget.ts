/** H-03. Fills a room of tokens and bytes, and never by one too many. */
import type { TokenCounter } from '../text/token-count.ts'
import { splitsCharacter } from '../text/well-formed.ts'

export interface Room {
  readonly tokens: number
  readonly bytes: number
}

/** Something that can be shown in full, in its best passage, or cut. */
export interface Packable<Item> {
  readonly item: Item
  readonly whole: string
  readonly passage: string | null
  readonly render: (body: string) => string
}

export type Form = 'whole' | 'passage' | 'cut'

interface Packed<Item> {
  readonly item: Item
  readonly form: Form
  readonly text: string
  /** How to say it shorter, should a host let less through. */
  readonly body: string
  readonly render: (body: string) => string
}

interface Packing<Item> {
  readonly packed: readonly Packed<Item>[]
  readonly skipped: readonly Item[]
}

interface PackOptions {
  readonly room: Room
  /** What the texts look like together; this is what is measured. */
  readonly together: (texts: readonly string[]) => string
  /** At most this many. */
  readonly places: number
  /** The first is always admitted, shortened if necessary. */
  readonly bestAlways: boolean
}

/**
 * In the given order: the whole, else the best passage, else on to the next, which may be smaller.
 * Measured together and not summed, because tokens merge where texts meet.
 */
export function pack<Item>(
  counter: TokenCounter,
  options: PackOptions,
  packables: readonly Packable<Item>[],
): Packing<Item> {
  const packed: Packed<Item>[] = []
  const skipped: Item[] = []
  const fits = (text: string) =>
    fitsIn(counter, options.room, options.together([...packed.map((one) => one.text), text]))
  for (const [rank, packable] of packables.entries()) {
    const found =
      packed.length >= options.places
        ? null
        : (asGiven(packable, fits) ??
          (rank === 0 && options.bestAlways ? asCut(packable, fits) : null))
    if (found === null) skipped.push(packable.item)
    else packed.push({ item: packable.item, render: packable.render, ...found })
  }
  return { packed, skipped }
}

type Found = Pick<Packed<unknown>, 'form' | 'text' | 'body'>

function asGiven(packable: Packable<unknown>, fits: (text: string) => boolean): Found | null {
  const { whole, passage, render } = packable
  const text = render(whole)
  if (fits(text)) return { form: 'whole', text, body: whole }
  if (passage === null || passage === whole) return null
  const shorter = render(passage)
  return fits(shorter) ? { form: 'passage', text: shorter, body: passage } : null
}

function asCut(packable: Packable<unknown>, fits: (text: string) => boolean): Found | null {
  const { whole, passage, render } = packable
  const body = longestCut(passage ?? whole, (cut) => fits(render(cut)))
  return body === null ? null : { form: 'cut', text: render(body), body }
}

const ELLIPSIS = '…'
/** Going back further for the end of a word would waste more than a broken word does. */
const WORD_SEARCH_CHARACTERS = 24

/** The longest beginning that fits, found by halving; null when not even a sign of it does. */
export function longestCut(body: string, fits: (cut: string) => boolean): string | null {
  let short = 0
  let long = body.length
  if (!fits(cutAt(body, short))) return null
  while (long - short > 1) {
    const middle = Math.floor((short + long) / 2)
    if (fits(cutAt(body, middle))) short = middle
    else long = middle
  }
  return cutAt(body, short)
}

function cutAt(body: string, length: number): string {
  const end = splitsCharacter(body, length) ? length - 1 : length
  const start = Math.max(0, end - WORD_SEARCH_CHARACTERS)
  const gap = /\s/.test(body.charAt(end)) ? -1 : body.slice(start, end).search(/\s\S*$/)
  return `${body.slice(0, gap > 0 ? start + gap : end).trimEnd()}${ELLIPSIS}`
}

export function roomOf(counter: TokenCounter, text: string): Room {
  return { tokens: text === '' ? 0 : counter.count(text), bytes: Buffer.byteLength(text) }
}

/** Bytes first: they cost nothing to count, and spare the tokenizer what is far too long. */
export function fitsIn(counter: TokenCounter, room: Room, text: string): boolean {
  if (text === '') return true
  if (Buffer.byteLength(text) > room.bytes) return false
  return counter.count(text) <= room.tokens
}

export function lessRoom(room: Room, used: Room): Room {
  return {
    tokens: Math.max(0, room.tokens - used.tokens),
    bytes: Math.max(0, room.bytes - used.bytes),
  }
}
