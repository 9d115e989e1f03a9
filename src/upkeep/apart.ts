/** I-12. Runs upkeep: in a thread where the process offers one, otherwise in place. */
import type { Engine } from '../engine/engine.ts'
import type { Store } from '../store/store.ts'
import { type JobReport, type RunReport, type RunRequest, runUpkeep } from './run.ts'

/**
 * Plain data that can be sent between threads: no functions, and of each action only what people
 * read.
 */
export type RunTask = Pick<
  RunRequest,
  'cause' | 'compressOlderThanDays' | 'dryRun' | 'jobs' | 'projects'
>

export interface RunSummary extends Omit<RunReport, 'reports'> {
  readonly reports: readonly JobSummary[]
}

type JobSummary = Omit<JobReport, 'actions'> & {
  readonly actions: readonly Pick<JobReport['actions'][number], 'about' | 'reason' | 'title'>[]
}

type Runner = (
  task: RunTask,
  options: Pick<RunRequest, 'progress' | 'signal'>,
) => Promise<RunSummary>

const runners = new WeakMap<Store, Runner>()

/** Returns a function that withdraws the offer. */
export function offerRunner(store: Store, runner: Runner): () => void {
  runners.set(store, runner)
  return () => runners.delete(store)
}

export async function runUpkeepTask(
  engine: Engine,
  task: RunTask,
  options: Pick<RunRequest, 'progress' | 'signal'> = {},
): Promise<RunSummary> {
  const runner = runners.get(engine.store)
  return runner
    ? runner(task, options)
    : summarizeRun(await runUpkeep(engine, { ...task, ...options }))
}

export function summarizeRun({ reports, ...rest }: RunReport): RunSummary {
  return {
    ...rest,
    reports: reports.map(({ actions, ...report }) => ({
      ...report,
      actions: actions.map(({ about, title, reason }) => ({ about, title, reason })),
    })),
  }
}
