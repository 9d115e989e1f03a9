/** H-12. Trims the context to its limits, always dropping the same things first. */
import type { TokenCounter } from '../text/token-count.ts'
import { longestCut } from './budget.ts'
import type { Part, Renderer } from './render.ts'
import { SECTION_NAMES, SECTIONS, type SectionName, TRIM_ORDER } from './sections.ts'

/** Absent means not limited. */
export interface Limits {
  readonly tokens?: number | undefined
  readonly bytes?: number | undefined
  readonly characters?: number | undefined
}

/** One thing in a section: a memory, an anchor, an index. */
export interface Piece {
  readonly section: SectionName
  /** Null for what is not a memory. */
  readonly id: string | null
  readonly text: string
  /** Shorter versions, longest first; tried before the piece is dropped. */
  readonly shorter: readonly string[]
  /** How to render it truncated; null where truncation makes no sense. */
  readonly cut: { readonly body: string; readonly render: (body: string) => string } | null
  /** M-35. The memories or anchors in it, so that no session gets one twice. */
  readonly items?: readonly { readonly print: string; readonly text: string }[]
}

interface Trimmed {
  readonly text: string
  readonly pieces: readonly Piece[]
  /** What was dropped, for the pointer and for `explain`. */
  readonly dropped: readonly Piece[]
}

interface TrimOptions {
  readonly counter: TokenCounter
  readonly renderer: Renderer
  readonly part: Part
  readonly knowsFrame?: boolean
  readonly limits: Limits
}

/** The result never exceeds the limits. If not even the frame fits, it is empty. */
export function trim(options: TrimOptions, given: readonly Piece[]): Trimmed {
  const best = bestOf(given)
  let pieces = given
  const dropped: Piece[] = []
  const fits = (text: string) => isWithin(options.counter, options.limits, text)
  const writeWith = (kept: readonly Piece[]) => write(options, kept, dropped)
  for (;;) {
    const text = writeWith(pieces)
    if (fits(text)) return { text, pieces, dropped }
    const victim = victimOf(pieces, best)
    if (victim === null) break
    const { shorter, section } = victim
    const cut =
      section === 'anchors'
        ? cutOf(victim, (piece) => fits(writeWith(swap(pieces, victim, piece))))
        : null
    if (shorter[0] !== undefined) {
      pieces = swap(pieces, victim, { ...victim, text: shorter[0], shorter: shorter.slice(1) })
    } else if (cut !== null) {
      pieces = swap(pieces, victim, cut)
    } else {
      pieces = pieces.filter((piece) => piece !== victim)
      dropped.push(victim)
    }
  }
  return lastResort(options, best, dropped)
}

/** H-03. Only the best is left: truncated to fit, with the pointer if there is room. */
function lastResort(options: TrimOptions, best: Piece | null, dropped: readonly Piece[]): Trimmed {
  for (const pointed of best === null ? [] : [dropped, []]) {
    const fits = (piece: Piece) =>
      isWithin(options.counter, options.limits, write(options, [piece], pointed))
    const piece = best === null ? null : fits(best) ? best : cutOf(best, fits)
    if (piece !== null) return { text: write(options, [piece], pointed), pieces: [piece], dropped }
  }
  return { text: '', pieces: [], dropped: best === null ? dropped : [...dropped, best] }
}

/** The best match for the prompt. */
function bestOf(pieces: readonly Piece[]): Piece | null {
  for (const section of ['recalled', 'evidence', 'pending', 'warnings'] as const) {
    const found = pieces.find((piece) => piece.section === section)
    if (found) return found
  }
  return null
}

function victimOf(pieces: readonly Piece[], best: Piece | null): Piece | null {
  for (const section of TRIM_ORDER) {
    const found = pieces.findLast((piece) => piece.section === section && piece !== best)
    if (found) return found
  }
  return null
}

function cutOf(piece: Piece, fits: (piece: Piece) => boolean): Piece | null {
  const { cut } = piece
  if (cut === null) return null
  const as = (body: string): Piece => ({ ...piece, text: cut.render(body), cut: null })
  const body = longestCut(cut.body, (shorter) => fits(as(shorter)))
  return body === null ? null : as(body)
}

function swap(pieces: readonly Piece[], old: Piece, next: Piece): Piece[] {
  return pieces.map((piece) => (piece === old ? next : piece))
}

export function write(
  { renderer, part, knowsFrame }: Pick<TrimOptions, 'renderer' | 'part' | 'knowsFrame'>,
  pieces: readonly Piece[],
  dropped: readonly Piece[],
): string {
  const sections = SECTION_NAMES.map((name) =>
    renderer.section(
      name,
      pieces.filter((piece) => piece.section === name).map((piece) => piece.text),
    ),
  ).filter((text) => text !== '')
  if (dropped.length > 0) sections.push(renderer.more(pointerTo(dropped)))
  return sections.length === 0 ? '' : renderer.block(part, sections, knowsFrame)
}

function pointerTo(dropped: readonly Piece[]): string {
  const names = SECTION_NAMES.filter((name) => dropped.some((piece) => piece.section === name))
  const said = names.map((name) => {
    const count = dropped.filter((piece) => piece.section === name).length
    return count === 1 ? SECTIONS[name].tag : `${SECTIONS[name].tag} ×${count}`
  })
  return `Omitted to fit: ${said.join(', ')}. All of it: mneme context`
}

function isWithin(counter: TokenCounter, limits: Limits, text: string): boolean {
  if (text === '') return true
  const { characters, bytes, tokens } = limits
  if (characters !== undefined && text.length > characters) return false
  if (bytes !== undefined && Buffer.byteLength(text) > bytes) return false
  return tokens === undefined || counter.count(text) <= tokens
}

/** Both apply: the smaller of each. */
export function tighter(a: Limits, b: Limits): Limits {
  return {
    tokens: least(a.tokens, b.tokens),
    bytes: least(a.bytes, b.bytes),
    characters: least(a.characters, b.characters),
  }
}

function least(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : Math.min(a, b)
}
