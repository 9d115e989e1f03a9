/** H-06, K-18. Journal entries, reduced to what the caller may see. */
import { MemoryFields } from '../../memory/memory.ts'
import type { JournalEntry } from '../../store/change.ts'
import type { Caller, Engine } from '../engine.ts'
import { isVisible } from '../memories/find-memory.ts'
import { isKeptFrom, isPerson, readsEverywhere } from '../person.ts'

interface SeenEntry extends JournalEntry {
  /** The present title of its memory, if that exists. */
  readonly title: string | null
}

/**
 * Entries about memories that the caller may not see are omitted. For records other than memories, and memories
 * that were private once, an agent sees that they changed but not the values.
 */
export async function seenEntries(
  engine: Engine,
  caller: Caller,
  entries: readonly JournalEntry[],
): Promise<SeenEntry[]> {
  const { store } = engine
  const ids = entries.flatMap((entry) => (entry.kind === 'memory' ? [entry.key] : []))
  const present = new Map(
    (await store.memories.get([...new Set(ids)])).map((each) => [each.id, each]),
  )
  const seesAll = isPerson(caller) || readsEverywhere(caller)
  const once = seesAll ? new Set<string>() : await oncePrivate(engine, caller, present.keys())
  return entries.flatMap((entry) => {
    const memory = present.get(entry.key)
    const title = memory ? memory.title || memory.name : null
    if (seesAll) return [{ ...entry, title }]
    const visible = { ...entry, title, before: null, after: null }
    if (entry.kind !== 'memory') return [visible]
    const gone = memory ?? MemoryFields.safeParse(entry.after ?? entry.before).data
    if (!gone || !isVisible(gone, caller)) return []
    return [once.has(entry.key) || isOfPrivate(caller, entry) ? visible : { ...entry, title }]
  })
}

/** H-06. Of these memories, those of which an earlier version is kept from the caller. */
async function oncePrivate(
  { store }: Engine,
  caller: Caller,
  ids: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const found = await Promise.all(
    [...ids].map(async (id) => {
      const versions = await store.versions.of(id)
      return versions.some(({ snapshot }) => isKeptFrom(caller, snapshot)) ? [id] : []
    }),
  )
  return new Set(found.flat())
}

/** Versions can be pruned; then what the entry itself says decides. */
function isOfPrivate(caller: Caller, { before, after }: JournalEntry): boolean {
  return [before, after].some((each) => {
    const { sensitivity } = MemoryFields.pick({ sensitivity: true })
      .partial()
      .parse(each ?? {})
    return sensitivity !== undefined && isKeptFrom(caller, { sensitivity })
  })
}
