import * as z from 'zod'

/** C-01 to C-08. Whether memories are files as well, and when a change to them needs a person. */
export const VaultSettings = z.object({
  enabled: z.boolean().default(true).describe('Whether memories are also kept as markdown files'),
  maxFileBytes: z
    .int()
    .positive()
    .default(4_000_000)
    .describe('A file above this size is reported and not read'),
  askMissingFiles: z
    .int()
    .positive()
    .default(10)
    .describe('Number of missing files above which a person is asked before they are forgotten'),
  askMissingShare: z
    .number()
    .min(0)
    .max(1)
    .default(0.2)
    .describe('… where they are more than this share of their folder'),
  watchDelayMs: z
    .int()
    .min(0)
    .default(200)
    .describe('How long a file must rest before a watcher reads it'),
  lockWaitMs: z
    .int()
    .positive()
    .default(30_000)
    .describe('How long to wait while another process writes files'),
  anchorMaxBytes: z
    .int()
    .positive()
    .default(1_000_000)
    .describe('USER.md or PROJECT.md above this size is reported and not read'),
})
export type VaultSettings = z.infer<typeof VaultSettings>
