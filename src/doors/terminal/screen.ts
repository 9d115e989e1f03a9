/**
 * J-09. The terminal while the picker has it: a screen of its own, so that nothing is left in the
 * scrollback, keys as they are pressed, and everything put back however it ends.
 */
import type { ReadStream, WriteStream } from 'node:tty'
import { type Key, keysIn } from './keys.ts'
import type { Size } from './layout.ts'
import type { Drawn } from './view.ts'

/** Own screen, no wrapping at the edge, pasted text marked as such. */
const ENTER = '\u001b[?1049h\u001b[?7l\u001b[?2004h\u001b[H\u001b[2J'
const LEAVE = '\u001b[0m\u001b[?2004l\u001b[?7h\u001b[?25h\u001b[?1049l'
/** A lone escape is the key of that name if nothing follows within this time, also over a slow line. */
const ESCAPE_MS = 60
const FALLBACK: Size = { columns: 80, rows: 24 }

export interface Screen {
  readonly size: () => Size
  draw(drawn: Drawn): void
  /** Draws everything anew, whatever another program left there. */
  redraw(): void
  /** The terminal as it was before, for as long as the work takes. */
  suspendWhile<Result>(work: () => Promise<Result>): Promise<Result>
  /** Safe to call twice, and from a handler that may not wait. */
  close(): void
}

interface Listeners {
  readonly key: (key: Key) => void
  readonly resized: (size: Size) => void
}

export function openScreen(
  { input, output }: { readonly input: ReadStream; readonly output: WriteStream },
  listeners: Listeners,
): Screen {
  let shown: readonly string[] = []
  let last: Drawn | null = null
  let pending = ''
  let waiting: NodeJS.Timeout | undefined
  let isOpen = false

  const take = (isAll: boolean) => {
    const { keys, rest } = keysIn(pending, isAll)
    pending = rest
    for (const key of keys) listeners.key(key)
  }
  const onInput = (chunk: string) => {
    clearTimeout(waiting)
    pending += chunk
    take(false)
    if (pending !== '') waiting = setTimeout(() => take(true), ESCAPE_MS)
  }
  const size = () => ({
    columns: output.columns || FALLBACK.columns,
    rows: output.rows || FALLBACK.rows,
  })
  const onResize = () => {
    shown = []
    output.write('\u001b[2J')
    listeners.resized(size())
  }
  const open = () => {
    isOpen = true
    shown = []
    input.setEncoding('utf8')
    input.setRawMode(true)
    input.on('data', onInput)
    input.resume()
    output.on('resize', onResize)
    output.write(ENTER)
  }
  const close = () => {
    if (!isOpen) return
    isOpen = false
    clearTimeout(waiting)
    pending = ''
    input.off('data', onInput)
    output.off('resize', onResize)
    input.setRawMode(false)
    input.pause()
    output.write(LEAVE)
  }
  const draw = (drawn: Drawn) => {
    last = drawn
    if (isOpen) {
      output.write(diffLines(shown, drawn))
      shown = drawn.lines
    }
  }
  open()
  return {
    size,
    draw,
    redraw() {
      shown = []
      output.write('\u001b[2J')
      if (last) draw(last)
    },
    async suspendWhile(work) {
      close()
      try {
        return await work()
      } finally {
        open()
        listeners.resized(size())
      }
    },
    close,
  }
}

/** Only lines that changed, in one write, so that a slow line does not flicker. */
function diffLines(before: readonly string[], { lines, cursor }: Drawn): string {
  const parts = ['\u001b[?25l']
  for (let at = 0; at < Math.max(before.length, lines.length); at += 1) {
    const line = lines[at] ?? ''
    if (before[at] !== line) parts.push(`\u001b[${at + 1};1H\u001b[0m\u001b[2K${line}`)
  }
  parts.push(`\u001b[0m\u001b[${cursor.row + 1};${cursor.column + 1}H\u001b[?25h`)
  return parts.join('')
}
