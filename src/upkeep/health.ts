/** I-13. How well memory is, counted by the same formulas by which the jobs would act. */
import { addDays } from '../clock.ts'
import type { Engine } from '../engine/engine.ts'
import { JOB_NAMES, JOBS } from './jobs.ts'
import { lastRunOf } from './progress.ts'
import { runUpkeep } from './run.ts'

export interface Finding {
  readonly what: string
  readonly count: number
  readonly hint: string
  readonly serious: boolean
}

/** Upkeep that is this many times overdue does not run at all. */
const OVERDUE = 3
const HOURS_PER_DAY = 24

export async function healthOf(engine: Engine) {
  const { store, clock, config } = engine
  const now = clock.now()
  const living = { living: true, archived: false, notExpiredAt: now }
  const lookedAt = { jobs: ['duplicates', 'archive'] as const, dryRun: true }
  const [counts, conflicts, vectors, total, held, expired, stale, overdue, check] =
    await Promise.all([
      runUpkeep(engine, lookedAt),
      contradictions(engine),
      store.vectors.counts('memories'),
      store.memories.count({ living: true }),
      store.memories.count({ ...living, held: true }),
      store.memories.count({ living: true, expiredAt: now }),
      store.memories.count({ ...living, states: ['low'] }),
      overdueJobs(engine),
      store.care.check(),
    ])
  const of = (job: string) =>
    counts.reports
      .filter((each) => each.job === job)
      .reduce((n, { actions }) => n + actions.length, 0)
  const embedded = total === 0 ? 1 : Math.min((vectors[0]?.units ?? 0) / total, 1)
  const missing = config.embed.provider === 'none' ? 0 : Math.round((1 - embedded) * total)
  const numbers = { duplicates: of('duplicates'), faded: of('archive'), contradictions: conflicts }
  const line = (count: number, what: string, hint: string, serious = false) =>
    count > 0 ? [{ what, count, hint, serious }] : []
  const findings: Finding[] = [
    ...check.map(({ what, repairable }) => ({
      what,
      count: 1,
      hint: repairable ? 'mneme doctor --repair' : 'mneme restore',
      serious: true,
    })),
    ...line(numbers.duplicates, 'memories say what another one says', 'mneme consolidate'),
    ...line(numbers.contradictions, 'pairs of memories contradict each other', 'mneme project'),
    ...line(held, 'memories wait for a yes', 'mneme review list'),
    ...line(expired, 'memories have expired', 'mneme upkeep run expiry'),
    ...line(missing, 'memories have no vector yet', 'mneme upkeep run embeddings'),
    ...line(
      overdue.length,
      `jobs are long overdue (${overdue.join(', ')})`,
      'mneme upkeep run all',
    ),
  ]
  const healthy = !findings.some(({ serious }) => serious)
  return { healthy, findings, ...numbers, stale, held, expired, embedded, overdue }
}

/** Both still in force. */
async function contradictions({ store }: Engine): Promise<number> {
  const links = await store.links.all(['contradicts'])
  const ids = [...new Set(links.flatMap(({ from, to }) => [from, to]))]
  const found = await store.memories.get(ids)
  const inForce = new Set(
    found
      .filter(
        ({ state, supersededBy, archived }) => state !== 'removed' && !supersededBy && !archived,
      )
      .map(({ id }) => id),
  )
  return links.filter(({ from, to }) => inForce.has(from) && inForce.has(to)).length
}

/** A job that never ran is not late: the daemon may never have been started. */
async function overdueJobs(engine: Engine): Promise<string[]> {
  const { scheduler } = engine.config
  const late: string[] = []
  for (const job of JOB_NAMES) {
    const timing = scheduler[JOBS[job].setting]
    const last = await lastRunOf(engine, job)
    if (!last || !scheduler.enabled || !timing.enabled) continue
    const limit = addDays(last.startedAt, (OVERDUE * timing.intervalHours) / HOURS_PER_DAY)
    if (limit < engine.clock.now()) late.push(job)
  }
  return late
}
