/** I-13. How much is remembered, how it grows, and what it costs. */
import { addDays, daysBetween } from '../clock.ts'
import type { MemoryFilter } from '../store/filter.ts'
import type { Store } from '../store/store.ts'
import type { Caller, Engine } from './engine.ts'
import { visible } from './find-memory.ts'
import { modelSpend } from './model-spend.ts'

const CHARACTERS_PER_TOKEN = 4
const DAYS_SHOWN = 30

export async function statsOf(engine: Engine, caller: Caller, everywhere: boolean) {
  const { usage, vectors } = engine.store
  const ledger = everywhere ? {} : { project: caller.project?.id ?? null }
  const { injections, tokens, used } = await usage.ledgerTotal(ledger)
  return {
    ...(await remembered(engine, everywhere ? {} : visible(caller))),
    injected: { injections, tokens, used },
    spend: await spentOn(engine),
    vectors: (await vectors.counts('memories')).map(({ model, units }) => ({
      model,
      memories: units,
    })),
  }
}

type Counts = Awaited<ReturnType<typeof counted>>

interface Kept {
  /** The last change that was counted. */
  readonly after: string
  readonly at: string
  readonly counts: Counts
}

/** Reading every memory for the same numbers again would be felt in a large store. */
const kept = new WeakMap<Store, Map<string, Kept>>()
/** Memories expire and days pass without a change: so long that is not seen. */
const KEPT_DAYS = 1 / 1440
const MOST_KEPT = 50

/** D-15. Counted anew when the journal has gone on. */
async function remembered({ store, clock }: Engine, seen: MemoryFilter): Promise<Counts> {
  const [last] = await store.journal.list({}, { limit: 1 })
  const after = last ? `${last.seq} ${last.batch}` : ''
  const now = clock.now()
  const known = kept.get(store) ?? new Map<string, Kept>()
  kept.set(store, known)
  const key = JSON.stringify(seen)
  const found = known.get(key)
  const age = found ? daysBetween(found.at, now) : -1
  if (found?.after === after && age >= 0 && age < KEPT_DAYS) return found.counts
  const counts = await counted(store.memories, seen, now)
  if (known.size >= MOST_KEPT) known.clear()
  known.set(key, { after, at: now, counts })
  return counts
}

async function counted(memories: Store['memories'], seen: MemoryFilter, now: string) {
  const living = { ...seen, states: ['new', 'high', 'low'] as const, notExpiredAt: now }
  const since = (days: number) => memories.count({ ...living, createdFrom: addDays(now, -days) })
  const counts = async (list: Promise<readonly { value: string; count: number }[]>) =>
    Object.fromEntries((await list).map(({ value, count }) => [value, count]))
  return {
    memories: await memories.count(living),
    byType: await counts(memories.countBy(living, 'type')),
    byState: await counts(memories.countBy(seen, 'state')),
    byScope: await counts(memories.countBy(living, 'scope')),
    bySensitivity: await counts(memories.countBy(living, 'sensitivity')),
    archived: await memories.count({ ...living, archived: true }),
    superseded: await memories.count({ ...living, superseded: true }),
    held: await memories.count({ ...living, held: true }),
    tokens: Math.ceil((await memories.characters(living)) / CHARACTERS_PER_TOKEN),
    growth: { day: await since(1), week: await since(7), month: await since(30) },
    perDay: await createdPerDay(now, (from, to) =>
      memories.count({ ...living, createdFrom: from, createdTo: to }),
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
