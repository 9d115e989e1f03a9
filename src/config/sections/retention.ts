import * as z from 'zod'

const days = z.int().min(0)

/** B-06, B-16. How long what is not a memory is kept. */
export const RetentionSettings = z.object({
  transcriptsDays: days.default(0).describe('Days that raw transcripts are kept; 0 keeps them'),
  journalDays: days.default(0).describe('Days that changes can be undone; 0 keeps them'),
  logsDays: days.default(14).describe('Days that logs are kept; 0 keeps them'),
  archiveDays: days.default(0).describe('Days that replaced versions are kept; 0 keeps them'),
})
export type RetentionSettings = z.infer<typeof RetentionSettings>
