/** What is shown in a terminal: stored text is hostile, colour is for people only, tables fit. */

/** Escape sequences, controls, and characters that turn or hide text. Newline and tab stay. */
const UNSAFE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** Text as text: nothing in it can move the cursor, recolour the screen or reverse a line. */
export function safe(text: string): string {
  return text.replace(UNSAFE, (character) => (character === '\u2028' ? '\n' : '\u00b7'))
}

/** One line of it. */
export function oneLine(text: string): string {
  return safe(text).replace(/\s+/g, ' ').trim()
}

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

/** How many columns a text takes: wide for CJK and emoji, none for combining marks. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text.replace(/\u001b\[[0-9;]*m/g, '')) width += characterWidth(character)
  return width
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u
const NARROWLESS = /\p{Mn}|\p{Me}|\p{Cf}/u

function characterWidth(character: string): number {
  if (character >= ' ' && character < '\u007f') return 1
  if (NARROWLESS.test(character)) return 0
  return WIDE.test(character) ? 2 : 1
}

/** Cut to a number of columns, with … where something is left out. */
export function fitted(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  let shown = ''
  let width = 0
  for (const character of text) {
    const next = characterWidth(character)
    if (width + next > columns - 1) break
    shown += character
    width += next
  }
  return `${shown}…`
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
