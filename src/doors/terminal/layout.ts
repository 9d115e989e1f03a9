/** J-09. The layout for a screen of a given size. */

export interface Size {
  readonly columns: number
  readonly rows: number
}

export interface Sheet {
  readonly list: Size
  /** Null where there is no room for it. */
  readonly preview: Size | null
  readonly side: 'right' | 'below'
}

/** Header, query, a line, and below the body a notice and the keys. */
export const LINES_AROUND = 5
const LEAST: Size = { columns: 24, rows: 8 }

const SIDE_BY_SIDE_COLUMNS = 70
const LIST_SHARE = 0.42
const SEPARATOR_COLUMNS = 3
const MIN_STACKED_ROWS = 9

export function isTooSmall({ columns, rows }: Size): boolean {
  return columns < LEAST.columns || rows < LEAST.rows
}

export function sheetOf({ columns, rows }: Size): Sheet {
  const body = Math.max(1, rows - LINES_AROUND)
  if (columns >= SIDE_BY_SIDE_COLUMNS) {
    const list = Math.floor(columns * LIST_SHARE)
    return {
      list: { columns: list, rows: body },
      preview: { columns: columns - list - SEPARATOR_COLUMNS, rows: body },
      side: 'right',
    }
  }
  if (body < MIN_STACKED_ROWS) {
    return { list: { columns, rows: body }, preview: null, side: 'below' }
  }
  const list = Math.ceil(body / 2)
  return {
    list: { columns, rows: list },
    preview: { columns, rows: body - list - 1 },
    side: 'below',
  }
}
