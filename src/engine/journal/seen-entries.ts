/** H-06, K-18. Of what happened, as much as the caller may see. */
import { MemoryFields } from '../../memory/memory.ts'
import type { JournalEntry } from '../../store/change.ts'
import type { Caller, Engine } from '../engine.ts'
import { isVisible } from '../memories/find-memory.ts'
import { isPerson, readsEverywhere } from '../person.ts'

interface SeenEntry extends JournalEntry {
  /** The memory's present title, where it is about one that is there. */
  readonly title: string | null
}

/**
 * What is about a memory that the caller may not see is left out. Of anything else that is no memory an
 * agent is told that it changed, not from what to what.
 */
export async function seenEntries(
  { store }: Engine,
  caller: Caller,
  entries: readonly JournalEntry[],
): Promise<SeenEntry[]> {
  const ids = entries.flatMap((entry) => (entry.kind === 'memory' ? [entry.key] : []))
  const present = new Map(
    (await store.memories.get([...new Set(ids)])).map((each) => [each.id, each]),
  )
  const seesAll = isPerson(caller) || readsEverywhere(caller)
  return entries.flatMap((entry) => {
    const memory = present.get(entry.key)
    const title = memory ? memory.title || memory.name : null
    if (seesAll) return [{ ...entry, title }]
    if (entry.kind !== 'memory') return [{ ...entry, title, before: null, after: null }]
    const gone = memory ?? MemoryFields.safeParse(entry.after ?? entry.before).data
    return gone && isVisible(gone, caller) ? [{ ...entry, title }] : []
  })
}
