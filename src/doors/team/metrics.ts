/** Metrics for Prometheus: counts, durations, fill levels. Only names of routes, never of people or teams. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface Metrics {
  countAnswer(route: string, status: number, seconds: number): void
  page(gauges: Readonly<Record<string, number>>): string
}

interface Timed {
  count: number
  sum: number
  readonly within: number[]
}

export function openMetrics(): Metrics {
  const answers = new Map<string, number>()
  const times = new Map<string, Timed>()
  return {
    countAnswer(route, status, seconds) {
      const labels = `route="${route}",status="${status}"`
      answers.set(labels, (answers.get(labels) ?? 0) + 1)
      const timed = times.get(route) ?? { count: 0, sum: 0, within: BUCKETS.map(() => 0) }
      timed.count += 1
      timed.sum += seconds
      BUCKETS.forEach((most, at) => {
        if (seconds <= most) timed.within[at] = (timed.within[at] ?? 0) + 1
      })
      times.set(route, timed)
    },
    page(gauges) {
      const lines = ['# TYPE mneme_team_requests_total counter']
      for (const [labels, count] of answers) {
        lines.push(`mneme_team_requests_total{${labels}} ${count}`)
      }
      lines.push('# TYPE mneme_team_request_seconds histogram')
      for (const [route, { count, sum, within }] of times) {
        const name = `mneme_team_request_seconds`
        within.forEach((seen, at) => {
          lines.push(`${name}_bucket{route="${route}",le="${BUCKETS[at]}"} ${seen}`)
        })
        lines.push(`${name}_bucket{route="${route}",le="+Inf"} ${count}`)
        lines.push(
          `${name}_sum{route="${route}"} ${sum}`,
          `${name}_count{route="${route}"} ${count}`,
        )
      }
      for (const [name, value] of Object.entries(gauges)) {
        lines.push(`# TYPE mneme_team_${name} gauge`, `mneme_team_${name} ${value}`)
      }
      return `${lines.join('\n')}\n`
    },
  }
}
