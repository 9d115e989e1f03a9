/**
 * I-12. Runs each job when its own time has come. What was missed while the machine slept or nothing
 * ran is caught up once, however often it was missed: a job is due or it is not.
 */

import { jobRequestedAt } from '../engine/care/job-requests.ts'
import type { Engine } from '../engine/engine.ts'
import { pause } from '../engine/pause.ts'
import { MnemeError } from '../errors.ts'
import { JOB_NAMES, type JobName } from './jobs.ts'
import { lastRunOf } from './progress.ts'
import { dueAt } from './status.ts'

interface SchedulerOptions {
  readonly engine: Engine
  /** Runs these jobs and resolves when they are done; rejects with `store_busy` if others do. */
  readonly run: (jobs: readonly JobName[], signal: AbortSignal) => Promise<void>
  readonly report: (thrown: unknown) => void
}

interface Scheduler {
  /** Asks a run under way to stop, and resolves when it has. */
  close(): Promise<void>
}

/** A timer does not run while the machine sleeps: look at the clock now and then. */
const LOOK_AGAIN_MS = 5 * 60_000
/** The wait after a failure, or after finding another runner at work. */
const RETRY_MS = 10 * 60_000

export function startScheduler(options: SchedulerOptions): Scheduler {
  const controller = new AbortController()
  const { signal } = controller
  const running = loop(options, signal)
  return {
    async close() {
      controller.abort()
      await running
    },
  }
}

async function loop(options: SchedulerOptions, signal: AbortSignal): Promise<void> {
  const { engine, report } = options
  const failedAt = new Map<JobName, number>()
  await pause(engine.config.scheduler.startDelaySeconds * 1000, signal)
  while (!signal.aborted) {
    const now = Date.parse(engine.clock.now())
    const times = await dueTimes(engine)
    const due = times
      .filter(({ job, at }) => at <= now && now - (failedAt.get(job) ?? -RETRY_MS) >= RETRY_MS)
      .map(({ job }) => job)
    if (due.length === 0) {
      const next = Math.min(
        ...times.map(({ at }) => (at > now ? at - now : RETRY_MS)),
        LOOK_AGAIN_MS,
      )
      await pause(Math.max(next, 1000), signal)
      continue
    }
    try {
      await options.run(due, signal)
      for (const job of due) failedAt.delete(job)
    } catch (thrown) {
      for (const job of due) failedAt.set(job, now)
      const isElsewhere = thrown instanceof MnemeError && thrown.code === 'store_busy'
      if (!signal.aborted && !isElsewhere) report(thrown)
    }
  }
}

async function dueTimes(engine: Engine): Promise<{ job: JobName; at: number }[]> {
  const retrievals = await engine.store.usage.lastRetrieval()
  const times = await Promise.all(
    JOB_NAMES.map(async (job) => {
      const last = await lastRunOf(engine, job)
      const at = dueAt(engine, job, last, { retrievals, asked: await jobRequestedAt(engine, job) })
      return at === null ? [] : [{ job, at: Date.parse(at) }]
    }),
  )
  return times.flat()
}
