/**
 * Stored text is hostile, and this is the one rule by which it reaches a terminal: as text. Nothing in
 * it moves the cursor, recolours the screen, turns a line around or takes more room than was counted.
 *
 * Characters whose width terminals disagree about are shown in a way that all agree on, so that a
 * layout holds everywhere: flags by their letters, joined emoji side by side, no skin tones.
 */
import { eastAsianWidth } from 'get-east-asian-width'

/** Shown instead of a character that may not be displayed. */
const BLOT = '\u00b7'
/** More marks on one letter would climb into the lines above. */
const MAX_MARKS = 4

const PLAIN = /^[\n\t\u0020-\u007e]*$/
/** Controls, what turns or hides text, lone surrogates, private and unassigned characters, fillers. */
const UNSAFE = /[\p{C}\u115f-\u11ff\u3164\uffa0\ud7b0-\ud7ff]/u
const MARK = /[\p{Mn}\p{Me}]/u
/** What only changes the look of its neighbour: joiners, variants, skin tones. */
// biome-ignore lint/suspicious/noMisleadingCharacterClass: each of them is meant alone
const ADORNMENT = /[\u200c\u200d\ufe00-\ufe0f\u20e3\u{1f3fb}-\u{1f3ff}\u{e0100}-\u{e01ef}]/u
const FIRST_REGIONAL = 0x1f1e6
const LAST_REGIONAL = 0x1f1ff
const LINE_END = /[\n\r\u0085\u2028\u2029]/

interface Cell {
  readonly shown: string
  readonly width: number
}

const NOTHING: Cell = { shown: '', width: 0 }
const BLOTTED: Cell = { shown: BLOT, width: 1 }

/** Every character of a text as it is shown, one by one, so that a long text need not be read to its end. */
function* cellsOf(text: string): Generator<Cell> {
  let marks = MAX_MARKS // a mark without a letter would sit on whatever is before the text
  let before = ''
  for (const character of text) {
    const isRest = before === '\r' && character === '\n'
    before = character
    if (isRest) continue
    if (character >= ' ' && character <= '~') {
      marks = 0
      yield { shown: character, width: 1 }
      continue
    }
    if (ADORNMENT.test(character)) {
      yield NOTHING
      continue
    }
    if (MARK.test(character)) {
      marks += 1
      yield marks <= MAX_MARKS ? { shown: character, width: 0 } : NOTHING
      continue
    }
    marks = 0
    yield cellOf(character)
  }
}

function cellOf(character: string): Cell {
  if (LINE_END.test(character)) return { shown: '\n', width: 0 }
  if (character === '\t') return { shown: '\t', width: 1 }
  const code = character.codePointAt(0) ?? 0
  if (code >= FIRST_REGIONAL && code <= LAST_REGIONAL) {
    return { shown: String.fromCharCode(0x41 + code - FIRST_REGIONAL), width: 1 }
  }
  if (UNSAFE.test(character)) return BLOTTED
  return { shown: character, width: eastAsianWidth(code) }
}

/** Text as text, in lines. Newline and tab stay. */
export function safe(text: string): string {
  if (PLAIN.test(text)) return text
  let shown = ''
  for (const cell of cellsOf(text)) shown += cell.shown
  return shown
}

/** One line of it. */
export function oneLine(text: string): string {
  return safe(text).replace(/\s+/g, ' ').trim()
}

/** The styles we add ourselves; stored text has had its escape sequences removed. */
const OWN_STYLE = /\u001b\[[0-9;]*m/g

/** What the doors write themselves, and nothing else, may look different. */
const STYLE_OR_TEXT = /(\u001b\[(?:[0127]|3[1-6])m)/

/** The last gate: text as text, with our own styles in it. */
export function printable(text: string): string {
  if (!text.includes('\u001b')) return safe(text)
  return text
    .split(STYLE_OR_TEXT)
    .map((part, at) => (at % 2 === 1 ? part : safe(part)))
    .join('')
}

/** How many columns a shown text takes: two for CJK and emoji, none for marks. */
export function widthOf(text: string): number {
  const bare = text.includes('\u001b') ? text.replace(OWN_STYLE, '') : text
  if (PLAIN.test(bare)) return bare.length
  let width = 0
  for (const cell of cellsOf(bare)) width += cell.width
  return width
}

/** Cut to a number of columns, with … where something is left out. Reads no further than it shows. */
export function truncateToWidth(text: string, columns: number): string {
  if (columns <= 0) return ''
  let shown = ''
  let short = '' // what fits if the … is needed
  let width = 0
  for (const cell of cellsOf(text)) {
    if (width + cell.width > columns) return `${short}…`
    shown += cell.shown
    width += cell.width
    if (width < columns) short = shown
  }
  return shown
}

/** Exactly so many columns: cut, or filled with spaces. */
export function padToWidth(text: string, columns: number): string {
  const cut = truncateToWidth(text, columns)
  return cut + ' '.repeat(Math.max(0, columns - widthOf(cut)))
}

const TAB_COLUMNS = 2

/**
 * The rows of a text at a width, at most so many, broken between words where there are any. Reads no
 * further than it shows: a line of a megabyte costs what a screen of it costs.
 */
export function rowsOf(text: string, columns: number, most: number): string[] {
  const rows: string[] = []
  let row = ''
  let width = 0
  let lastSpace = -1 // where in `row` it may be broken
  const end = () => {
    rows.push(row)
    row = ''
    width = 0
    lastSpace = -1
  }
  for (const cell of cellsOf(text)) {
    if (rows.length >= most) return rows
    if (cell.shown === '\n') {
      end()
      continue
    }
    const isTab = cell.shown === '\t'
    const shown = isTab ? ' '.repeat(TAB_COLUMNS) : cell.shown
    const wide = isTab ? TAB_COLUMNS : cell.width
    if (width + wide > columns && width > 0) {
      if (shown.startsWith(' ')) {
        end()
        continue
      }
      const rest = lastSpace > 0 ? row.slice(lastSpace + 1) : ''
      if (lastSpace > 0) row = row.slice(0, lastSpace)
      end()
      row = rest
      width = widthOf(rest)
    }
    if (shown === ' ') lastSpace = row.length
    row += shown
    width += wide
  }
  if (row !== '' && rows.length < most) rows.push(row)
  return rows
}
