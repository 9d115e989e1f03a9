/** I-01. The ranking score of a memory. */
import * as z from 'zod'
import { daysBetween, type Timestamp } from '../clock.ts'
import type { Memory } from '../memory/memory.ts'
import { decimal, positive, wholeNumber } from '../setting.ts'

/** The figures of I-01. */
export const RankingSettings = z.object({
  accessWeight: decimal(0.35, 'Weight of frequent use'),
  confidenceWeight: decimal(0.25, 'Weight of confidence'),
  recencyWeight: decimal(0.25, 'Weight of recent use'),
  validatedWeight: decimal(0.15, 'Weight of confirmation by a person'),
  accessCeiling: wholeNumber(10, 'Uses beyond this add nothing'),
  recencyDays: positive(90, 'Days without use after which recency is zero'),
})
export type RankingSettings = z.infer<typeof RankingSettings>

/** What the score is computed from. */
export interface UseFacts {
  readonly accessCount: number
  /** As stored, without the decay of I-03. */
  readonly confidence: number
  readonly daysSinceAccess: number
  readonly validated: boolean
}

/** From 0 to 1. `parts` is what `explain` prints; the total is their sum, so they cannot disagree. */
// biome-ignore format: the lines match the formula in docs/ranking.md
export function rankingScore(s: RankingSettings, m: UseFacts) {
  const parts = {
    access:     s.accessWeight     * Math.min(m.accessCount / s.accessCeiling, 1),
    confidence: s.confidenceWeight * m.confidence,
    recency:    s.recencyWeight    * Math.max(1 - m.daysSinceAccess / s.recencyDays, 0),
    validated:  s.validatedWeight  * Number(m.validated),
  }
  return { total: parts.access + parts.confidence + parts.recency + parts.validated, parts }
}

type Ranked = Pick<
  Memory,
  'accessCount' | 'confidence' | 'createdAt' | 'lastAccessedAt' | 'validated'
>

/** A memory that was never used counts as unused since its creation. */
export function standingOf(memory: Ranked, now: Timestamp): UseFacts {
  return {
    accessCount: memory.accessCount,
    confidence: memory.confidence,
    daysSinceAccess: Math.max(daysBetween(memory.lastAccessedAt ?? memory.createdAt, now), 0),
    validated: memory.validated,
  }
}
