/** B-06. Archives the previous version. */
import type { Clock } from '../../clock.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Version } from '../../store/records.ts'

export function archivedVersion(clock: Clock, memory: Memory, cause: string): Version {
  return { id: clock.newId(), memory: memory.id, at: clock.now(), cause, snapshot: memory }
}
