/** Fills a store quickly with texts that are nobody's near-duplicates. */
import type { Caller, Engine } from '../../src/engine/engine.ts'
import { newMemory } from '../../src/engine/memories/new-memory.ts'
import type { MemoryDraft } from '../../src/memory/draft.ts'
import type { Place } from '../../src/store/store.ts'

const LOADED_AT_ONCE = 1000

export async function loadMemories(
  { engine, caller }: { readonly engine: Engine; readonly caller: Caller },
  place: Place,
  count: number,
  draftOf: (index: number) => MemoryDraft,
): Promise<void> {
  for (let done = 0; done < count; done += LOADED_AT_ONCE) {
    const size = Math.min(LOADED_AT_ONCE, count - done)
    const changes = Array.from({ length: size }, (_, index) => {
      const memory = newMemory(engine, caller, place, '', draftOf(done + index))
      const row = { ...memory, name: `memory-${memory.id.toLowerCase()}` }
      return { op: 'insert', kind: 'memory', row } as const
    })
    const id = engine.clock.newId()
    await engine.store.apply({ id, at: engine.clock.now(), actor: 'bench', cause: 'load', changes })
  }
}
