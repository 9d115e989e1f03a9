/** I-12. When each job runs and how much it takes at once: the configuration keys under `scheduler`. */
import * as z from 'zod'
import { count, decimal, flag, positive, wholeNumber } from '../setting.ts'
import { NearDuplicateSettings } from '../text/jaccard.ts'

function jobSchedule(hours: number) {
  return z.object({
    enabled: flag(true, 'Whether it runs automatically'),
    intervalHours: positive(hours, 'Hours between runs'),
  })
}

const WEEK_HOURS = 7 * 24

export const SchedulerSettings = z.object({
  enabled: flag(true, 'When false, no job runs automatically'),
  startDelaySeconds: decimal(30, 'Delay after the start before missed runs are made up for'),
  projectTimeoutSeconds: decimal(120, 'Time limit of a job for one project', { min: 1 }),
  batchSize: wholeNumber(500, 'Memories per read', { max: 10_000 }),
  partSize: wholeNumber(50, 'Changes per transaction; others may write in between', {
    max: 10_000,
  }),
  useDays: wholeNumber(400, 'Days to keep records of uses, retrievals and injections'),
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
      everyRetrievals: count(
        50,
        'Also after this many retrievals, at most once an hour; 0: only by time',
      ),
    })
    .prefault({}),
  links: jobSchedule(1).prefault({}),
  tags: jobSchedule(24).prefault({}),
  gaps: jobSchedule(12).prefault({}),
  archive: jobSchedule(WEEK_HOURS).prefault({}),
})
export type SchedulerSettings = z.infer<typeof SchedulerSettings>
