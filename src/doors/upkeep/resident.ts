/** I-12. The scheduler as it lives in the daemon. */
import type { Opened } from '../../compose.ts'
import { startScheduler } from '../../upkeep/scheduler.ts'
import { runInThread } from './in-thread.ts'

export function startUpkeep(
  { engine }: Opened,
  report: (thrown: unknown) => void,
): () => Promise<void> {
  if (!engine.config.scheduler.enabled) return async () => {}
  const scheduler = startScheduler({
    engine,
    report,
    run: (jobs, signal) => runInThread(engine, jobs, signal),
  })
  return () => scheduler.close()
}
