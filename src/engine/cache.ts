/**
 * D-15. What takes reading every memory to find out, kept until the journal has gone on. Memories expire
 * and days pass without a change: so what is kept is also let go of after a minute.
 */
import { daysBetween } from '../clock.ts'
import type { Store } from '../store/store.ts'
import type { Engine } from './engine.ts'

interface CacheEntry {
  /** The last change that was seen by it. */
  readonly after: string
  readonly at: string
  readonly value: unknown
}

const caches = new WeakMap<Store, Map<string, CacheEntry>>()
const KEPT_DAYS = 1 / 1440
const MAX_KEPT = 200

/** The same key always stands for the same question. */
export async function cacheUntilJournalMoves<Value>(
  { store, clock }: Pick<Engine, 'store' | 'clock'>,
  key: string,
  findOut: () => Promise<Value>,
): Promise<Value> {
  const [last] = await store.journal.list({}, { limit: 1 })
  const after = last ? `${last.seq} ${last.batch}` : ''
  const now = clock.now()
  const known = caches.get(store) ?? new Map<string, CacheEntry>()
  caches.set(store, known)
  const found = known.get(key)
  const age = found ? daysBetween(found.at, now) : -1
  // Kept under this key by this very function, so it is the answer to this question.
  if (found?.after === after && age >= 0 && age < KEPT_DAYS) return found.value as Value
  const value = await findOut()
  if (known.size >= MAX_KEPT) known.clear()
  known.set(key, { after, at: now, value })
  return value
}
