import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openLog } from '../../../src/doors/daemon/log.ts'
import { openTestDaemon } from '../../support/daemon.ts'
import { temporaryFolder } from '../../support/folder.ts'

describe('the log', () => {
  it('B-16 is put aside when it is full, and what is old goes', async () => {
    const folder = join(temporaryFolder(), 'logs')
    const { log, close } = openLog({ folder, level: 'info', megabytes: 0.1, keepDays: 7 })
    const old = join(folder, 'daemon.2020-01-01.log')
    writeFileSync(old, 'old')
    utimesSync(old, new Date('2020-01-01'), new Date('2020-01-01'))
    for (let n = 0; n < 30; n++) {
      log.info({ filler: 'x'.repeat(5000) }, 'a line')
      await sleep(1)
    }
    await close()
    const files = readdirSync(folder)
    expect(files.length).toBeGreaterThan(1)
    expect(existsSync(old)).toBe(false)
    for (const name of files) {
      expect(statSync(join(folder, name)).size).toBeLessThan(110_000)
      expect((statSync(join(folder, name)).mode & 0o777).toString(8)).toBe('600')
    }
  })

  it('G-10 says which operations were called, and never what was said', async () => {
    const daemon = await openTestDaemon({ env: { MNEME_DAEMON_LOG_LEVEL: 'debug' } })
    const said = 'the heron nests under the bridge'
    await daemon.post('/api/memories', { content: said })
    await daemon.post('/api/memories/search', { query: 'heron', bogus: said })
    daemon.daemon.leave('enough')
    await sleep(300)
    const text = readFileSync(join(daemon.home, 'logs', 'daemon.log'), 'utf8')
    expect(text).toContain('"operation":"remember"')
    expect(text).toContain('"outcome":"invalid_input"')
    expect(text).not.toContain('heron')
    expect(text).not.toContain(daemon.token)
    await daemon.close()
  })
})
