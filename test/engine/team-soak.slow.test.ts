/** K-18. The short form; `npm run bench team` runs the long one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { type Cluster, findPostgres, startPostgres } from '../support/postgres.ts'
import { soak } from '../support/team-soak.ts'

describe.skipIf('missing' in findPostgres())('several servers over one database', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startPostgres()
  }, 60_000)
  afterAll(() => cluster?.stop())

  it('B-13 connections cut at random: what was acknowledged is there once', async () => {
    const url = await cluster.createDatabase('soak')
    const home = temporaryFolder()
    const report = await soak({ cluster, url, home, servers: 4, clientsEach: 25, seconds: 6 })
    expect(report.wrong).toEqual([])
    expect(report.proposals).toBeGreaterThan(50)
    expect(report.accepted).toBeGreaterThan(5)
    expect(report.cuts).toBeGreaterThan(5)
  }, 120_000)
})
