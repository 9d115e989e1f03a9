/** L "superseded": what was replaced is shown under what replaced it, at the better place of both. */
import type { Memory } from '../../memory/memory.ts'
import type { RankedUnit } from '../../search/rank.ts'
import type { MemoryFilter } from '../../store/filter.ts'
import type { Engine } from '../engine.ts'

export interface Told {
  readonly memory: Memory
  /** What ranked it: its own hit, or that of the memory it replaced. */
  readonly hit: RankedUnit
  readonly supersedes: readonly Memory[]
  /** The replaced memory through which it was found, when it was not found by itself. */
  readonly through: Memory | null
}

/** Longer chains of replacements are a mistake. */
const MOST_STEPS = 16

export async function underSuccessors(
  engine: Engine,
  filter: MemoryFilter,
  hits: readonly RankedUnit[],
): Promise<Told[]> {
  const { memories } = engine.store
  const known = new Map<string, Memory>()
  const learn = async (ids: readonly string[]) => {
    const unknown = ids.filter((id) => !known.has(id))
    for (const memory of unknown.length > 0 ? await memories.get(unknown) : []) {
      known.set(memory.id, memory)
    }
  }
  await learn(hits.map(({ unit }) => unit.id))
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const next = [...known.values()].flatMap(({ supersededBy }) =>
      supersededBy !== null && !known.has(supersededBy) ? [supersededBy] : [],
    )
    if (next.length === 0) break
    const before = known.size
    await learn(next)
    if (known.size === before) break
  }
  const outside = [...known.keys()].filter((id) => !hits.some(({ unit }) => unit.id === id))
  const allowed = new Set(
    outside.length > 0
      ? (await memories.list({ ...filter, ids: outside }, { limit: outside.length })).map(
          ({ id }) => id,
        )
      : [],
  )
  for (const { unit } of hits) allowed.add(unit.id)

  const told = new Map<string, { -readonly [Field in keyof Told]: Told[Field] }>()
  for (const hit of hits) {
    const found = known.get(hit.unit.id)
    if (!found) continue
    const memory = inForce(found, known)
    if (!allowed.has(memory.id)) continue
    const isReplaced = memory.id !== found.id
    const present = told.get(memory.id)
    if (!present) {
      const supersedes = isReplaced ? [found] : []
      told.set(memory.id, { memory, hit, supersedes, through: isReplaced ? found : null })
    } else if (isReplaced) {
      present.supersedes = [...present.supersedes, found]
    }
  }
  return [...told.values()]
}

/** The last of the chain; a memory whose successor is gone, or that replaces itself, stands. */
function inForce(memory: Memory, known: ReadonlyMap<string, Memory>): Memory {
  let last = memory
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const next = last.supersededBy === null ? undefined : known.get(last.supersededBy)
    if (!next || next.id === memory.id) return last
    last = next
  }
  return last
}
