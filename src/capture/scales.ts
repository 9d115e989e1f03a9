/** G-07. The initial time scale of a memory; promotion is decided in ranking. */
import type { Scale } from '../memory/memory.ts'
import { isKnownType, type KnownType } from '../memory/types.ts'

/** A person's rules are permanent; observations have to prove useful. */
// biome-ignore format: a table reads best in columns
const FIRST_SCALE: { readonly [Type in KnownType]: Scale } = {
  policy:       'project', correction: 'project',   negative:  'project',   feedback:  'project',
  architecture: 'project', pitfall:    'project',   workflow:  'project',   procedure: 'project',
  decision:     'project', preference: 'project',   user:      'project',   reference: 'project',
  skill:        'project', fact:       'project',   project:   'project',   context:   'session',
  discovery:    'session', episode:    'session',   task:      'task',      bugfix:    'task',
  feature:      'task',    refactor:   'immediate', change:    'immediate',
}

/**
 * Stated or corrected by a person, a memory belongs to the project whatever its type; observed or
 * inferred, it starts where its type does. A type of one's own behaves like a fact.
 */
export function scaleAtCreation(type: string, source: string): Scale {
  if (source === 'user-stated' || source === 'user-corrected' || source === 'imported') {
    return 'project'
  }
  const scale = isKnownType(type) ? FIRST_SCALE[type] : FIRST_SCALE.fact
  return source === 'inferred' && scale === 'project' ? 'session' : scale
}
