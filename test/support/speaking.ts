/** Who speaks through a door in tests, unless the test says: agents at theirs, a person at all others. */
import type { CallSource } from '../../src/compose.ts'

const AGENTS_DOORS: readonly (string | undefined)[] = ['mcp', 'http', 'hook']

export function speaking<Place extends CallSource>(
  place: Place,
): Place & Required<Pick<CallSource, 'speaker'>> {
  const speaker = AGENTS_DOORS.includes(place.door) ? 'agent' : 'person'
  return { ...place, speaker: place.speaker ?? speaker }
}
