import * as z from 'zod'
import { count } from '../../setting.ts'

/** B-06, B-16. How long what is not a memory is kept. */
export const RetentionSettings = z.object({
  transcriptsDays: count(0, 'Days to keep raw transcripts; 0 means forever'),
  journalDays: count(0, 'Days during which changes can be undone; 0 means forever'),
  logsDays: count(14, 'Days to keep logs; 0 means forever'),
  archiveDays: count(0, 'Days to keep earlier versions; 0 means forever'),
})
export type RetentionSettings = z.infer<typeof RetentionSettings>
