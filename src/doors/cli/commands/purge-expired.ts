import { purgeExpired } from '../../../operations/purge-expired.ts'
import { command } from '../command.ts'

export const purgeExpiredCommand = command(purgeExpired, {
  examples: ['mneme purge-expired --dry-run', 'mneme purge-expired'],
  print: ({ purged, ids, dryRun }) =>
    dryRun ? `${ids.length} would be removed for good.` : `${purged} removed for good.`,
})
