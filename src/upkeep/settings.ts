/** I-12. When each job runs and how much it takes at once: the configuration keys under `scheduler`. */
import * as z from 'zod'
import { NearDuplicateSettings } from '../text/jaccard.ts'

function jobSchedule(hours: number) {
  return z.object({
    enabled: z.boolean().default(true).describe('Whether it runs automatically'),
    intervalHours: z.number().positive().default(hours).describe('Hours between runs'),
  })
}

const WEEK_HOURS = 7 * 24

export const SchedulerSettings = z.object({
  enabled: z.boolean().default(true).describe('When false, no job runs automatically'),
  startDelaySeconds: z
    .number()
    .min(0)
    .default(30)
    .describe('How long after the start missed runs are caught up'),
  projectTimeoutSeconds: z
    .number()
    .min(1)
    .default(120)
    .describe('How long one job may look at one project'),
  batchSize: z.int().min(1).max(10_000).default(500).describe('Memories per read'),
  partSize: z
    .int()
    .min(1)
    .max(10_000)
    .default(50)
    .describe('Changes per transaction; others may write in between'),
  useDays: z
    .int()
    .min(1)
    .default(400)
    .describe('Days that single uses, retrievals and injections are remembered'),
  ranking: jobSchedule(6).prefault({}),
  duplicateCleanup: jobSchedule(24)
    .extend({ similarityThreshold: NearDuplicateSettings.shape.cleanupThreshold })
    .prefault({}),
  embeddingRefresh: jobSchedule(12).prefault({}),
  skillCleanup: jobSchedule(24).prefault({}),
  consolidation: jobSchedule(WEEK_HOURS).prefault({}),
  compression: jobSchedule(24).prefault({}),
  expiry: jobSchedule(6).prefault({}),
  clusters: jobSchedule(24)
    .extend({
      everyRetrievals: z
        .int()
        .min(0)
        .default(50)
        .describe('Also after this many retrievals, at most once an hour; 0: only by time'),
    })
    .prefault({}),
  links: jobSchedule(1).prefault({}),
  tags: jobSchedule(24).prefault({}),
  gaps: jobSchedule(12).prefault({}),
  archive: jobSchedule(WEEK_HOURS).prefault({}),
})
export type SchedulerSettings = z.infer<typeof SchedulerSettings>
