/** I-11, I-12. A run: one job after the other, one project after the other, each decision applied once. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { addDays } from '../clock.ts'
import type { Engine } from '../engine/engine.ts'
import { pruneArchive } from '../engine/vault/archive.ts'
import { MnemeError } from '../errors.ts'
import { applyDecided, completeUnfinished } from './apply.ts'
import type { Action, Job, Work } from './job.ts'
import { olderThan } from './jobs/compression.ts'
import { JOBS, type JobName } from './jobs.ts'
import { type Lease, takeLease } from './lease.ts'
import { keepLastRun } from './progress.ts'

export interface RunRequest {
  readonly jobs: readonly JobName[]
  /** Left out: every project, and what belongs to none. */
  readonly projects?: readonly (string | null)[]
  readonly dryRun?: boolean
  /** Why, in the words of the operation; else the name of each job. */
  readonly cause?: string
  /** I-07. Compression takes whatever is older than this, of any type. */
  readonly compressOlderThanDays?: number
  readonly signal?: AbortSignal
  /** Called between steps. */
  readonly onBreath?: () => void
  readonly progress?: (step: { done: number; total: number; what: string }) => void
}

export interface JobReport {
  readonly job: JobName
  readonly project: string | null
  readonly actions: readonly Action[]
  readonly changes: number
  /** Left to the next run, since they were changed meanwhile. */
  readonly skipped: number
  /** Done without a journal, such as vectors. */
  readonly laboured: number
  readonly batch: string | null
  readonly tookMs: number
  readonly error: string | null
}

export interface RunReport {
  /** Undoes everything of it; null when nothing was changed. */
  readonly run: string | null
  /** A run that had been killed and was completed first. */
  readonly completed: string | null
  readonly reports: readonly JobReport[]
}

export async function runUpkeep(engine: Engine, request: RunRequest): Promise<RunReport> {
  const dryRun = request.dryRun ?? false
  const lease = dryRun ? null : await takeLease(engine)
  try {
    const completed = lease ? await completeUnfinished(engine, () => pause(lease, request)) : null
    const projects = request.projects ?? (await allProjects(engine))
    const run = engine.clock.newId()
    const reports: JobReport[] = []
    for (const [index, job] of request.jobs.entries()) {
      request.progress?.({ done: index, total: request.jobs.length, what: job })
      reports.push(...(await runJob(engine, request, { job, run, projects, lease })))
    }
    request.progress?.({ done: request.jobs.length, total: request.jobs.length, what: 'upkeep' })
    if (!dryRun) await forgetOld(engine)
    const isChanged = reports.some(({ batch }) => batch !== null)
    return { run: isChanged ? run : null, completed, reports }
  } finally {
    await lease?.release()
  }
}

interface Turn {
  readonly job: JobName
  readonly run: string
  readonly projects: readonly (string | null)[]
  readonly lease: Lease | null
}

async function runJob(engine: Engine, request: RunRequest, turn: Turn): Promise<JobReport[]> {
  const { clock, events } = engine
  const startedAt = clock.now()
  const started = performance.now()
  const dryRun = request.dryRun ?? false
  const tell = (what: string, data: Record<string, unknown>) =>
    events.emit({ name: `${EVENTS[turn.job]}_${what}`, at: clock.now(), data })
  if (!dryRun) tell('start', { job: turn.job, projects: turn.projects.length })
  const reports: JobReport[] = []
  for (const project of turn.projects) {
    const report = await runInProject(engine, request, turn, project)
    reports.push(report)
    if (dryRun) continue
    const { changes, error } = report
    const counts = { changes, ...tally(turn.job, [report]) }
    tell('progress', {
      project,
      ...counts,
      error,
      done: reports.length,
      total: turn.projects.length,
    })
  }
  if (dryRun) return reports
  const changes = reports.reduce((sum, report) => sum + report.changes, 0)
  const error = reports.find((report) => report.error !== null)?.error ?? null
  const tookMs = performance.now() - started
  if (request.projects === undefined) {
    const run = changes > 0 ? turn.run : null
    const retrieval = await engine.store.usage.lastRetrieval()
    const endedAt = clock.now()
    await keepLastRun(engine, turn.job, {
      startedAt,
      endedAt,
      tookMs,
      changes,
      run,
      error,
      retrieval,
    })
  }
  const counts = { changes, ...tally(turn.job, reports) }
  tell(error === null ? 'complete' : 'error', { job: turn.job, ...counts, tookMs, error })
  return reports
}

