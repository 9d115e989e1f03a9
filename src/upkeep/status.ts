/** I-12. When each job ran, and when it is due. */
import { addDays } from '../clock.ts'
import { jobRequestedAt } from '../engine/care/job-requests.ts'
import type { Engine } from '../engine/engine.ts'
import { JOB_NAMES, JOBS, type JobName } from './jobs.ts'
import { leaseHolder } from './lease.ts'
import { type LastRun, lastRunOf } from './progress.ts'

const HOURS_PER_DAY = 24

/** However often it is asked for, a job runs out of turn at most so often. */
const MIN_HOURS = 1

/** When a job runs next by itself; null for one that does not. A job that never ran is due at once. */
export function dueAt(
  { config, clock }: Engine,
  job: JobName,
  last: LastRun | null,
  lately: { readonly retrievals: number; readonly asked: string | null },
): string | null {
  const { scheduler } = config
  const timing = scheduler[JOBS[job].setting]
  if (!scheduler.enabled || !timing.enabled) return null
  if (!last) return clock.now()
  const regular = addDays(last.startedAt, timing.intervalHours / HOURS_PER_DAY)
  const { everyRetrievals } = scheduler.clusters
  const isStale =
    job === 'clusters' &&
    everyRetrievals > 0 &&
    lately.retrievals - last.retrieval >= everyRetrievals // E-04
  const isAsked = isStale || (lately.asked !== null && lately.asked > last.startedAt)
  const early = addDays(last.startedAt, MIN_HOURS / HOURS_PER_DAY)
  return isAsked && early < regular ? early : regular
}

export async function statusOfJobs(engine: Engine) {
  const { scheduler } = engine.config
  const retrievals = await engine.store.usage.lastRetrieval()
  return {
    enabled: scheduler.enabled,
    running: await leaseHolder(engine),
    jobs: await Promise.all(
      JOB_NAMES.map(async (job) => {
        const last = await lastRunOf(engine, job)
        const asked = await jobRequestedAt(engine, job)
        const timing = scheduler[JOBS[job].setting]
        return {
          job,
          summary: JOBS[job].summary,
          enabled: timing.enabled,
          everyHours: timing.intervalHours,
          lastAt: last?.startedAt ?? null,
          tookMs: last?.tookMs ?? null,
          changes: last?.changes ?? null,
          run: last?.run ?? null,
          error: last?.error ?? null,
          dueAt: dueAt(engine, job, last, { retrievals, asked }),
        }
      }),
    ),
  }
}
