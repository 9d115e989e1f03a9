/** H-07. The first prompt must not pay for loading: what a turn needs is loaded when the daemon starts. */
import { pause } from '../../engine/pause.ts'
import { context } from '../../operations/context.ts'
import { call } from '../../operations/operation.ts'
import type { Resident } from '../daemon/residents.ts'

/** So often the code that answers a prompt runs before it is as fast as it gets. */
const ROUNDS = 20
const BETWEEN_MS = 5
const SAMPLE = 'What is known here about the deploy script and its port 8080?'

export const warmUp: Resident = {
  name: 'warm-up',
  async start(mneme) {
    const { engine, caller } = await mneme.at({ door: 'job', actor: 'daemon', folder: null })
    engine.background.start('warm up', async (signal) => {
      const { tryEveryPattern } = await import('../../engine/capture/warm.ts')
      for (let round = 0; round < ROUNDS && !signal.aborted; round += 1) {
        tryEveryPattern(engine, SAMPLE)
        await call(context, engine, caller, { prompt: SAMPLE, preview: true })
        await pause(BETWEEN_MS, signal) // whoever calls meanwhile goes first
      }
    })
    return async () => {}
  },
}
