/** C-01, L. Which memories are files. */
import type { Timestamp } from '../clock.ts'
import type { Memory, Source } from '../memory/memory.ts'
import { traitsOf } from '../memory/types.ts'

export function isMirrored(now: Timestamp, memory: Memory): boolean {
  return (
    (memory.scope === 'global' || memory.scope === 'project') &&
    memory.state !== 'removed' &&
    memory.supersededBy === null &&
    !memory.held &&
    !memory.quarantined &&
    (memory.expiresAt === null || memory.expiresAt > now) &&
    !isRawObservation(memory)
  )
}

const SEEN_NOT_SAID: ReadonlySet<Source> = new Set(['observed', 'extracted', 'inferred'])

/** What capture noted by itself of one moment: it lives on a time scale, or for a time. */
function isRawObservation(memory: Memory): boolean {
  return (
    traitsOf(memory.type).layer === 'episodic' &&
    SEEN_NOT_SAID.has(memory.provenance.source) &&
    (memory.scale !== null || memory.ttlDays !== null)
  )
}
