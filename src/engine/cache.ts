/**
 * D-15. Caches results that require reading many memories until the journal moves. Memories expire and days
 * pass without a change, so nothing is cached for longer than a minute, unless only expiry makes it depend on
 * the clock.
 */
import { BoundedMap } from '../bounded-map.ts'
import { daysBetween } from '../clock.ts'
import type { RecordKind } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Engine } from './engine.ts'

interface CacheEntry {
  /** The last change that it knows of: a restored store may be at the same number with another. */
  readonly seq: number
  readonly batch: string
  readonly at: string
  /** How many memories had expired; null where a minute is the limit. */
  readonly expired: number | null
  readonly value: unknown
}

interface CacheRule {
  /** Only changes of records of this kind make the answer stale. */
  readonly kind?: RecordKind
  /** How long the answer is valid while nothing changes; default: a minute. */
  readonly until?: 'one expires'
}

const caches = new WeakMap<Store, BoundedMap<string, CacheEntry>>()
const MAX_AGE_DAYS = 1 / 1440
/** Entries may hold hundreds of memories: enough for the active sessions, and a few more. */
const MAX_ENTRIES = 32

/** The same key always means the same question. */
export async function cacheUntilJournalMoves<Value>(
  { store, clock }: Pick<Engine, 'store' | 'clock'>,
  key: string,
  compute: () => Promise<Value>,
  { kind, until }: CacheRule = {},
): Promise<Value> {
  const { seq, batch } = (await store.journal.last()) ?? { seq: 0, batch: '' }
  const now = clock.now()
  const cache = caches.get(store) ?? new BoundedMap<string, CacheEntry>(MAX_ENTRIES)
  caches.set(store, cache)
  const expired = until === 'one expires' ? await store.memories.count({ expiredAt: now }) : null
  const known = cache.get(key)
  if (known && isFresh(known) && (await isStillTrue(store, known))) {
    cache.set(key, { ...known, seq, batch })
    return known.value as Value // kept under this key, so it answers this question
  }
  const value = await compute()
  cache.set(key, { seq, batch, at: now, expired, value })
  return value

  function isFresh(entry: CacheEntry): boolean {
    const age = daysBetween(entry.at, now)
    return age >= 0 && (expired === null ? age < MAX_AGE_DAYS : entry.expired === expired)
  }

  async function isStillTrue({ journal }: Store, entry: CacheEntry): Promise<boolean> {
    if (entry.seq === seq) return entry.batch === batch
    return kind !== undefined && entry.seq < seq && !(await journal.changedSince(entry.seq, kind))
  }
}
