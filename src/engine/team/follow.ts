/** K-18. Syncs with the team while the daemon runs: now, then periodically. */
import type { Caller, Engine } from '../engine.ts'
import { pause } from '../pause.ts'
import { isOffline, teamOf } from './membership.ts'
import { syncTeam } from './sync.ts'

interface Following {
  /** Resolves when the running sync has ended. */
  close(): Promise<void>
}

export function followTeam(
  engine: Engine,
  caller: Caller,
  onError: (thrown: unknown) => void,
): Following {
  const controller = new AbortController()
  const { signal } = controller
  const everyMs = engine.config.team.syncSeconds * 1000
  const running = (async () => {
    while (!signal.aborted) {
      try {
        // Teams joined meanwhile are included in the next sync.
        if (teamOf(engine)) await syncTeam(engine, caller)
      } catch (thrown) {
        // Being offline is not reported; an invalid token is.
        if (!isOffline(thrown)) onError(thrown)
      }
      await pause(everyMs, signal)
    }
  })()
  return {
    async close() {
      controller.abort()
      await running
    },
  }
}
