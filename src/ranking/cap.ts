/** B-09. Which memories are archived when there are more than the configured limit. */
import * as z from 'zod'
import type { Timestamp } from '../clock.ts'
import type { Memory } from '../memory/memory.ts'
import { count } from '../setting.ts'
import { candidateOf, restingScore, type ScoredSearchSettings } from './scored-search.ts'

export const CapSettings = z.object({
  maxMemories: count(
    0,
    'Beyond this number the least valuable memories are archived; 0 means no limit',
  ),
})
export type CapSettings = z.infer<typeof CapSettings>

type Kept = Pick<
  Memory,
  'accessCount' | 'createdAt' | 'id' | 'provenance' | 'validated' | 'vitality'
>

interface MakesRoom {
  readonly id: string
  readonly reason: string
}

/**
 * The ones to archive, lowest score first. `living`: neither removed nor archived. Validated and user-stated
 * memories count but are never archived, so more may remain than the limit.
 */
export function overCap(
  settings: { readonly cap: CapSettings; readonly scoredSearch: ScoredSearchSettings },
  living: readonly Kept[],
  now: Timestamp,
): MakesRoom[] {
  const { maxMemories } = settings.cap
  const excess = maxMemories === 0 ? 0 : living.length - maxMemories
  if (excess <= 0) return []
  return living
    .filter((memory) => !memory.validated && memory.provenance.source !== 'user-stated')
    .map((memory) => ({
      id: memory.id,
      worth: restingScore(settings.scoredSearch, candidateOf(memory, 0, now)).total,
    }))
    .sort((a, b) => a.worth - b.worth || (a.id < b.id ? -1 : 1))
    .slice(0, excess)
    .map(({ id, worth }) => ({
      id,
      reason: `over the cap of ${maxMemories}; score ${worth.toFixed(3)}`,
    }))
}
