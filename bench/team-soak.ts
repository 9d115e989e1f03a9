/**
 * K-18, B-13. Four servers over one database, 25 members at each, connections cut at random: whatever
 * was acknowledged is there afterwards, exactly once.
 *
 * Arguments: --seconds N (60), --servers N (4), --clients N (25, at each).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/support/postgres.ts'
import { soak } from '../test/support/team-soak.ts'

export const bench = {
  name: 'team-soak',
  summary: 'Several team servers over one database whose connections are cut at random',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        seconds: { type: 'string', default: '60' },
        servers: { type: 'string', default: '4' },
        clients: { type: 'string', default: '25' },
      },
    })
    const home = mkdtempSync(join(tmpdir(), 'mneme-bench-'))
    const cluster = await startPostgres()
    try {
      const report = await soak({
        cluster,
        home,
        url: await cluster.createDatabase('soak'),
        servers: Number(values.servers),
        clientsEach: Number(values.clients),
        seconds: Number(values.seconds),
      })
      for (const each of report.wrong.slice(0, 10)) console.error(each)
      const { proposals, accepted, reads, retries, cuts } = report
      const figures = { proposals, accepted, reads, retries, cuts, wrong: report.wrong.length }
      return {
        title: `Acknowledged in ${values.seconds} seconds, and how much of it was not there once`,
        columns: Object.keys(figures),
        rows: [Object.values(figures)],
        figures,
      }
    } finally {
      await cluster.stop()
      rmSync(home, { recursive: true, force: true })
    }
  },
}
