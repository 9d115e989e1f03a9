/** H-07. Loads what a turn needs when the daemon starts, so that the first prompt does not wait for it. */
import { context } from '../../operations/context.ts'
import { call } from '../../operations/operation.ts'
import type { Resident } from '../daemon/residents.ts'

export const warmUp: Resident = {
  name: 'warm-up',
  async start(mneme) {
    const { engine, caller } = await mneme.at({ door: 'job', actor: 'daemon', folder: null })
    engine.background.start('warm up', async () => {
      await call(context, engine, caller, { prompt: 'what is known here', preview: true })
    })
    return async () => {}
  },
}
