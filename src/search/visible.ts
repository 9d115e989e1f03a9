/** L "State and flags". What search shows and what it leaves out, as one filter. */
import type { Timestamp } from '../clock.ts'
import type { MemoryFilter } from '../store/filter.ts'

/** D-18, H-06, B-08. Removed, expired, held and quarantined never; private only on request. */
export function searchable(now: Timestamp, asked: MemoryFilter): MemoryFilter {
  return {
    states: ['new', 'high', 'low'],
    held: false,
    quarantined: false,
    notExpiredAt: now,
    sensitivities: ['public'],
    ...asked,
  }
}
