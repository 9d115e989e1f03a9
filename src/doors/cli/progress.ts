/** How far long work is: a bar on a terminal, silence in a pipe. Always on stderr. */
import type { Progress } from '../../operations/operation.ts'
import { oneLine, truncateToWidth } from '../terminal/text.ts'

const BAR_COLUMNS = 24
const REDRAW_MS = 100
/** What is done within a second needs no bar. */
const FIRST_DRAW_MS = 1000
/** A bar whose end is not known moves so many columns a drawing. */
const RUNNER_COLUMNS = 6

interface ProgressBar {
  readonly report: Progress
  /** Takes the bar away while a person is asked something. */
  aside<Result>(work: () => Promise<Result>): Promise<Result>
  readonly end: () => void
}

type Step = Parameters<Progress>[0]

export function progressBar(stream: NodeJS.WriteStream = process.stderr): ProgressBar {
  const start = performance.now()
  let step: Step | null = null
  let isDrawn = false
  let isAside = false
  const wipe = () => {
    if (isDrawn) stream.write('\r\u001b[2K')
    isDrawn = false
  }
  const draw = () => {
    const elapsedMs = performance.now() - start
    if (isAside || elapsedMs < FIRST_DRAW_MS) return
    isDrawn = true
    stream.write(`\r\u001b[2K${progressLine(step, elapsedMs, stream.columns || 80)}`)
  }
  const timer = stream.isTTY ? setInterval(draw, REDRAW_MS) : undefined
  timer?.unref()
  return {
    report(next) {
      step = next
    },
    async aside(work) {
      isAside = true
      wipe()
      try {
        return await work()
      } finally {
        isAside = false
      }
    },
    end() {
      clearInterval(timer)
      wipe()
    },
  }
}

/** One line that fits. Without a step it says that something is under way, and for how long. */
export function progressLine(step: Step | null, elapsedMs: number, columns: number): string {
  const seconds = `${Math.floor(elapsedMs / 1000)} s`
  // What is counted may be done before the work is: a full bar would say it had ended.
  if (step === null || step.total <= 0 || step.done >= step.total) {
    const at = Math.floor(elapsedMs / REDRAW_MS) % BAR_COLUMNS
    const cells = Array.from({ length: BAR_COLUMNS }, (_, column) =>
      (column - at + BAR_COLUMNS) % BAR_COLUMNS < RUNNER_COLUMNS ? '█' : '░',
    )
    const isFinishing = step !== null && step.total > 0
    const what =
      step === null
        ? 'working'
        : `${step.done} ${oneLine(step.what)}${isFinishing ? ', finishing' : ''}`
    return truncateToWidth(`${cells.join('')}  ${what}, ${seconds}`, columns - 1)
  }
  const share = Math.min(1, step.done / step.total)
  const full = Math.round(share * BAR_COLUMNS)
  const bar = '█'.repeat(full) + '░'.repeat(BAR_COLUMNS - full)
  const label = `${Math.floor(share * 100)}%  ${step.done}/${step.total} ${oneLine(step.what)}`
  return truncateToWidth(`${bar}  ${label}, ${seconds}`, columns - 1)
}
