/** One memory by its id, a unique beginning of the id, or its name; and what was nearly meant. */

import { MnemeError } from '../../errors.ts'
import type { Memory, Scope } from '../../memory/memory.ts'
import type { MemoryFilter } from '../../store/filter.ts'
import { nearest } from '../../text/distance.ts'
import { shorten } from '../../text/shorten.ts'
import type { Caller, Engine } from '../engine.ts'
import { isKeptFrom, readsEverywhere } from '../person.ts'

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/i
const ULID_START = /^[0-9A-HJKMNP-TV-Z]{6,25}$/i
const NEAR_NAMES = 3
const NAMES_TO_COMPARE = 2000

/** A-05. In the caller's eyes: session first, then project, then global; removed ones by id only. */
export async function findMemory(
  engine: Engine,
  caller: Caller,
  reference: string,
  scope?: Scope,
): Promise<Memory> {
  const found = await lookUp(engine, caller, reference, scope)
  if (found) return found
  await throwIfOutOfUse(engine, caller, reference)
  const near = await nearNames(engine, caller, reference)
  throw new MnemeError('not_found', `there is no memory "${shorten(reference, 80)}" here`, {
    hint:
      near.length > 0
        ? `Did you mean ${near.map((name) => `"${name}"`).join(', ')}?`
        : 'See what there is: mneme list',
  })
}

/** A name that was in use once is answered with what became of its memory. */
async function throwIfOutOfUse(engine: Engine, caller: Caller, name: string): Promise<void> {
  const filter = { ...visibleFilter(caller), names: [name] }
  const [memory] = await engine.store.memories.list(filter, { limit: 1 })
  if (memory === undefined || isKeptFrom(caller, memory)) return
  const { id, supersededBy } = memory
  const [newer] = supersededBy === null ? [] : await engine.store.memories.get([supersededBy])
  const fate =
    newer && isVisible(newer, caller) ? `was replaced by "${newer.name}"` : 'is no longer in use'
  throw new MnemeError('not_found', `"${shorten(name, 80)}" ${fate}`, {
    hint: `It is still on record: mneme get ${id}`,
  })
}

async function lookUp(
  engine: Engine,
  caller: Caller,
  reference: string,
  scope?: Scope,
): Promise<Memory | null> {
  const { store } = engine
  if (ULID.test(reference)) {
    const [memory] = await store.memories.get([reference.toUpperCase()])
    if (memory && isVisible(memory, caller)) return memory
  }
  const project = caller.project?.id ?? null
  const places = [
    { scope: 'session', project, session: caller.session },
    { scope: 'project', project, session: null },
    { scope: 'global', project: null, session: null },
    { scope: 'team', project: null, session: null },
  ] as const
  for (const place of places) {
    if (scope !== undefined && place.scope !== scope) continue
    const memory = await store.memories.findByName(place, reference)
    if (memory && !isKeptFrom(caller, memory)) return memory
  }
  if (!ULID_START.test(reference)) return null
  const start = reference.toUpperCase()
  const [memory, other] = await store.memories.withIdStart(visibleFilter(caller), start, 2)
  return memory && !other && !isKeptFrom(caller, memory) ? memory : null
}

/** K-18. A memory of another project or session is not there, whatever its id. The owner sees all. */
export function isVisible(memory: Memory, caller: Caller): boolean {
  if (isKeptFrom(caller, memory)) return false
  if (memory.scope === 'global' || memory.scope === 'team') return true
  if (readsEverywhere(caller)) return true
  if (memory.scope === 'session') return memory.session === caller.session
  return memory.project === (caller.project?.id ?? null)
}

/** Of these ids, the memories that the caller may see. */
export async function visibleAmong(
  { store }: Pick<Engine, 'store'>,
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Memory>> {
  const found = await store.memories.get([...new Set(ids)])
  return new Map(found.flatMap((each) => (isVisible(each, caller) ? [[each.id, each]] : [])))
}

export function visibleFilter(caller: Caller): MemoryFilter {
  return { visibleTo: { project: caller.project?.id ?? null, session: caller.session } }
}

async function nearNames(engine: Engine, caller: Caller, reference: string): Promise<string[]> {
  const sensitivities = isKeptFrom(caller, { sensitivity: 'private' })
    ? { sensitivities: ['public'] as const }
    : {}
  const filter = { ...visibleFilter(caller), ...sensitivities }
  const names = await engine.store.memories.namesLike(filter, '', NAMES_TO_COMPARE)
  return nearest(names, reference.slice(0, 64), NEAR_NAMES)
}
