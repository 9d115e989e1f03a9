/** J-03. One client misbehaves, another makes its ordinary calls; the long form is `bench noisy-client`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { homePaths } from '../../../src/config/home.ts'
import { daemonFolder, startDaemon } from '../../support/daemon.ts'
import { MISBEHAVIOURS, slowedBy } from '../../support/misbehaving-clients.ts'

vi.setConfig({ testTimeout: 120_000 })

const CALLS = 25
const MAX_TIMES = 3

/** Both halves are measured in one run; what else the machine does may fall into one of them. */
it.each(['a flood of heavy searches on the socket', 'huge bodies'])(
  'J-03 beside %s the calls of another take no longer than three times as long',
  { retry: 2 },
  async (name) => {
    const folder = daemonFolder()
    const endpoint = startDaemon(folder)
    const token = readFileSync(homePaths(join(folder, 'home')).token, 'utf8').trim()
    const misbehaviour = MISBEHAVIOURS[name]
    if (!misbehaviour) throw new Error(`there is no misbehaviour "${name}"`)
    const { times, failed } = await slowedBy(misbehaviour, { endpoint, token }, CALLS)
    expect(failed).toEqual([])
    expect(times).toBeLessThanOrEqual(MAX_TIMES)
  },
)
