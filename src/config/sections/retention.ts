import * as z from 'zod'

const days = z.int().min(0)

/** B-06, B-16. How long what is not a memory is kept. */
export const RetentionSettings = z.object({
  transcriptsDays: days.default(0).describe('Days to keep raw transcripts; 0 means forever'),
  journalDays: days.default(0).describe('Days during which changes can be undone; 0 means forever'),
  logsDays: days.default(14).describe('Days to keep logs; 0 means forever'),
  archiveDays: days.default(0).describe('Days to keep earlier versions; 0 means forever'),
})
export type RetentionSettings = z.infer<typeof RetentionSettings>
