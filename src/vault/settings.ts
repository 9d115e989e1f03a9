import * as z from 'zod'
import { count, flag, share, wholeNumber } from '../setting.ts'

/** C-01 to C-08. Whether memories are files as well, and when a change to them needs a person. */
export const VaultSettings = z.object({
  enabled: flag(true, 'Whether memories are also kept as markdown files'),
  maxFileBytes: wholeNumber(4_000_000, 'A file above this size is reported and not read'),
  askMissingFiles: wholeNumber(
    10,
    'Number of missing files above which a person is asked before they are forgotten',
  ),
  askMissingShare: share(0.2, '… if they are also more than this share of their folder'),
  watchDelayMs: count(200, 'How long a file must be unchanged before a watcher reads it'),
  lockWaitMs: wholeNumber(30_000, 'How long to wait while another process writes files'),
  anchorMaxBytes: wholeNumber(
    1_000_000,
    'USER.md or PROJECT.md above this size is reported and not read',
  ),
})
export type VaultSettings = z.infer<typeof VaultSettings>
