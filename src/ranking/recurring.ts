/** I-11. Promotes memories that recur in several sessions. */
import * as z from 'zod'
import type { Memory } from '../memory/memory.ts'
import { wholeNumber } from '../setting.ts'

export const RecurringSettings = z.object({
  sessions: wholeNumber(2, 'Seen in this many sessions, a memory recurs', { min: 2 }),
})
export type RecurringSettings = z.infer<typeof RecurringSettings>

type Seen = Pick<
  Memory,
  'archived' | 'expiresAt' | 'project' | 'scale' | 'scope' | 'session' | 'state' | 'ttlDays'
>

interface Lasting {
  /** Only the fields that change. */
  readonly set: Partial<Seen>
  readonly reason: string
}

/** How many different sessions; an unknown session is not a second one. */
export function sessionsSeen(sessions: Iterable<string | null>): number {
  const known = new Set(sessions)
  known.delete(null)
  return known.size
}

/**
 * A recurring memory is promoted: new becomes high, a session's becomes its project's, and what
 * was to expire stays. Only `new` rises: a memory that ranking has since lowered would otherwise go
 * up and down between the two jobs. Null when it does not recur or nothing is left to promote.
 */
export function lastingPlace(
  settings: RecurringSettings,
  memory: Seen,
  sessions: Iterable<string | null>,
): Lasting | null {
  const count = sessionsSeen(sessions)
  if (count < settings.sessions || memory.archived || memory.state === 'removed') return null
  const set: Partial<Seen> = {
    ...(memory.state === 'new' && { state: 'high' }),
    ...(memory.scale !== null && memory.scale !== 'project' && { scale: 'project' }),
    ...(memory.ttlDays !== null && { ttlDays: null }),
    ...(memory.expiresAt !== null && { expiresAt: null }),
    ...(memory.scope === 'session' &&
      memory.project !== null && { scope: 'project', session: null }),
  }
  return Object.keys(set).length === 0 ? null : { set, reason: `seen in ${count} sessions` }
}
