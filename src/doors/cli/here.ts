/** One operation in the command's own process, when no daemon can be asked. */
import { type AnyOperation, call } from '../../operations/operation.ts'
import { ensureDaemon, isForbidden } from '../daemon/start.ts'
import type { InvokePlace } from '../invoke.ts'
import { oneLine } from '../terminal/text.ts'

export function callHere(op: AnyOperation): InvokePlace['here'] {
  return async ({ input, where }, { progress, confirm }) => {
    const { openMneme } = await import('../../compose.ts')
    const mneme = await openMneme({ ...where, ...(confirm ? { confirm } : {}) })
    for (const notice of mneme.notices) process.stderr.write(`mneme: ${oneLine(notice)}\n`)
    const { engine, caller } = mneme
    try {
      return await call(op, engine, caller, input, progress)
    } finally {
      await mneme.close()
      // This answer did not wait for it; the next one finds it there.
      if (engine.config.daemon.startOnDemand && !isForbidden(process.env)) {
        await ensureDaemon(engine.home, { env: process.env, waitMs: 0 })
      }
    }
  }
}
