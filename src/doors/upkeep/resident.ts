/** I-12. The scheduler as it lives in the daemon; runs on request go to the thread too. */
import { existsSync } from 'node:fs'
import type { Opened } from '../../compose.ts'
import { offerRunner } from '../../upkeep/apart.ts'
import { startScheduler } from '../../upkeep/scheduler.ts'
import { runInThread, workerProgram } from './in-thread.ts'

export function startUpkeep(
  { engine }: Opened,
  report: (thrown: unknown) => void,
): () => Promise<void> {
  // Run from the sources there is no program for a thread: the caller runs it in place.
  const takeBack = existsSync(workerProgram())
    ? offerRunner(engine.store, (task, options) => runInThread(engine, task, options))
    : () => {}
  const scheduler = engine.config.scheduler.enabled
    ? startScheduler({
        engine,
        report,
        async run(jobs, signal) {
          await runInThread(engine, { jobs }, { signal })
        },
      })
    : null
  return async () => {
    takeBack()
    await scheduler?.close()
  }
}
