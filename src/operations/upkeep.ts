/** I-07, I-11, I-12. Maintenance jobs, run on demand. */
import * as z from 'zod'
import type { Caller, Engine } from '../engine/engine.ts'
import { isVisible } from '../engine/memories/find-memory.ts'
import { findProject } from '../engine/projects/projects.ts'
import { type RunSummary, type RunTask, runUpkeepTask } from '../upkeep/apart.ts'
import { JOB_NAMES, type JobName } from '../upkeep/jobs.ts'
import { statusOfJobs } from '../upkeep/status.ts'
import { operation, type Progress } from './operation.ts'

const Asked = {
  dryRun: z.boolean().optional().describe('Only show what would change and why'),
  project: z
    .string()
    .optional()
    .describe('Only this project, by slug, id or folder; else every project'),
}

const Report = z.object({
  dryRun: z.boolean(),
  /** Undoes all of it. */
  batch: z.string().nullable().describe('The batch to undo; null if nothing changed'),
  completed: z.string().nullable().describe('An interrupted run that was completed first'),
  changes: z.int(),
  jobs: z.array(
    z.object({
      job: z.string(),
      project: z.string().nullable(),
      changes: z.int(),
      skipped: z.int().describe('Skipped because they changed in the meantime'),
      laboured: z.int().describe('Done without a journal, such as vectors'),
      tookMs: z.number(),
      error: z.string().nullable(),
      actions: z.array(z.object({ about: z.string(), title: z.string(), reason: z.string() })),
    }),
  ),
})

export const upkeepRun = operation({
  name: 'upkeep run',
  summary: 'Run one maintenance job, or all of them. Changes can be undone as one batch.',
  effect: 'writes',
  http: { method: 'POST', path: '/api/upkeep/run' },
  input: z.object({
    job: z.enum([...JOB_NAMES, 'all']).describe('Which job, or all'),
    ...Asked,
  }),
  output: Report,
  async run(engine, caller, { job, ...asked }, progress) {
    const jobs = job === 'all' ? JOB_NAMES : [job]
    return ran(engine, caller, { ...asked, jobs }, progress)
  },
})

export const consolidate = operation({
  name: 'consolidate',
  summary: 'Consolidate now: merge duplicates, archive stale memories, promote recurring ones.',
  effect: 'writes',
  http: { method: 'POST', path: '/api/upkeep/consolidate' },
  input: z.object(Asked),
  output: Report,
  run: (engine, caller, asked, progress) =>
    ran(engine, caller, { ...asked, jobs: CONSOLIDATE, cause: 'consolidate' }, progress),
})

/** I-11. Dedup, promote what recurs, archive what is stale. */
const CONSOLIDATE = ['duplicates', 'skills', 'consolidation', 'archive'] as const

export const summarizeOld = operation({
  name: 'summarize-old',
  summary:
    'Summarize clusters of similar old memories; the facts are kept and the sources archived.',
  effect: 'writes',
  http: { method: 'POST', path: '/api/upkeep/summarize-old' },
  input: z.object({
    days: z
      .number()
      .min(0)
      .max(36_500)
      .optional()
      .describe('Only versions older than this; default 30 days'),
    ...Asked,
  }),
  output: Report,
  run(engine, caller, { days, ...asked }, progress) {
    const compressOlderThanDays = days ?? engine.config.ranking.compression.summarizeOldDays
    const jobs = ['compression'] as const
    const request = { ...asked, jobs, cause: 'summarize-old', compressOlderThanDays }
    return ran(engine, caller, request, progress)
  },
})

export const upkeepStatus = operation({
  name: 'upkeep status',
  summary: 'Show when each maintenance job last ran, what it did, and when it runs next.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/upkeep/status' },
  input: z.object({}),
  output: z.object({
    enabled: z.boolean(),
    running: z.object({ pid: z.int(), until: z.string() }).nullable(),
    jobs: z.array(
      z.object({
        job: z.string(),
        summary: z.string(),
        enabled: z.boolean(),
        everyHours: z.number(),
        lastAt: z.string().nullable(),
        tookMs: z.number().nullable(),
        changes: z.int().nullable(),
        run: z.string().nullable(),
        error: z.string().nullable(),
        dueAt: z.string().nullable().describe('Null for a job that does not run automatically'),
      }),
    ),
  }),
  run: (engine) => statusOfJobs(engine),
})

type Asking = Pick<RunTask, 'cause' | 'compressOlderThanDays'> & {
  readonly jobs: readonly JobName[]
  readonly dryRun?: boolean | undefined
  readonly project?: string | undefined
}

async function ran(engine: Engine, caller: Caller, asked: Asking, progress?: Progress) {
  const { dryRun = false, project, ...request } = asked
  const only = project === undefined ? {} : { projects: [(await findProject(engine, project)).id] }
  const summary = await runUpkeepTask(
    engine,
    { ...request, ...only, dryRun },
    progress ? { progress } : {},
  )
  const about = summary.reports.flatMap(({ actions }) => actions.map((action) => action.about))
  const found = await engine.store.memories.get([...new Set(about)])
  const hidden = found.filter((memory) => !isVisible(memory, caller)).map(({ id }) => id)
  return renderRun(summary, dryRun, new Set(hidden))
}

/** For memories the caller may not see, only the number of changes is shown. */
function renderRun(
  { run, completed, reports }: RunSummary,
  dryRun: boolean,
  hidden: ReadonlySet<string>,
) {
  return {
    dryRun,
    batch: run,
    completed,
    changes: reports.reduce((sum, { changes }) => sum + changes, 0),
    jobs: reports.map(({ batch: _, ...report }) => ({
      ...report,
      actions: report.actions.filter(({ about }) => !hidden.has(about)),
    })),
  }
}
