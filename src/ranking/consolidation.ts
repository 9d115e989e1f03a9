/** I-06. Consolidation: use raises a memory's vitality, disuse lowers it. */
import * as z from 'zod'
import { traitsOf } from '../memory/types.ts'
import { decimal, share } from '../setting.ts'

/** The figures of I-06. */
export const ConsolidationSettings = z.object({
  accessBoost: decimal(0.1, 'Vitality per natural-log unit of use'),
  decayRate: decimal(0.05, 'Vitality lost per unused day'),
  protectedShare: share(0.5, 'Share of that loss for protected types'),
})
export type ConsolidationSettings = z.infer<typeof ConsolidationSettings>

interface Replay {
  readonly vitality: number
  readonly type: string
  /** Uses since the last consolidation. */
  readonly accesses: number
  /** Days since the last consolidation: ten short sessions in a day age nothing ten times. */
  readonly elapsedDays: number
}

/**
 * The new vitality, from 0 to 1. Running it again with no time elapsed and no use changes nothing,
 * and decaying in two parts is the same as decaying at once.
 */
// biome-ignore format: the lines match the formula in docs/ranking.md
export function consolidatedVitality(s: ConsolidationSettings, m: Replay) {
  const share = traitsOf(m.type).protected ? s.protectedShare : 1
  const parts = {
    before: m.vitality,
    boost:  m.accesses > 0 ? s.accessBoost * Math.log(1 + m.accesses) : 0,
    decay:  m.accesses > 0 ? 0 : -s.decayRate * share * Math.max(m.elapsedDays, 0),
  }
  const sum = parts.before + parts.boost + parts.decay
  return { total: Math.min(Math.max(sum, 0), 1), parts }
}
