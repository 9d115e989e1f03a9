/**
 * Stored text is hostile. It is shown as text, and what in it cannot be seen is made visible: control
 * characters, and those that change the direction of what follows, so that a line reads as it is.
 */

/** Characters that draw nothing or move others, with the names people know them by. */
// biome-ignore format: a table reads best in columns
const NAMES: ReadonlyMap<number, string> = new Map([
  [0x00, 'NUL'], [0x07, 'BEL'], [0x08, 'BS'], [0x0b, 'VT'], [0x0c, 'FF'], [0x0d, 'CR'],
  [0x1b, 'ESC'], [0x7f, 'DEL'], [0x85, 'NEL'], [0x9b, 'CSI'], [0xad, 'SHY'], [0x061c, 'ALM'],
  [0x180e, 'MVS'], [0x200b, 'ZWSP'], [0x200e, 'LRM'], [0x200f, 'RLM'], [0x2028, 'LS'],
  [0x2029, 'PS'], [0x202a, 'LRE'], [0x202b, 'RLE'], [0x202c, 'PDF'], [0x202d, 'LRO'],
  [0x202e, 'RLO'], [0x2060, 'WJ'], [0x2066, 'LRI'], [0x2067, 'RLI'], [0x2068, 'FSI'],
  [0x2069, 'PDI'], [0xfeff, 'BOM'], [0xfffc, 'OBJ'],
])

const HIDDEN =
  /\r(?!\n)|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffc]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/gu

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hit'; readonly text: string }
  | { readonly kind: 'hidden'; readonly name: string; readonly code: string }

/** The text in pieces; `wanted` finds what is to be highlighted. */
export function piecesOf(text: string, wanted: RegExp | null = null): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of text.matchAll(HIDDEN)) {
    pieces.push(...highlighted(text.slice(from, match.index), wanted), hidden(match[0]))
    from = match.index + match[0].length
  }
  pieces.push(...highlighted(text.slice(from), wanted))
  return pieces
}

/** The same where only plain text can stand: a title, a label, a canvas. */
export function plain(text: string): string {
  return text.replace(HIDDEN, (character) => `⟨${hidden(character).name}⟩`)
}

export function hiddenCount(text: string): number {
  return text.match(HIDDEN)?.length ?? 0
}

function hidden(character: string): Piece & { kind: 'hidden' } {
  const point = character.codePointAt(0) ?? 0
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
  return { kind: 'hidden', name: NAMES.get(point) ?? code, code }
}

function highlighted(text: string, wanted: RegExp | null): Piece[] {
  if (text === '') return []
  if (wanted === null) return [{ kind: 'text', text }]
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: hit, index } of text.matchAll(wanted)) {
    if (hit === '') continue
    if (index > from) pieces.push({ kind: 'text', text: text.slice(from, index) })
    pieces.push({ kind: 'hit', text: hit })
    from = index + hit.length
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) })
  return pieces
}
