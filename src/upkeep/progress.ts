/** What became of each job, kept beside the store's other notes: for status, and for the next run. */
import * as z from 'zod'
import type { Engine } from '../engine/engine.ts'
import type { JobName } from './jobs.ts'

export const LastRun = z.object({
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  tookMs: z.number().nullable(),
  changes: z.int(),
  run: z.string().nullable(),
  error: z.string().nullable(),
  /** The number of the last retrieval at that time (E-04). */
  retrieval: z.int(),
})
export type LastRun = z.infer<typeof LastRun>

const keyOf = (job: JobName) => `upkeep:job:${job}`

export async function lastRunOf(engine: Engine, job: JobName): Promise<LastRun | null> {
  const kept = await engine.store.notes.get(keyOf(job))
  return kept === null ? null : (LastRun.safeParse(JSON.parse(kept)).data ?? null)
}

export async function keepLastRun(engine: Engine, job: JobName, run: LastRun): Promise<void> {
  await engine.store.notes.set(keyOf(job), JSON.stringify(run))
}
