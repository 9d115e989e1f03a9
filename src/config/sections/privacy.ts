import * as z from 'zod'

/** F-09. What is never read into memory. */
export const PrivacySettings = z.object({
  excludedPaths: z
    .array(z.string().min(1))
    .default([])
    .describe('Glob patterns of files and folders that are never read'),
})
export type PrivacySettings = z.infer<typeof PrivacySettings>
