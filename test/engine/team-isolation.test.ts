/** K-18. Who may see what: an independent model agrees, with both locks and with either one alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../support/clock.ts'
import { type Cluster, findPostgres, startPostgres } from '../support/postgres.ts'
import { checkIsolation } from '../support/team-isolation.ts'
import { teamServerOver } from '../support/team-server.ts'

const STEPS = 300

describe.skipIf('missing' in findPostgres())('teams are kept apart', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startPostgres()
  }, 60_000)
  afterAll(() => cluster?.stop())

  it.each([
    { why: 'by both locks', locks: { application: true, rows: true }, seed: 1 },
    { why: 'by row-level security alone', locks: { application: false, rows: true }, seed: 2 },
    { why: 'by the roles alone', locks: { application: true, rows: false }, seed: 3 },
  ])(
    'K-18 $why',
    async ({ locks, seed }) => {
      const server = await teamServerOver(await cluster.createDatabase(`isolation${seed}`), {
        locks,
      })
      try {
        const random = seededRandom(seed)
        const report = await checkIsolation({ service: server.service, steps: STEPS, random })
        expect(report.disagreements).toEqual([])
        expect(report.refused).toBeGreaterThan(STEPS / 4)
      } finally {
        await server.close()
      }
    },
    120_000,
  )

  it('K-18 without either lock the model disagrees: the test can fail', async () => {
    const locks = { application: false, rows: false }
    const server = await teamServerOver(await cluster.createDatabase('open'), { locks })
    try {
      const random = seededRandom(4)
      const report = await checkIsolation({ service: server.service, steps: 100, random })
      expect(report.disagreements.length).toBeGreaterThan(10)
    } finally {
      await server.close()
    }
  }, 60_000)
})
