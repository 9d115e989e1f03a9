/**
 * Many clients at once over the private socket, each with many mixed operations: nothing may be lost.
 *
 * Arguments: --clients N (20), --each N (1000).
 */
import { parseArgs } from 'node:util'
import { mixedLoad } from '../test/support/daemon-load.ts'
import { withOwnPlace } from './support/own-daemon.ts'

export const bench = {
  name: 'doors-load',
  summary:
    'Many clients at once, each with many mixed operations: what is lost, and how long it takes',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        clients: { type: 'string', default: '20' },
        each: { type: 'string', default: '1000' },
      },
    })
    const [clients, each] = [Number(values.clients), Number(values.each)]
    return withOwnPlace({}, async (place) => {
      const endpoint = await place.start()
      const started = performance.now()
      const report = await mixedLoad(endpoint, { clients, each })
      const seconds = (performance.now() - started) / 1000
      for (const line of report.failed.slice(0, 10)) console.log(line)
      const sorted = [...report.millis].sort((a, b) => a - b)
      const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
      const figures = {
        calls: report.calls,
        failed: report.failed.length,
        missing: report.missing.length,
        callsPerSecond: report.calls / seconds,
        p50Ms: at(0.5),
        p95Ms: at(0.95),
        p99Ms: at(0.99),
        slowestMs: at(1),
      }
      return {
        title: `${clients} clients, ${each} mixed operations each`,
        columns: ['what', 'figure'],
        rows: Object.entries(figures).map(([name, value]) => [name, value]),
        figures,
      }
    })
  },
}
