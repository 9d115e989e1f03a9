/**
 * D-15. What takes reading many memories to compute, kept until the journal moves. Memories expire and
 * days pass without a change, so nothing is kept for longer than a minute.
 */
import { BoundedMap } from '../bounded-map.ts'
import { daysBetween } from '../clock.ts'
import type { RecordKind } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Engine } from './engine.ts'

interface CacheEntry {
  /** The last change that it knows of: a restored store may stand at the same number with another. */
  readonly seq: number
  readonly batch: string
  readonly at: string
  readonly value: unknown
}

const caches = new WeakMap<Store, BoundedMap<string, CacheEntry>>()
const MAX_AGE_DAYS = 1 / 1440
/** Some hold hundreds of memories: as many as sessions are at work at once, and a few more. */
const MAX_ENTRIES = 32

/**
 * The same key always stands for the same question. With `kind`, only changes of records of that kind
 * make the answer stale.
 */
export async function cacheUntilJournalMoves<Value>(
  { store, clock }: Pick<Engine, 'store' | 'clock'>,
  key: string,
  compute: () => Promise<Value>,
  kind?: RecordKind,
): Promise<Value> {
  const [last] = await store.journal.list({}, { limit: 1 })
  const { seq, batch } = last ?? { seq: 0, batch: '' }
  const now = clock.now()
  const cache = caches.get(store) ?? new BoundedMap<string, CacheEntry>(MAX_ENTRIES)
  caches.set(store, cache)
  const known = cache.get(key)
  const age = known ? daysBetween(known.at, now) : -1
  if (known && age >= 0 && age < MAX_AGE_DAYS && (await isStillTrue(store, known))) {
    cache.set(key, { ...known, seq, batch })
    return known.value as Value // kept under this key, so it answers this question
  }
  const value = await compute()
  cache.set(key, { seq, batch, at: now, value })
  return value

  async function isStillTrue({ journal }: Store, entry: CacheEntry): Promise<boolean> {
    if (entry.seq === seq) return entry.batch === batch
    return kind !== undefined && entry.seq < seq && !(await journal.changedSince(entry.seq, kind))
  }
}
