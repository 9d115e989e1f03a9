/** Numbers as a line of small bars, the highest filling its column. */

const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const

/** Zero is the lowest bar; anything above zero is visibly higher. */
export function sparkline(values: readonly number[]): string {
  const highest = Math.max(0, ...values)
  return values.map((value) => BARS[heightOf(value, highest)]).join('')
}

function heightOf(value: number, highest: number): number {
  if (value <= 0 || highest <= 0) return 0
  return Math.max(1, Math.round((value / highest) * (BARS.length - 1)))
}
