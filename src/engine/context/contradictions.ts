/** H-09. When each candidate was last contradicted, for the judge and for the reader. */
import type { MemoryCandidate } from '../../context/situation.ts'
import type { Engine } from '../engine.ts'

export async function contradictionsOf(
  engine: Engine,
  candidates: readonly MemoryCandidate[],
): Promise<readonly MemoryCandidate[]> {
  if (candidates.length === 0) return candidates
  const links = await engine.store.links.of(
    candidates.map(({ memory }) => memory.id),
    ['contradicts'],
  )
  return candidates.map((candidate) => {
    const moments = links
      .filter((link) => link.to === candidate.memory.id)
      .map((link) => link.createdAt)
    return { ...candidate, contradictedAt: moments.sort().at(-1) ?? null }
  })
}
