/** What is shown to people: colour on a terminal only, tables that fit. */
import { fitted, oneLine, safe, widthOf } from '../terminal/text.ts'

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, cyan: 36 } as const
export type Style = keyof typeof CODES

let colourful = false

/** Colour only on a terminal, and never against NO_COLOR. */
export function useColour(on: boolean): void {
  colourful = on
}

/** Safe first, then coloured, so that no text can end or begin a colour of its own. */
export function paint(style: Style, text: string): string {
  return colourful ? `\u001b[${CODES[style]}m${safe(text)}\u001b[0m` : safe(text)
}

export interface Column {
  readonly title: string
  readonly align?: 'left' | 'right'
  /** Gives way first when the terminal is narrow. */
  readonly flexible?: boolean
  readonly style?: Style
}

const GAP = '  '

/** Columns as wide as they need to be, the flexible ones cut so that no line wraps. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width = terminalWidth(),
): string {
  const cells = rows.map((row) => row.map((cell) => oneLine(cell)))
  const widths = columns.map((column, index) =>
    Math.max(widthOf(column.title), ...cells.map((row) => widthOf(row[index] ?? ''))),
  )
  let surplus =
    widths.reduce((sum, each) => sum + each, 0) + GAP.length * (columns.length - 1) - width
  const flexible = columns.flatMap((column, index) => (column.flexible ? [index] : []))
  for (const index of flexible.sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0))) {
    if (surplus <= 0) break
    const give = Math.min(surplus, Math.max(0, (widths[index] ?? 0) - 12))
    widths[index] = (widths[index] ?? 0) - give
    surplus -= give
  }
  const line = (texts: readonly string[], styleOf: (index: number) => Style | undefined) =>
    texts
      .map((text, index) => {
        const column = columns[index]
        const room = widths[index] ?? 0
        const cut = fitted(text, room)
        const padding = ' '.repeat(Math.max(0, room - widthOf(cut)))
        const style = styleOf(index)
        const shown = style ? paint(style, cut) : cut
        if (column?.align === 'right') return padding + shown
        return index === texts.length - 1 ? shown : shown + padding
      })
      .join(GAP)
      .trimEnd()
  const head = line(
    columns.map((column) => column.title),
    () => 'dim',
  )
  return [head, ...cells.map((row) => line(row, (index) => columns[index]?.style))].join('\n')
}

export function terminalWidth(): number {
  return process.stdout.columns || 100
}