function tally(name: JobName, reports: readonly JobReport[]): Readonly<Record<string, number>> {
  const job: Job = JOBS[name]
  return job.tally?.(reports.flatMap(({ actions }) => actions)) ?? {}
}

/** Events keep the names that others know them by (J-04). */
// biome-ignore format: a table reads best in columns
const EVENTS: { readonly [Name in JobName]: string } = {
  ranking: 'ranking',              duplicates: 'duplicate_cleanup', embeddings: 'embedding_refresh',
  skills: 'skill_cleanup',         consolidation: 'consolidation',  compression: 'compression',
  expiry: 'expiry',                clusters: 'clusters',            links: 'links',
  tags: 'tags',                    gaps: 'gaps',                    archive: 'archive',
}

function jobOf({ compressOlderThanDays }: RunRequest, name: JobName): Job {
  const isOnDemand = name === 'compression' && compressOlderThanDays !== undefined
  return isOnDemand ? olderThan(compressOlderThanDays) : JOBS[name]
}

/** A project that fails or takes too long is reported; the others go on. */
async function runInProject(
  engine: Engine,
  request: RunRequest,
  turn: Turn,
  project: string | null,
): Promise<JobReport> {
  const job = jobOf(request, turn.job)
  const { scheduler } = engine.config
  const started = performance.now()
  const deadline = started + scheduler.projectTimeoutSeconds * 1000
  const dryRun = request.dryRun ?? false
  const work: Work = {
    engine,
    project,
    now: engine.clock.now(),
    batchSize: scheduler.batchSize,
    dryRun,
    async breathe() {
      if (performance.now() > deadline) throw tooLong(scheduler.projectTimeoutSeconds)
      await pause(turn.lease, request)
    },
  }
  const nothing = { changes: 0, skipped: 0, laboured: 0, batch: null }
  const took = () => performance.now() - started
  let actions: readonly Action[] = []
  try {
    await work.breathe()
    const laboured = dryRun ? 0 : ((await job.labour?.(work)) ?? 0)
    const planned = await job.plan(work)
    actions = planned.actions
    const common = { job: turn.job, project, actions, error: null }
    if (dryRun) return { ...common, ...nothing, tookMs: took() }
    if (actions.length === 0) await planned.settled?.()
    const applied = await applyDecided(
      engine,
      {
        run: turn.run,
        actor: `job:${turn.job}`,
        cause: request.cause ?? `upkeep ${turn.job}`,
        at: work.now,
        actions,
        bookkeeping: planned.bookkeeping ?? [],
      },
      // What was decided is carried through; only a request to stop leaves it to the next run.
      () => pause(turn.lease, request),
    )
    return { ...common, ...applied, laboured, tookMs: took() }
  } catch (thrown) {
    request.signal?.throwIfAborted()
    const error = thrown instanceof Error ? thrown.message : String(thrown)
    return { job: turn.job, project, actions, ...nothing, error, tookMs: took() }
  }
}

async function pause(lease: Lease | null, request: RunRequest): Promise<void> {
  request.signal?.throwIfAborted()
  request.onBreath?.()
  await lease?.renew()
  await nextTurn()
}

async function allProjects(engine: Engine): Promise<(string | null)[]> {
  const projects = await engine.store.projects.all()
  return [null, ...projects.filter(({ mergedInto }) => mergedInto === null).map(({ id }) => id)]
}

/** B-16. What is not a memory goes after the time that was set for it; 0 keeps it. */
async function forgetOld(engine: Engine): Promise<void> {
  const { store, clock, config } = engine
  const before = (days: number) => addDays(clock.now(), -days)
  await store.usage.prune(before(config.scheduler.useDays))
  const { journalDays, archiveDays } = config.retention
  if (journalDays > 0) await store.care.pruneJournal(before(journalDays))
  if (archiveDays > 0) await pruneArchive(engine, { olderThanDays: archiveDays }, false)
}

function tooLong(seconds: number): MnemeError {
  return new MnemeError('unavailable', `took longer than ${seconds} seconds`, {
    hint: 'The next run goes on. A longer time: scheduler.project_timeout_seconds',
  })
}
