/**
 * K-18. Who may see what, in the long form: random members, teams, roles and operations against an
 * independent model, with both locks and with either one alone.
 *
 * Arguments: --cases N (10000), --seed N (1).
 */
import { parseArgs } from 'node:util'
import { seededRandom } from '../test/support/clock.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { checkIsolation } from '../test/support/team-isolation.ts'
import { teamServerOver } from '../test/support/team-server.ts'

/** A world of its own every so often: in an old one nearly everything has been decided. */
const CASES_A_WORLD = 1000

const LOCKS = [
  { name: 'both locks', locks: { application: true, rows: true } },
  { name: 'row-level security alone', locks: { application: false, rows: true } },
  { name: 'roles alone', locks: { application: true, rows: false } },
]

export const bench = {
  name: 'team-isolation',
  summary: 'An independent model of who may see what, against the server, lock by lock',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        cases: { type: 'string', default: '10000' },
        seed: { type: 'string', default: '1' },
      },
    })
    const cases = Number(values.cases)
    const rows: (string | number)[][] = []
    const figures: Record<string, number> = {}
    const cluster = await startPostgres()
    try {
      for (const [at, { name, locks }] of LOCKS.entries()) {
        const url = await cluster.createDatabase(`isolation${at}`)
        const server = await teamServerOver(url, { locks })
        let done = 0
        let refused = 0
        const wrong: string[] = []
        for (let world = 0; done < cases; world++) {
          const steps = Math.min(CASES_A_WORLD, cases - done)
          const random = seededRandom(Number(values.seed) * 1000 + at * 100 + world)
          const report = await checkIsolation({ service: server.service, steps, random })
          done += report.cases
          refused += report.refused
          wrong.push(...report.disagreements)
        }
        await server.close()
        for (const each of wrong.slice(0, 10)) console.error(each)
        rows.push([name, done, refused, wrong.length])
        figures[`disagreements_${name.replaceAll(' ', '_')}`] = wrong.length
      }
    } finally {
      await cluster.stop()
    }
    return {
      title: 'Cases, those that must be refused, and disagreements with the model',
      columns: ['locks', 'cases', 'to be refused', 'disagreements'],
      rows,
      figures,
    }
  },
}
