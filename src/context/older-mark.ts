/** M-31. What is said of a text about whose subject something else was said later. */
import type { Timestamp } from '../clock.ts'
import { dayOf } from './age.ts'

export const OLDER_QUOTE = '(older, may be superseded by the later talk above)'

/** The day and not the age: the stable part does not change by itself. */
export function olderMemory(laterAt: Timestamp): string {
  return `older, may be superseded by what was said on ${dayOf(laterAt)}`
}
