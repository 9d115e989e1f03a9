/** I-10. The questions since a job last looked, each job with its own bookmark. */
import * as z from 'zod'
import type { Change } from '../store/change.ts'
import type { Retrieval } from '../store/usage.ts'
import { bookmarkOf } from './bookmarks.ts'
import type { Work } from './job.ts'

interface News<More> {
  readonly retrievals: readonly Retrieval[]
  /** What the job had noted down last time. */
  readonly more: More | null
  /** Past all of these, with what the job notes down now. */
  markPassed(more: More): Change
  /** Past all of these, since nothing came of them. Not journaled: there is nothing to undo. */
  markSkipped(): Promise<void>
}

/** A run looks at so many at most; the rest waits for the next one. */
const MAX_AT_ONCE = 20_000

export async function newRetrievals<More>(
  work: Work,
  job: string,
  schema: z.ZodType<More>,
): Promise<News<More>> {
  const place = await bookmarkOf(work, job, z.object({ after: z.int(), more: schema }))
  const { notes, usage } = work.engine.store
  const note = `upkeep:seen:${job}:${work.project ?? ''}`
  const start = Math.max(place.body?.after ?? 0, Number((await notes.get(note)) ?? 0))
  const retrievals: Retrieval[] = []
  for (let after = start; retrievals.length < MAX_AT_ONCE; ) {
    const filter = { after, project: work.project }
    const page = await usage.retrievals(filter, work.batchSize)
    retrievals.push(...page)
    if (page.length < work.batchSize) break
    after = page.at(-1)?.number ?? after
    await work.breathe()
  }
  const last = retrievals.at(-1)?.number ?? start
  return {
    retrievals,
    more: place.body?.more ?? null,
    markPassed: (more) => place.moveTo({ after: last, more }),
    async markSkipped() {
      if (last > start) await notes.set(note, String(last))
    },
  }
}
