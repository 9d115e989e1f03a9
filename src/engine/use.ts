/** B-10. Counting that a memory was used, after the answer is on its way. */
import { addDays } from '../clock.ts'
import type { Memory } from '../memory/memory.ts'
import type { Caller, Engine } from './engine.ts'

export function countUse(
  engine: Engine,
  memories: readonly Memory[],
  session: Caller['session'] = null,
): void {
  if (memories.length === 0) return
  const now = engine.clock.now()
  const sessionExpiresAt = addDays(now, engine.config.memory.sessionExpiryDays)
  const ids = memories.map((memory) => memory.id)
  engine.background.start('count use', async () => {
    await engine.store.memories.touch(ids, now, sessionExpiresAt)
    await engine.store.usage.used(ids.map((memory) => ({ memory, at: now, session })))
  })
}
