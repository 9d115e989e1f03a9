import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDaemon, type TestDaemon } from '../../support/daemon.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { fuzz } from '../../support/http-fuzz.ts'

/** The long form is `npm run bench http-fuzz`. */
const REQUESTS = 1500

describe('requests from the document, right and wrong', () => {
  let daemon: TestDaemon
  beforeAll(async () => {
    daemon = await openTestDaemon()
  })
  afterAll(() => daemon.close())

  it('J-03 no route fails on our side, and each can be used', { timeout: 120_000 }, async () => {
    const { body: document } = await daemon.get('/api/openapi.json')
    const { url, token } = daemon
    const folder = temporaryFolder()
    const report = await fuzz({ url, token, document, requests: REQUESTS, seed: 7, folder })
    expect(report.wrong).toEqual([])
    expect(report.statuses['200']).toBeGreaterThan(REQUESTS / 10)
    expect(report.statuses['400']).toBeGreaterThan(REQUESTS / 10)
    expect(report.succeeded).toContain('POST /api/memories')
    expect((await daemon.get('/health')).body.ok).toBe(true)
  })
})
