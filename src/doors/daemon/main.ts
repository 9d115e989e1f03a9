/** The daemon's program, started detached by the first client that needs it. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { homeFolder, homePaths } from '../../config/home.ts'
import { startEarly } from '../../embed/model-process.ts'
import { MnemeError } from '../../errors.ts'

/** How long an exiting daemon may hold the lock. */
const PATIENCE_MS = 15_000
const PAUSE_MS = 50

process.exit(await main())

async function main(): Promise<number> {
  const program = fileURLToPath(import.meta.url)
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      startEarly(join(homePaths(homeFolder(process.env)).cache, 'models'))
      const { runDaemon } = await import('./run.ts')
      await runDaemon({ program, stays: process.argv.includes('--stay') })
      return 0
    } catch (thrown) {
      const isHeld = thrown instanceof MnemeError && thrown.code === 'store_busy'
      if (!isHeld) {
        console.error(thrown)
        return 70
      }
      // A daemon that answers will do; one that does not is starting or exiting.
      const { runningDaemon } = await import('./start.ts')
      if (await runningDaemon(homePaths(homeFolder(process.env)))) return 0
      if (performance.now() > deadline) return 75
      await sleep(PAUSE_MS)
    }
  }
}
