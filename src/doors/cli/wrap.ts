/** J-02. Lines of text as wide as the terminal: broken between words, under where their text began. */
import { widthOf } from '../terminal/text.ts'

/** A line that begins with a word and a gap goes on under what is behind the gap, unless that is too narrow. */
const MAX_HANG_SHARE = 1 / 2

/** A single word that is wider than the terminal stays whole: ids, paths and addresses are copied. */
export function wrapLines(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => (widthOf(line) <= width ? [line] : wrapLine(line, width)))
    .join('\n')
}

function wrapLine(line: string, width: number): string[] {
  const hang = ' '.repeat(hangOf(line, width))
  const rows: string[] = []
  let row = ''
  let gap = ''
  for (const piece of line.split(/( +)/)) {
    if (/^ *$/.test(piece)) {
      gap += piece
      continue
    }
    const isFirst = row.trim() === ''
    if (!isFirst && widthOf(row + gap + piece) > width) {
      rows.push(row)
      row = hang + piece
    } else row += gap + piece
    gap = ''
  }
  return [...rows, row]
}

function hangOf(line: string, width: number): number {
  const indent = widthOf(/^ */.exec(line)?.[0] ?? '')
  const column = /^ *\S+(?: \S+){0,3} {2,}/.exec(line)
  const hang = column ? widthOf(column[0]) : indent
  if (hang <= width * MAX_HANG_SHARE) return hang
  return indent <= width * MAX_HANG_SHARE ? indent : Math.floor(width / 4)
}
