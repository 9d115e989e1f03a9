/** J-02. The filter for listing and counting memories. */
import { SENSITIVITIES } from '../../memory/memory.ts'
import type { MemoryFilter } from '../../store/filter.ts'
import type { Caller, Engine } from '../engine.ts'
import { isOwner } from '../person.ts'

/**
 * In use: not forgotten, expired, superseded or archived, and not awaiting approval. Lists, statistics,
 * contexts and the page all start from this filter, so their numbers agree.
 */
export function inForce(engine: Engine) {
  return {
    states: ['new', 'high', 'low'],
    notExpiredAt: engine.clock.now(),
    archived: false,
    superseded: false,
    held: false,
    quarantined: false,
  } as const satisfies MemoryFilter
}

/** The owner's list includes private memories; a door for agents does not. */
export function inUse(engine: Engine, caller: Caller) {
  const sensitivities = isOwner(caller) ? SENSITIVITIES : (['public'] as const)
  return { ...inForce(engine), sensitivities } satisfies MemoryFilter
}
