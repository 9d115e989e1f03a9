/** A history as if some of its sources had never been: for what is said when the evidence is missing. */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../../src/engine/engine.ts'
import { erase } from '../../src/operations/erase.ts'
import { call } from '../../src/operations/operation.ts'
import { sessionsForget, sessionsMemories } from '../../src/operations/sessions.ts'
import type { HistoryFilter } from '../../src/store/evidence.ts'
import type { Store } from '../../src/store/store.ts'
import { openAt, type Place } from './moment-direct.ts'
import type { Gold, MomentSet } from './moment-sets.ts'

/** A copy of a prepared history that has forgotten these sources and what was kept of them. */
export async function withoutEvidence(
  set: MomentSet,
  gold: readonly Gold[],
  place: Place,
  scratch: string,
): Promise<Place> {
  const home = join(scratch, 'removed')
  rmSync(home, { recursive: true, force: true })
  cpSync(join(place.home, '.mneme'), join(home, '.mneme'), { recursive: true })
  const mneme = await openAt({ home, env: place.env })
  try {
    const [project = ''] = Object.keys(set.projects)
    const { engine, caller } = await mneme.at({
      door: 'cli',
      speaker: 'person',
      folder: place.folderOf(project),
    })
    for (const { kind, id } of gold) {
      if (kind !== 'session') continue
      const { memories } = await call(sessionsMemories, engine, caller, { id })
      const ids = memories.map((memory) => memory.id)
      if (ids.length > 0) await call(erase, engine, caller, { id: ids, yes: true })
      await call(sessionsForget, engine, caller, { id, yes: true })
    }
    const { commits } = engine.store
    const inProject = caller.project?.id ?? ''
    const gone = goldMessages(set, gold)
    const all = await commits.list({ project: inProject }, 100_000)
    const kept = all.filter(({ message }) => !gone.has(message))
    if (kept.length < all.length) {
      await commits.retain(inProject, new Set(kept.map(({ hash }) => hash)))
    }
    await engine.background.settle()
  } finally {
    await mneme.close()
  }
  return { ...place, home }
}

function goldMessages({ commits }: MomentSet, gold: readonly Gold[]): ReadonlySet<string> {
  return new Set(
    commits.flatMap(({ label, message }) =>
      gold.some(({ kind, id }) => kind === 'commit' && id === label) ? [message.trim()] : [],
    ),
  )
}

export function withoutSources(engine: Engine, set: MomentSet, gold: readonly Gold[]): Engine {
  const { store } = engine
  const sessions = new Set(gold.filter(({ kind }) => kind === 'session').map(({ id }) => id))
  const messages = goldMessages(set, gold)
  const [exceptSession = null] = sessions
  const { said } = store.sessions
  const less = (filter: HistoryFilter) => ({ ...filter, exceptSession })
  const keep = <T extends { readonly session: string }>(all: readonly T[]) =>
    all.filter(({ session }) => !sessions.has(session))
  const rowsOf = async () => {
    const all = await store.commits.list({ project: await projectOf() }, 100_000)
    return new Set(all.filter(({ message }) => messages.has(message)).map(({ row }) => row))
  }
  const projectOf = async () => (await store.projects.all())[0]?.id ?? ''
  const narrowed = {
    ...{
      vectors: store.vectors,
      recall: store.recall,
      memories: store.memories,
      notes: store.notes,
    },
    sessions: {
      recall: store.sessions.recall,
      said: {
        count: async (tokens: readonly string[], filter: HistoryFilter) =>
          said.count(tokens, less(filter)),
        holding: async (tokens: readonly string[], filter: HistoryFilter) =>
          said.holding(tokens, less(filter)),
        messagesWithin: async (...asked: Parameters<typeof said.messagesWithin>) =>
          keep(await said.messagesWithin(...asked)),
        withRows: async (...[rows, filter, role]: Parameters<typeof said.withRows>) =>
          keep(await said.withRows(rows, less(filter), role)),
        sample: async (filter: HistoryFilter, count: number) => said.sample(less(filter), count),
      },
    },
    commits: {
      sample: store.commits.sample.bind(store.commits),
      withRows: async (rows: readonly number[]) => {
        const gone = await rowsOf()
        return store.commits.withRows(rows.filter((row) => !gone.has(row)))
      },
      nearest: store.commits.nearest.bind(store.commits),
      count: async (...asked: Parameters<typeof store.commits.count>) => {
        const counted = await store.commits.count(...asked)
        const gone = await rowsOf()
        return {
          ...counted,
          best: async (rarities: readonly number[], limit: number) => {
            const found = await counted.best(rarities, limit + gone.size)
            return { ...found, best: found.best.filter(({ row }) => !gone.has(row)) }
          },
        }
      },
    },
  }
  // Only what the evidence asks for is there, which is all that is called with it.
  return { ...engine, store: narrowed as unknown as Store }
}
