/** G-01. A job that was asked for out of turn, as at the end of a session. */
import type { Engine } from '../engine.ts'

const keyOf = (job: string) => `upkeep:asked:${job}`

/** It runs with the next look of the scheduler, in its thread; the caller does not wait. */
export async function requestJob(engine: Engine, job: string): Promise<void> {
  await engine.store.notes.set(keyOf(job), engine.clock.now())
}

export async function jobRequestedAt(engine: Engine, job: string): Promise<string | null> {
  return engine.store.notes.get(keyOf(job))
}
