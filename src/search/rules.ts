/** Types that say what holds: for one subject there is one in force, and it is the newest. */
import type { KnownType } from '../memory/types.ts'
import type { SpokenRole } from './corpus.ts'

const IN_FORCE: ReadonlySet<string> = new Set<KnownType>([
  'policy',
  'correction',
  'negative',
  'feedback',
  'architecture',
  'workflow',
  'procedure',
  'decision',
  'preference',
])

/** In whose words a memory is kept; what a tool, a page or a file said is no person's. */
export function roleOf(origin: string): SpokenRole | null {
  if (origin === 'user') return 'user'
  return origin === 'agent' ? 'assistant' : null
}

export function isRuleType(type: string): boolean {
  return IN_FORCE.has(type)
}
