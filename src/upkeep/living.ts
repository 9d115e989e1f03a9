/** I-12. Reading what lives, page by page, with a pause after each page. */
import { OWN_SCOPES } from '../engine/team/copy-guard.ts'
import type { Memory } from '../memory/memory.ts'
import type { MemoryFilter } from '../store/filter.ts'
import type { Work } from './job.ts'

/** In use: neither removed, replaced, archived, waiting for a yes, nor expired. */
export function inUse(work: Work): MemoryFilter {
  return { living: true, archived: false, held: false, quarantined: false, notExpiredAt: work.now }
}

/** One's own of the work's project, in the order of their ids: the team's are the team's to look after. */
export async function* livingPages(
  work: Work,
  filter: MemoryFilter = inUse(work),
): AsyncGenerator<Memory[]> {
  const { store } = work.engine
  for (let afterId = ''; ; ) {
    const page = await store.memories.list(
      { scopes: OWN_SCOPES, ...filter, project: work.project, afterId },
      { limit: work.batchSize, order: 'id' },
    )
    const last = page.at(-1)
    if (!last) return
    yield page
    if (page.length < work.batchSize) return
    afterId = last.id
    await work.breathe()
  }
}

export async function allLiving(work: Work, filter: MemoryFilter = inUse(work)): Promise<Memory[]> {
  const all: Memory[] = []
  for await (const page of livingPages(work, filter)) all.push(...page)
  return all
}
