import * as z from 'zod'
import { count, flag, wholeNumber } from '../../setting.ts'

/** A-04, B-08, B-12. Whether there is memory at all, and when it ends by itself. */
export const MemorySettings = z.object({
  enabled: flag(true, 'When false, nothing is captured or injected'),
  ttlDaysObserved: count(90, 'Days until a captured observation expires; 0 means never'),
  sessionExpiryDays: wholeNumber(
    7,
    'Days after a session’s last activity until its own memories expire',
  ),
})
export type MemorySettings = z.infer<typeof MemorySettings>
