/**
 * Every route of the HTTP door, asked rightly and wrongly: how often it answers what, whether it ever
 * fails or falls silent, and whether its memory grows.
 *
 * Arguments: --requests N (20000), --seed N (1).
 */
import { parseArgs } from 'node:util'
import type { OpenApi } from '../src/doors/http/openapi.ts'
import { fuzz } from '../test/support/http-fuzz.ts'
import { withOwnPlace } from './support/own-daemon.ts'
import { rssMb } from './support/processes.ts'

export const bench = {
  name: 'http-fuzz',
  summary: 'Every HTTP route asked rightly and wrongly: no failure of ours, no silence, no growth',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        requests: { type: 'string', default: '20000' },
        seed: { type: 'string', default: '1' },
      },
    })
    const requests = Number(values.requests)
    return withOwnPlace({}, async (place) => {
      const endpoint = await place.start()
      const url = endpoint.url ?? ''
      const token = place.token()
      const headers = { authorization: `Bearer ${token}` }
      const found = await fetch(`${url}/api/openapi.json`, { headers })
      const memory: number[] = []
      const report = await fuzz({
        url,
        token,
        document: (await found.json()) as OpenApi,
        requests,
        seed: Number(values.seed),
        folder: place.folder,
        at: async () => {
          memory.push(rssMb(endpoint.pid))
        },
      })
      for (const line of report.wrong.slice(0, 20)) console.log(line)
      const half = memory.slice(Math.floor(memory.length / 2))
      const figures = {
        requests,
        wrong: report.wrong.length,
        routesThatSucceeded: report.succeeded.size,
        rssMbAtStart: memory[0] ?? 0,
        rssMbAtHalf: half[0] ?? 0,
        rssMbAtEnd: memory.at(-1) ?? 0,
        ...Object.fromEntries(
          Object.entries(report.statuses).map(([status, count]) => [`status ${status}`, count]),
        ),
      }
      return {
        title: `${requests} requests made from the document`,
        columns: ['what', 'figure'],
        rows: Object.entries(figures).map(([name, value]) => [name, value]),
        figures,
      }
    })
  },
}
