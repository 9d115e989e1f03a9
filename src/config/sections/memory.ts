import * as z from 'zod'

/** A-04, B-08, B-12. Whether there is memory at all, and when it ends by itself. */
export const MemorySettings = z.object({
  enabled: z.boolean().default(true).describe('When false nothing is captured or brought back'),
  ttlDaysObserved: z
    .int()
    .min(0)
    .default(90)
    .describe('Days that captured observations live; 0 means they stay'),
  sessionExpiryDays: z
    .int()
    .min(1)
    .default(7)
    .describe('Days after its last activity that a session keeps its own memories'),
})
export type MemorySettings = z.infer<typeof MemorySettings>
