/** J-02. What counts as a memory wherever memories are listed or counted. */
import { SENSITIVITIES } from '../../memory/memory.ts'
import type { MemoryFilter } from '../../store/filter.ts'
import type { Caller, Engine } from '../engine.ts'
import { isOwner } from '../person.ts'

/**
 * In force and at work: neither forgotten, expired, superseded nor archived, and needing no approval.
 * Lists, statistics, contexts and the page all start from here, so their numbers agree.
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

/** The owner's own list shows what is classified private; a door for agents does not. */
export function inUse(engine: Engine, caller: Caller) {
  const sensitivities = isOwner(caller) ? SENSITIVITIES : (['public'] as const)
  return { ...inForce(engine), sensitivities } satisfies MemoryFilter
}
