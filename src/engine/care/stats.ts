/** I-13. The number of memories, its growth, and what storing them costs. */
import { addDays } from '../../clock.ts'
import type { MemoryFilter } from '../../store/filter.ts'
import type { Store, StoreSizes } from '../../store/store.ts'
import { cacheUntilJournalMoves } from '../cache.ts'
import type { Caller, Engine } from '../engine.ts'
import { visibleFilter } from '../memories/find-memory.ts'
import { inUse } from '../memories/in-use.ts'
import { isOwner } from '../person.ts'
import { modelSpend } from './model-spend.ts'

const CHARACTERS_PER_TOKEN = 4
const DAYS_SHOWN = 30

export async function statsOf(engine: Engine, caller: Caller, everywhere: boolean) {
  const { usage, vectors } = engine.store
  const ledger = everywhere ? {} : { project: caller.project?.id ?? null }
  const { injections, tokens, used } = await usage.ledgerTotal(ledger)
  const seen = everywhere ? {} : visibleFilter(caller)
  const counts = await cacheUntilJournalMoves(
    engine,
    `stats ${isOwner(caller)} ${JSON.stringify(seen)}`,
    () => countBy(engine.store.memories, { ...seen, ...inUse(engine, caller) }, seen),
  )
  const sizes = await cacheUntilJournalMoves(engine, 'sizes', () => engine.store.care.sizes())
  return {
    ...counts,
    disk: { ...sizes, perMemory: await bytesPerMemory(engine.store, sizes) },
    injected: { injections, tokens, used },
    spend: await spentOn(engine),
    vectors: (await vectors.counts('memories')).map(({ model, units }) => ({
      model,
      memories: units,
    })),
  }
}

/** Index and journal bytes per memory: the cost beside its own text. */
async function bytesPerMemory({ memories }: Store, { index, journal }: StoreSizes) {
  return Math.round((index + journal) / Math.max(1, await memories.count({})))
}

async function countBy(
  memories: Store['memories'],
  used: MemoryFilter & ReturnType<typeof inUse>,
  seen: MemoryFilter,
) {
  const { notExpiredAt: now, states, archived: _, superseded: __, held: ___, ...rest } = used
  const living = { ...rest, states, notExpiredAt: now }
  const since = (days: number) => memories.count({ ...used, createdFrom: addDays(now, -days) })
  const counts = async (list: Promise<readonly { value: string; count: number }[]>) =>
    Object.fromEntries((await list).map(({ value, count }) => [value, count]))
  return {
    memories: await memories.count(used),
    byType: await counts(memories.countBy(used, 'type')),
    byState: await counts(memories.countBy(used, 'state')),
    byScope: await counts(memories.countBy(used, 'scope')),
    bySensitivity: await counts(memories.countBy(used, 'sensitivity')),
    archived: await memories.count({ ...living, archived: true }),
    superseded: await memories.count({ ...living, superseded: true }),
    held: await memories.count({ ...living, held: true }),
    removed: await memories.count({ ...seen, states: ['removed'] }),
    tokens: Math.ceil((await memories.characters(used)) / CHARACTERS_PER_TOKEN),
    growth: { day: await since(1), week: await since(7), month: await since(30) },
    perDay: await createdPerDay(now, (from, to) =>
      memories.count({ ...used, createdFrom: from, createdTo: to }),
    ),
  }
}

/** Oldest first, the last one being today. */
async function createdPerDay(now: string, count: (from: string, to: string) => Promise<number>) {
  const days = Array.from({ length: DAYS_SHOWN }, (_, back) =>
    addDays(now, back + 1 - DAYS_SHOWN).slice(0, 'YYYY-MM-DD'.length),
  )
  return Promise.all(
    days.map(async (day) => ({
      day,
      created: await count(`${day}T00:00:00.000Z`, `${day}T23:59:59.999Z`),
    })),
  )
}

/** K-01. Today, on the language model. */
async function spentOn(engine: Engine) {
  const { calls, tokens } = await modelSpend(engine)
  return { calls, tokens }
}
