/** A name that no other memory of the place has. */
import { freeName } from '../../memory/names.ts'
import type { Place } from '../../store/store.ts'
import type { Engine } from '../engine.ts'

/** So much of a name is shared by those that differ in their number alone. */
const SHARED_CHARACTERS = 48
const MAX_NAMES = 10_000

export async function freeNameAt(engine: Engine, place: Place, base: string): Promise<string> {
  const { memories } = engine.store
  if (!(await memories.findByName(place, base))) return base
  const filter = { scopes: [place.scope], project: place.project }
  const taken = new Set(
    await memories.namesLike(filter, base.slice(0, SHARED_CHARACTERS), MAX_NAMES),
  )
  return freeName(base, (name) => taken.has(name))
}
