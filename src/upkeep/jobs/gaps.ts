/** G-11. Questions that found nothing are closed when a memory answers them. The log is not journaled. */
import { listGaps, reviewGaps } from '../../engine/capture/gaps.ts'
import type { Caller } from '../../engine/engine.ts'
import { type Job, NOTHING, type Work } from '../job.ts'
import { inUse, livingPages } from '../living.ts'

export const gaps: Job = {
  summary: 'Closes questions that found nothing and have an answer now',
  setting: 'gaps',
  plan: async () => NOTHING,
  async labour(work) {
    const caller = await callerOf(work)
    const open = await listGaps(work.engine, caller, false)
    const [first] = open.map(({ at }) => at).sort()
    if (first === undefined) return 0
    let closed = 0
    // Only what came after a question can be what it was missing.
    for await (const page of livingPages(work, { ...inUse(work), createdFrom: first })) {
      closed += await reviewGaps(work.engine, caller, page)
    }
    return closed
  },
}

async function callerOf(work: Work): Promise<Caller> {
  const { project, engine } = work
  return {
    door: 'job',
    actor: 'job:gaps',
    project: project === null ? null : await engine.store.projects.get(project),
    session: null,
    folder: null,
    speaker: 'agent',
  }
}
