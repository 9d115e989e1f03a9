/** D-06. Scored search: combines the match with scores of the memory itself. */
import * as z from 'zod'
import { daysBetween, type Timestamp } from '../clock.ts'
import type { Memory } from '../memory/memory.ts'
import { decimal, positive, share, wholeNumber } from '../setting.ts'

/** The figures of D-06. */
export const ScoredSearchSettings = z.object({
  matchWeight: decimal(0.55, 'Weight of the match'),
  recencyWeight: decimal(0.2, 'Weight of recency'),
  vitalityWeight: decimal(0.15, 'Weight of vitality'),
  familiarityWeight: decimal(0.1, 'Weight of familiarity'),
  recencyDays: positive(30, 'Decay constant of recency'),
  familiarUses: wholeNumber(20, 'Uses beyond this add nothing'),
  familiarDays: positive(90, 'Age beyond this adds nothing'),
  familiarUseShare: share(0.7, 'Share of use in familiarity'),
})
export type ScoredSearchSettings = z.infer<typeof ScoredSearchSettings>

export interface ScoredCandidate {
  /** From 0 to 1. */
  readonly match: number
  readonly ageDays: number
  readonly vitality: number
  readonly accessCount: number
}

/** From 0 to 1 with the default weights; the total is the sum of the parts. */
// biome-ignore format: the lines match the formula in docs/ranking.md
export function scoredSearch(s: ScoredSearchSettings, m: ScoredCandidate) {
  const parts = {
    match:       s.matchWeight       * m.match,
    recency:     s.recencyWeight     * Math.exp(-Math.max(m.ageDays, 0) / s.recencyDays),
    vitality:    s.vitalityWeight    * m.vitality,
    familiarity: s.familiarityWeight * familiarity(s, m),
  }
  return { total: parts.match + parts.recency + parts.vitality + parts.familiarity, parts }
}

/** B-09. The same without the match: the score of a memory without a query. */
export function restingScore(s: ScoredSearchSettings, m: Omit<ScoredCandidate, 'match'>) {
  return scoredSearch(s, { ...m, match: 0 })
}

/** From 0 to 1: known because it is used (each use adds less than the one before), and for long. */
function familiarity(
  s: ScoredSearchSettings,
  m: Pick<ScoredCandidate, 'accessCount' | 'ageDays'>,
): number {
  const use = Math.min(Math.log(1 + m.accessCount) / Math.log(1 + s.familiarUses), 1)
  const age = Math.min(Math.max(m.ageDays, 0) / s.familiarDays, 1)
  return s.familiarUseShare * use + (1 - s.familiarUseShare) * age
}

type Found = Pick<Memory, 'accessCount' | 'createdAt' | 'vitality'>

export function candidateOf(memory: Found, match: number, now: Timestamp): ScoredCandidate {
  return {
    match,
    ageDays: Math.max(daysBetween(memory.createdAt, now), 0),
    vitality: memory.vitality,
    accessCount: memory.accessCount,
  }
}
