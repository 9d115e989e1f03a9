/** H-04. How long ago, in the fewest characters that still say it. */
import { hoursBetween, type Timestamp } from '../clock.ts'

const HOURS_PER_DAY = 24
const DAYS_PER_MONTH = 30
const DAYS_PER_YEAR = 365

/** "4m", "3h", "2d", "5mo", "1y"; a moment still to come counts as now. */
export function ageOf(at: Timestamp, now: Timestamp): string {
  const hours = Math.max(0, hoursBetween(at, now))
  if (hours < 1) return `${Math.floor(hours * 60)}m`
  if (hours < HOURS_PER_DAY) return `${Math.floor(hours)}h`
  const days = Math.floor(hours / HOURS_PER_DAY)
  if (days < DAYS_PER_MONTH) return `${days}d`
  if (days < DAYS_PER_YEAR) return `${Math.floor(days / DAYS_PER_MONTH)}mo`
  return `${Math.floor(days / DAYS_PER_YEAR)}y`
}

/** K-10. The day alone: the same bytes today and tomorrow. */
export function dayOf(at: Timestamp): string {
  return at.slice(0, 10)
}
