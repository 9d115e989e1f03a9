/** G-01. Requests to run a job early, as at the end of a session. */
import type { Engine } from '../engine.ts'

const keyOf = (job: string) => `upkeep:asked:${job}`

/** It runs with the scheduler's next check, in its thread; the caller does not wait. */
export async function requestJob(engine: Engine, job: string): Promise<void> {
  await engine.store.notes.set(keyOf(job), engine.clock.now())
}

export async function jobRequestedAt(engine: Engine, job: string): Promise<string | null> {
  return engine.store.notes.get(keyOf(job))
}
