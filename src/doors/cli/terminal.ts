/** What is shown to people: colour on a terminal only, tables that fit. */
import { oneLine, rowsOf, safe, truncateToWidth, widthOf } from '../terminal/text.ts'

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, cyan: 36 } as const
type Style = keyof typeof CODES

let colourful = false

/** Decided once, where the command line begins. */
export function useColour(on: boolean): void {
  colourful = on
}

/** Safe first, then coloured, so that no text can end or begin a colour of its own. */
export function paint(style: Style, text: string): string {
  return colourful ? `\u001b[${CODES[style]}m${safe(text)}\u001b[0m` : safe(text)
}

interface Column {
  readonly title: string
  readonly align?: 'left' | 'right'
  /** Gives way first when the terminal is narrow. */
  readonly flexible?: boolean
  /** Goes on in the next line instead of being cut. */
  readonly wraps?: boolean
  readonly style?: Style
}

const GAP = '  '
/** A flexible column keeps at least this much before any other is cut. */
const MIN_FLEXIBLE = 12
/** A column of ids, dates or figures that is wider than this may be cut. */
const MAX_FIXED = 26

/** More lines than this are not read in a table. */
const MAX_CELL_LINES = 6

/** Columns as wide as they need to be; the flexible ones are cut or wrapped so that every line fits. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width = terminalWidth(),
): string {
  const cells = rows.map((row) => row.map((cell) => oneLine(cell)))
  if (isTooNarrow(columns, cells, width)) return stack(columns, cells, width)
  const widths = columns.map((column, index) =>
    Math.min(
      width,
      Math.max(0, ...[column.title, ...cells.map((row) => row[index] ?? '')].map(widthOf)),
    ),
  )
  const gaps = GAP.length * (columns.length - 1)
  const flexible = columns.flatMap((column, index) => (column.flexible ? [index] : []))
  const fixed = columns.flatMap((column, index) => (column.flexible ? [] : [index]))
  narrowColumns(widths, flexible, width - gaps, MIN_FLEXIBLE)
  narrowColumns(widths, fixed, width - gaps, MAX_FIXED)
  const line = (texts: readonly string[], styleOf: (index: number) => Style | undefined) =>
    texts
      .map((text, index) => {
        const column = columns[index]
        const room = widths[index] ?? 0
        const cut = truncateToWidth(text, room)
        const padding = ' '.repeat(Math.max(0, room - widthOf(cut)))
        const style = styleOf(index)
        const shown = style && cut !== '' ? paint(style, cut) : cut
        if (column?.align === 'right') return padding + shown
        return index === texts.length - 1 ? shown : shown + padding
      })
      .join(GAP)
      .trimEnd()
  const lines = (texts: readonly string[]) => {
    const wrapped = texts.map((text, index) =>
      columns[index]?.wraps ? rowsOf(text, widths[index] ?? 0, MAX_CELL_LINES) : [text],
    )
    const height = Math.max(1, ...wrapped.map((cell) => cell.length))
    return Array.from({ length: height }, (_, at) =>
      line(
        wrapped.map((cell) => cell[at] ?? ''),
        (index) => columns[index]?.style,
      ),
    )
  }
  const head = line(
    columns.map((column) => column.title),
    () => 'dim',
  )
  return [head, ...cells.flatMap(lines)].join('\n')
}

/** Whether what must not be cut leaves the rest less than it needs. */
function isTooNarrow(
  columns: readonly Column[],
  cells: readonly (readonly string[])[],
  width: number,
): boolean {
  const needed = columns.map((column, index) => {
    const widest = Math.max(widthOf(column.title), ...cells.map((row) => widthOf(row[index] ?? '')))
    return Math.min(widest, column.flexible ? MIN_FLEXIBLE : MAX_FIXED)
  })
  return needed.reduce((sum, each) => sum + each, GAP.length * (columns.length - 1)) > width
}

/** The cells of a row one under the other, each behind the title of its column; a line between rows. */
function stack(
  columns: readonly Column[],
  cells: readonly (readonly string[])[],
  width: number,
): string {
  const blocks = cells.map((row) =>
    columns.flatMap(({ title, style }, index) => {
      const text = row[index] ?? ''
      if (text === '') return []
      const label = title === '' ? '' : `${title}: `
      const [first = '', ...rest] = rowsOf(label + text, width, MAX_CELL_LINES)
      const shown = style && rest.length === 0 ? paint(style, first) : first
      return [shown, ...rest]
    }),
  )
  return blocks.map((block) => block.join('\n')).join('\n\n')
}

/** Takes from the widest of them, one by one, until all fit or none can give any more. */
function narrowColumns(
  widths: number[],
  giving: readonly number[],
  room: number,
  least: number,
): void {
  let surplus = widths.reduce((sum, each) => sum + each, 0) - room
  for (; surplus > 0; surplus -= 1) {
    const widest = giving.reduce<number | null>(
      (best, at) => (best === null || (widths[at] ?? 0) > (widths[best] ?? 0) ? at : best),
      null,
    )
    if (widest === null || (widths[widest] ?? 0) <= least) return
    widths[widest] = (widths[widest] ?? 0) - 1
  }
}

export function terminalWidth(): number {
  return process.stdout.columns || 100
}
