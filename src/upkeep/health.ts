/** I-13. The health check. */
import { addDays } from '../clock.ts'
import type { Engine } from '../engine/engine.ts'
import { runUpkeepTask } from './apart.ts'
import { JOB_NAMES, JOBS } from './jobs.ts'
import { lastRunOf } from './progress.ts'

interface Finding {
  readonly what: string
  readonly count: number
  readonly hint: string
  readonly serious: boolean
}

/** Upkeep that is this many times overdue does not run at all. */
const OVERDUE = 3
const HOURS_PER_DAY = 24
/** In a larger store, looking for duplicates is left to the job. */
const MAX_COMPARED = 5000

/** So few are embedded with the next search. */
const MAX_WAITING = 32

export async function healthOf(engine: Engine) {
  const { store, clock, config } = engine
  const now = clock.now()
  const living = { living: true, archived: false, notExpiredAt: now }
  const total = await store.memories.count({ living: true })
  const [wanting, contradictions, vectors, held, expired, stale, late] = await Promise.all([
    total <= MAX_COMPARED ? wantingUpkeep(engine) : { duplicates: null, faded: null },
    contradictionsIn(engine),
    store.vectors.counts('memories'),
    store.memories.count({ ...living, held: true }),
    store.memories.count({ living: true, expiredAt: now }),
    store.memories.count({ ...living, states: ['low'] }),
    lateJobs(engine),
  ])
  const embedded = total === 0 ? 1 : Math.min((vectors[0]?.units ?? 0) / total, 1)
  const missing = config.embed.provider === 'none' ? 0 : Math.round((1 - embedded) * total)
  const line = (
    count: number,
    [one, more]: readonly [string, string],
    hint: string,
    serious = false,
  ): Finding[] => (count > 0 ? [{ what: count === 1 ? one : more, count, hint, serious }] : [])
  const memories = (one: string, more: string) => [`memory ${one}`, `memories ${more}`] as const
  const jobs = (names: readonly string[], one: string, more: string) =>
    [`job ${one} (${names.join(', ')})`, `jobs ${more} (${names.join(', ')})`] as const
  const findings = [
    ...line(late.failed.length, jobs(late.failed, 'failed', 'failed'), 'mneme upkeep status', true),
    ...line(
      wanting.duplicates ?? 0,
      memories('says what another one says', 'say what another one says'),
      'mneme consolidate',
    ),
    ...line(
      contradictions,
      ['pair of memories contradicts each other', 'pairs of memories contradict each other'],
      'mneme project',
    ),
    ...line(held, memories('needs your approval', 'need your approval'), 'mneme review list'),
    ...line(expired, memories('has expired', 'have expired'), 'mneme upkeep run expiry'),
    // M-17. With so many missing, search by meaning is off: that is no good health.
    ...line(
      missing,
      memories('has no vector yet', 'have no vector yet'),
      'mneme upkeep run embeddings',
      missing > MAX_WAITING && missing > total / 10,
    ),
    ...line(late.overdue.length, jobs(late.overdue, 'is late', 'are late'), 'mneme upkeep run all'),
  ]
  const healthy = !findings.some(({ serious }) => serious)
  const { overdue } = late
  return { healthy, findings, ...wanting, contradictions, stale, held, expired, embedded, overdue }
}

/** By the same formulas by which the jobs would act. */
async function wantingUpkeep(engine: Engine) {
  const { reports } = await runUpkeepTask(engine, { jobs: ['duplicates', 'archive'], dryRun: true })
  const of = (job: string) =>
    reports.filter((each) => each.job === job).reduce((sum, { actions }) => sum + actions.length, 0)
  return { duplicates: of('duplicates'), faded: of('archive') }
}

/** Both still in force. */
async function contradictionsIn({ store }: Engine): Promise<number> {
  const links = await store.links.all(['contradicts'])
  const ids = [...new Set(links.flatMap(({ from, to }) => [from, to]))]
  const found = await store.memories.get(ids)
  const inForce = new Set(
    found
      .filter(({ state, supersededBy }) => state !== 'removed' && supersededBy === null)
      .filter(({ archived }) => !archived)
      .map(({ id }) => id),
  )
  return links.filter(({ from, to }) => inForce.has(from) && inForce.has(to)).length
}

/** A job that never ran is not late: the daemon may never have been started. */
async function lateJobs(engine: Engine): Promise<{ overdue: string[]; failed: string[] }> {
  const { scheduler } = engine.config
  const overdue: string[] = []
  const failed: string[] = []
  for (const job of JOB_NAMES) {
    const timing = scheduler[JOBS[job].setting]
    const last = await lastRunOf(engine, job)
    if (!last) continue
    if (last.error !== null) failed.push(job)
    if (!scheduler.enabled || !timing.enabled) continue
    const limit = addDays(last.startedAt, (OVERDUE * timing.intervalHours) / HOURS_PER_DAY)
    if (limit < engine.clock.now()) overdue.push(job)
  }
  return { overdue, failed }
}
