/** Growth over days. The library draws; what it needs loads after the first view is there. */
import { useEffect, useRef } from 'preact/hooks'
import 'uplot/dist/uPlot.min.css'
import uPlot from 'uplot'
import { colourOf } from '../state/colour.ts'
import { colours } from '../state/theme.ts'
import { many } from '../text/figures.ts'

interface ChartProps {
  readonly days: readonly { readonly day: string; readonly created: number }[]
}

const HEIGHT = 150
const HALF_DAY = 43_200
const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })

export function GrowthChart({ days }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawing = colours.value
  const sum = days.reduce((total, { created }) => total + created, 0)

  // Other colours draw it anew.
  useEffect(() => {
    const element = box.current
    if (!element) return
    const bars = uPlot.paths.bars?.({ size: [0.62, 22], radius: 0.25 })
    const grid = { stroke: colourOf('--line'), width: 1 }
    const axis = {
      stroke: colourOf('--ink-2'),
      font: '11px system-ui, sans-serif',
      ticks: { show: false },
    }
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        cursor: { show: false },
        legend: { show: false },
        // The last date is written around its day, half of it to the right.
        padding: [8, 26, 0, 0],
        scales: {
          // Half a day of room on both sides, so that the first and the last bar are whole.
          x: { time: true, range: (_, least, most) => [least - HALF_DAY, most + HALF_DAY] },
          y: { range: (_, __, most) => [0, Math.max(most, 1)] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            size: 28,
            values: (_, seconds) => seconds.map((at) => DAY.format(at * 1000)),
          },
          { ...axis, grid, size: 34, incrs: [1, 2, 5, 10, 20, 50, 100, 500, 1000, 5000, 10_000] },
        ],
        series: [
          {},
          {
            fill: colourOf('--accent-soft'),
            stroke: colourOf('--accent'),
            width: 1,
            ...(bars ? { paths: bars } : {}),
          },
        ],
      },
      [
        days.map(({ day }) => Date.parse(`${day}T12:00:00Z`) / 1000),
        days.map(({ created }) => created),
      ],
      element,
    )
    const watch = new ResizeObserver(() => {
      plot.setSize({ width: element.clientWidth, height: HEIGHT })
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      plot.destroy()
    }
  }, [days, drawing])

  return (
    <div
      ref={box}
      class="chart"
      role="img"
      aria-label={`${many(sum, 'memory', 'memories')} made in the last ${days.length} days`}
    />
  )
}
