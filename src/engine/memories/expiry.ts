/** B-08. What has outlived its time goes for good; until then it is merely out of every result. */
import type { Caller, Engine } from '../engine.ts'

const AT_ONCE = 10_000

export async function purgeExpiredMemories(
  engine: Engine,
  caller: Caller,
  dryRun: boolean,
): Promise<string[]> {
  const { store, clock } = engine
  const now = clock.now()
  const expired = await store.memories.list({ expiredAt: now }, { limit: AT_ONCE, order: 'id' })
  const ids = expired.map((memory) => memory.id)
  if (dryRun || ids.length === 0) return ids
  const batch = { id: clock.newId(), at: now, actor: caller.actor, cause: 'purge-expired' }
  await store.care.erase(ids, batch)
  return ids
}
