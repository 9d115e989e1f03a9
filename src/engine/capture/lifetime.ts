/** B-08. Observations live for so many days from when they were made, not from when they were read. */
import { daysBetween } from '../../clock.ts'
import type { Engine } from '../engine.ts'

/** Null lives on; 0 or less is past already. */
export function daysLeft(engine: Engine, madeAt: string): number | null {
  const { ttlDaysObserved } = engine.config.memory
  return ttlDaysObserved === 0 ? null : ttlDaysObserved - daysBetween(madeAt, engine.clock.now())
}
