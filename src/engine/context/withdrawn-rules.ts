/** M-35. Rules that a session was given and that hold no longer, so that it does not go on by them. */
import type { Caller, Engine } from '../engine.ts'
import type { StableSources } from './stable-sources.ts'

/** Titles. What this very session replaced it knows, and what was forgotten is not named again. */
export async function withdrawnRules(
  engine: Engine,
  caller: Caller,
  given: readonly string[],
  { standing }: Pick<StableSources, 'standing'>,
): Promise<string[]> {
  const holding = new Set(standing.map(({ id }) => id))
  const missing = given.filter((id) => !holding.has(id))
  if (missing.length === 0) return []
  const { memories } = engine.store
  const gone = (await memories.get(missing)).filter(
    ({ supersededBy, archived }) => supersededBy !== null || archived,
  )
  const newer = await memories.get(gone.flatMap(({ supersededBy }) => supersededBy ?? []))
  const ownIds = new Set(
    newer.filter(({ provenance }) => provenance.session === caller.session).map(({ id }) => id),
  )
  return gone
    .filter(({ supersededBy }) => supersededBy === null || !ownIds.has(supersededBy))
    .map(({ title }) => title)
}
