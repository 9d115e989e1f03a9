/**
 * B-10, I-10. Counts uses of memories and records the outcome of questions, after the answer is sent. Both are
 * collected for a moment and written together: a write makes every other connection reread its pages, so a
 * write after each answer would slow down the next one.
 */
import { addDays, type Timestamp } from '../../clock.ts'
import type { Memory } from '../../memory/memory.ts'
import type { NewRetrieval, Use } from '../../store/usage.ts'
import type { Caller, Engine } from '../engine.ts'

interface Gathered {
  readonly touched: { readonly ids: readonly string[]; readonly at: Timestamp }[]
  readonly uses: Use[]
  readonly retrievals: NewRetrieval[]
}

const GATHER_MS = 400
const gathered = new WeakMap<Engine['store'], Gathered>()

export function countUse(
  engine: Engine,
  memories: readonly Memory[],
  session: Caller['session'] = null,
): void {
  if (memories.length === 0) return
  const at = engine.clock.now()
  const ids = memories.map((memory) => memory.id)
  const { touched, uses } = gathering(engine)
  touched.push({ ids, at })
  uses.push(...ids.map((memory) => ({ memory, at, session })))
}

export function countRetrieval(engine: Engine, retrieval: NewRetrieval): void {
  gathering(engine).retrievals.push(retrieval)
}

function gathering(engine: Engine): Gathered {
  let current = gathered.get(engine.store)
  if (!current) {
    current = { touched: [], uses: [], retrievals: [] }
    gathered.set(engine.store, current)
  }
  engine.background.later('count use', GATHER_MS, () => flushUses(engine))
  return current
}

async function flushUses(engine: Engine): Promise<void> {
  const { store, config } = engine
  const current = gathered.get(store)
  if (!current) return
  gathered.delete(store)
  for (const { ids, at } of current.touched) {
    await store.memories.touch(ids, at, addDays(at, config.memory.sessionExpiryDays))
  }
  if (current.uses.length > 0) await store.usage.recordUses(current.uses)
  for (const retrieval of current.retrievals) await store.usage.recordRetrieval(retrieval)
}
