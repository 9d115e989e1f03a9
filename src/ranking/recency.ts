/** I-04. Boost for recently used memories; multiplies layer B. */
import * as z from 'zod'
import { decimal, positive } from '../setting.ts'

/** The figures of I-04. */
export const RecencySettings = z.object({
  boost: decimal(0.5, 'Maximum boost, right after use'),
  decayHours: positive(24, 'Decay constant of the boost'),
})
export type RecencySettings = z.infer<typeof RecencySettings>

/** From 1 to 1 + boost. Null hours means never used: no boost. */
export function recencyBoost(s: RecencySettings, hoursSinceAccess: number | null) {
  const hours = hoursSinceAccess === null ? Number.POSITIVE_INFINITY : Math.max(hoursSinceAccess, 0)
  const parts = { base: 1, recent: s.boost * Math.exp(-hours / s.decayHours) }
  return { total: parts.base + parts.recent, parts }
}
