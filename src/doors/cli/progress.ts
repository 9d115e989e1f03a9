/** How far long work is: a bar on a terminal, silence in a pipe. Always on stderr. */
import type { Progress } from '../../operations/operation.ts'
import { oneLine } from '../terminal/text.ts'

const BAR_COLUMNS = 24
const REDRAW_MS = 80
/** What is done within a second needs no bar. */
const FIRST_DRAW_MS = 1000

export function progressBar(stream: NodeJS.WriteStream = process.stderr): {
  readonly report: Progress
  readonly end: () => void
} {
  const start = Date.now()
  let drawn = 0
  return {
    report({ done, total, what }) {
      const now = Date.now()
      if (!stream.isTTY || now - start < FIRST_DRAW_MS) return
      if (now - drawn < REDRAW_MS && done < total) return
      drawn = now
      const share = total > 0 ? Math.min(1, done / total) : 0
      const full = Math.round(share * BAR_COLUMNS)
      const bar = '█'.repeat(full) + '░'.repeat(BAR_COLUMNS - full)
      stream.write(
        `\r\u001b[2K${bar} ${Math.round(share * 100)}%  ${done}/${total} ${oneLine(what)}`,
      )
    },
    end() {
      if (drawn > 0) stream.write('\r\u001b[2K')
    },
  }
}
