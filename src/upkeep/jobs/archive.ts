/** I-05, B-09. What has faded is archived, and so is the least worth beyond the cap. */
import type { Memory } from '../../memory/memory.ts'
import { archiveReason } from '../../ranking/activation.ts'
import { overCap } from '../../ranking/cap.ts'
import type { Action, Job, Work } from '../job.ts'
import { inUse, livingPages } from '../living.ts'

export const archive: Job = {
  summary: 'Archives faded memories, and the lowest-scored ones beyond store.max_memories',
  setting: 'archive',
  async plan(work) {
    const actions: Action[] = []
    for await (const page of livingPages(work)) {
      for (const memory of page) {
        const reason = archiveReason(
          work.engine.config.ranking.activation,
          withRecallTime(memory),
          work.now,
        )
        if (reason !== null) actions.push(archiveAction(memory, reason))
      }
    }
    if (work.project !== null) return { actions }
    const faded = new Set(actions.map(({ about }) => about))
    const room = await makingRoom(work)
    return { actions: [...actions, ...room.filter(({ about }) => !faded.has(about))] }
  },
}

/** Each recall starts the timer again, whether or not it was written down as a reinforcement yet. */
function withRecallTime(memory: Memory): Memory {
  const { lastAccessedAt, lastReinforcedAt } = memory
  if (lastAccessedAt === null || lastAccessedAt <= lastReinforcedAt) return memory
  return { ...memory, lastReinforcedAt: lastAccessedAt }
}

/** The cap is one for the whole store, so it is looked at once, with what belongs to no project. */
async function makingRoom(work: Work): Promise<Action[]> {
  const { config, store } = work.engine
  const cap = { maxMemories: config.store.maxMemories }
  const living = inUse(work)
  if (cap.maxMemories === 0 || (await store.memories.count(living)) <= cap.maxMemories) return []
  const byId = new Map<string, Memory>()
  for (const project of [null, ...(await store.projects.all()).map(({ id }) => id)]) {
    for await (const page of livingPages({ ...work, project }, living)) {
      for (const memory of page) byId.set(memory.id, memory)
    }
  }
  const chosen = overCap({ cap, scoredSearch: config.search }, [...byId.values()], work.now)
  return chosen.flatMap(({ id, reason }) => {
    const memory = byId.get(id)
    return memory ? [archiveAction(memory, reason)] : []
  })
}

function archiveAction(memory: Memory, reason: string): Action {
  const expect = { archived: false, validated: false, state: memory.state }
  return {
    about: memory.id,
    title: memory.title,
    reason,
    changes: [{ op: 'update', kind: 'memory', key: memory.id, set: { archived: true }, expect }],
  }
}
