import * as z from 'zod'
import { backupFiles, makeBackup, restoreBackup } from '../engine/care/backups.ts'
import { isOwner } from '../engine/person.ts'
import { MnemeError } from '../errors.ts'
import { operation } from './operation.ts'

const BackupFile = z.object({ path: z.string(), bytes: z.int(), at: z.string() })

export const backup = operation({
  name: 'backup',
  summary: 'Back up the whole store to one file; other processes can keep working.',
  effect: 'reads',
  http: { method: 'POST', path: '/api/backup' },
  input: z.object({
    to: z
      .string()
      .min(1)
      .optional()
      .describe('Where to write it (default: backups/ in the home folder)'),
  }),
  output: z.object({ backup: BackupFile }),
  async run(engine, caller, { to }) {
    // H-06. A backup contains private memories: an agent may create one, but not choose the path.
    if (to !== undefined && !isOwner(caller) && caller.door !== 'library') {
      throw new MnemeError('not_allowed', 'only the owner may choose where a backup is written', {
        hint: 'Omit the path, or run it yourself: mneme backup FILE',
      })
    }
    return { backup: await makeBackup(engine, to) }
  },
})

export const restore = operation({
  name: 'restore',
  summary: 'Restore a backup. The current state is backed up first.',
  // M-01. A forged database would speak as the user.
  needsPerson: ({ from, list }) => (from === undefined || list ? null : 'restoring a backup'),
  effect: 'destroys',
  http: { method: 'POST', path: '/api/restore' },
  input: z.object({
    from: z.string().min(1).optional().describe('The backup: a file, or its name in backups/'),
    list: z.boolean().optional().describe('Only list the available backups'),
  }),
  output: z.object({
    restored: z.string().nullable(),
    before: z.string().nullable().describe('Where the previous state was saved'),
    backups: z.array(BackupFile),
  }),
  async run(engine, _caller, { from, list = false }) {
    if (list || from === undefined) {
      if (!list) {
        throw new MnemeError('invalid_input', 'which backup?', {
          hint: 'List the backups: mneme restore --list',
        })
      }
      return { restored: null, before: null, backups: backupFiles(engine.home) }
    }
    const done = await restoreBackup(engine, from)
    return { ...done, backups: backupFiles(engine.home) }
  },
})
