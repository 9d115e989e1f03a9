/** L "superseded": what was replaced is shown under what replaced it, at the better place of both. */
import type { Memory } from '../../memory/memory.ts'
import type { Unit } from '../../search/corpus.ts'
import type { RankedUnit } from '../../search/rank.ts'
import type { MemoryFilter } from '../../store/filter.ts'
import type { Engine } from '../engine.ts'

/** As much of a memory as its place is decided by; whole memories are read for those shown. */
type Head = Pick<
  Memory,
  | 'id'
  | 'name'
  | 'scope'
  | 'content'
  | 'archived'
  | 'createdAt'
  | 'vitality'
  | 'accessCount'
  | 'supersededBy'
>

export interface DescribedSuccessor {
  readonly head: Head
  /** What ranked it: its own hit, or that of the memory it replaced. */
  readonly hit: RankedUnit
  /** Superseded memories that matched too, best first. */
  readonly supersedes: readonly Head[]
  /** The replaced memory through which it was found, when it was not found by itself. */
  readonly through: Head | null
}

/** Longer chains of replacements are a mistake. */
const MAX_STEPS = 16

export async function underSuccessors(
  engine: Engine,
  filter: MemoryFilter,
  hits: readonly RankedUnit[],
): Promise<DescribedSuccessor[]> {
  const known = new Map(hits.flatMap(({ unit }) => headOf(unit)).map((head) => [head.id, head]))
  const allowed = new Set(known.keys())
  const outside = await successorsOf(engine, known)
  if (outside.length > 0) {
    const page = { limit: outside.length }
    const may = await engine.store.memories.list({ ...filter, ids: outside }, page)
    for (const { id } of may) allowed.add(id)
  }
  const described = new Map<
    string,
    { -readonly [Field in keyof DescribedSuccessor]: DescribedSuccessor[Field] }
  >()
  for (const hit of hits) {
    const found = known.get(hit.unit.id)
    if (!found) continue
    const head = inForce(found, known)
    if (!allowed.has(head.id)) continue
    const isReplaced = head.id !== found.id
    const present = described.get(head.id)
    if (!present) {
      const supersedes = isReplaced ? [found] : []
      described.set(head.id, { head, hit, supersedes, through: isReplaced ? found : null })
    } else if (isReplaced) {
      present.supersedes = [...present.supersedes, found]
    }
  }
  return [...described.values()]
}

function headOf({ id, text, at, archived, supersededBy, standing }: Unit): Head[] {
  return standing ? [{ id, content: text, createdAt: at, archived, supersededBy, ...standing }] : []
}

/** Adds whatever replaced these, step by step, and says what it added. */
async function successorsOf(engine: Engine, known: Map<string, Head>): Promise<string[]> {
  const added: string[] = []
  let from = [...known.values()]
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const next = from.flatMap(({ supersededBy }) =>
      supersededBy !== null && !known.has(supersededBy) ? [supersededBy] : [],
    )
    if (next.length === 0) break
    from = await engine.store.memories.get([...new Set(next)])
    for (const head of from) {
      known.set(head.id, head)
      added.push(head.id)
    }
  }
  return added
}

/** The last of the chain; a memory whose successor is gone, or that replaces itself, is its own. */
function inForce(head: Head, known: ReadonlyMap<string, Head>): Head {
  let last = head
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const next = last.supersededBy === null ? undefined : known.get(last.supersededBy)
    if (!next || next.id === head.id) return last
    last = next
  }
  return last
}
