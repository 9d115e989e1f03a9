import * as z from 'zod'

/** A-04, B-08, B-12. Whether there is memory at all, and when it ends by itself. */
export const MemorySettings = z.object({
  enabled: z.boolean().default(true).describe('When false, nothing is captured or injected'),
  ttlDaysObserved: z
    .int()
    .min(0)
    .default(90)
    .describe('Days until a captured observation expires; 0 means never'),
  sessionExpiryDays: z
    .int()
    .min(1)
    .default(7)
    .describe('Days after a session’s last activity until its own memories expire'),
})
export type MemorySettings = z.infer<typeof MemorySettings>
