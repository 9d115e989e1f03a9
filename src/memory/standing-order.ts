/**
 * H-05, M-34. Which memories come first where room is limited. A person's own come before everybody else's,
 * and what an agent claims for its memory counts no more than the default of its type.
 */
import { compareText } from '../text/compare.ts'
import type { Memory } from './memory.ts'
import { isPersons } from './origins.ts'
import { IMPORTANCE_OF, PRIORITIES, type Priority, traitsOf } from './types.ts'

type Ranked = Pick<
  Memory,
  'provenance' | 'validated' | 'scope' | 'type' | 'priority' | 'importance'
>

/** The user's own or accepted words, then what a team's maintainer accepted, then everything else. */
function speakerRank(memory: Ranked): number {
  if (!isPersons(memory)) return 2
  return memory.scope === 'team' ? 1 : 0
}

/** The priority that counts: a person's as it is, another's up to the default of the type. */
export function countedPriority(memory: Ranked): Priority {
  const own = traitsOf(memory.type).priority
  const isClaimed = PRIORITIES.indexOf(memory.priority) < PRIORITIES.indexOf(own)
  return isClaimed && !isPersons(memory) ? own : memory.priority
}

/** The importance that counts, by the same rule. */
function countedImportance(memory: Ranked): number {
  const { importance } = memory
  return isPersons(memory)
    ? importance
    : Math.min(importance, IMPORTANCE_OF[traitsOf(memory.type).priority])
}

/** First things first; 0 where neither comes before the other. */
export function compareStanding(a: Ranked, b: Ranked): number {
  return (
    speakerRank(a) - speakerRank(b) ||
    PRIORITIES.indexOf(countedPriority(a)) - PRIORITIES.indexOf(countedPriority(b)) ||
    countedImportance(b) - countedImportance(a)
  )
}

/** A person's first, each in the order of a list by importance. */
export function mostImportantFirst(
  a: Ranked & Pick<Memory, 'id' | 'name'>,
  b: Ranked & Pick<Memory, 'id' | 'name'>,
): number {
  return (
    speakerRank(a) - speakerRank(b) ||
    countedImportance(b) - countedImportance(a) ||
    compareText(a.name, b.name) ||
    compareText(a.id, b.id)
  )
}
