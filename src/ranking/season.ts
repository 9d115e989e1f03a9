/** Boost for a memory with a season ("release-week") while that season is active. */
import * as z from 'zod'
import { canonicalType } from '../memory/types.ts'
import { decimal } from '../setting.ts'

export const SeasonSettings = z.object({
  boost: decimal(0.25, 'Boost while the season of a memory is active'),
})
export type SeasonSettings = z.infer<typeof SeasonSettings>

/**
 * 1, or 1 + boost: out of season nothing is lowered. "Release Week" and "release-week" are one season, by
 * the same rule as labels of types.
 */
export function seasonFactor(s: SeasonSettings, season: string | null, on: readonly string[]) {
  const label = season === null ? '' : canonicalType(season)
  const isOn = label !== '' && on.some((current) => canonicalType(current) === label)
  const parts = { base: 1, season: isOn ? s.boost : 0 }
  return { total: parts.base + parts.season, parts }
}
