/** A history as if some of its sources had never been: for what is said when the evidence is missing. */
import type { Engine } from '../../src/engine/engine.ts'
import type { HistoryFilter } from '../../src/store/evidence.ts'
import type { Store } from '../../src/store/store.ts'
import type { Gold, MomentSet } from './moment-sets.ts'

export function withoutSources(engine: Engine, set: MomentSet, gold: readonly Gold[]): Engine {
  const { store } = engine
  const sessions = new Set(gold.filter(({ kind }) => kind === 'session').map(({ id }) => id))
  const messages = new Set(
    set.commits.flatMap(({ label, message }) =>
      gold.some(({ kind, id }) => kind === 'commit' && id === label) ? [message.trim()] : [],
    ),
  )
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
        within: async (places: Parameters<typeof said.within>[0]) =>
          keep(await said.within(places)),
        withRows: async (rows: readonly number[], filter: HistoryFilter) =>
          keep(await said.withRows(rows, less(filter))),
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
