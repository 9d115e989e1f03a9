/** Types that say what holds: for one subject there is one in force, and it is the newest. */
import type { KnownType } from '../memory/types.ts'

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

export function isRuleType(type: string): boolean {
  return IN_FORCE.has(type)
}
