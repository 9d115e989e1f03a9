import * as z from 'zod'
import { backupFiles, makeBackup, restoreBackup } from '../engine/care/backups.ts'
import { MnemeError } from '../errors.ts'
import { operation } from './operation.ts'

const BackupFile = z.object({ path: z.string(), bytes: z.int(), at: z.string() })

export const backup = operation({
  name: 'backup',
  summary: 'Copy the whole store to one file, while others go on working.',
  effect: 'reads',
  http: { method: 'POST', path: '/api/backup' },
  input: z.object({
    to: z.string().min(1).optional().describe('Where to put it (default: backups/ in the home)'),
  }),
  output: z.object({ backup: BackupFile }),
  run: async (engine, _caller, { to }) => ({ backup: await makeBackup(engine, to) }),
})

export const restore = operation({
  name: 'restore',
  summary: 'Bring back a backup. The present state is backed up first.',
  effect: 'destroys',
  http: { method: 'POST', path: '/api/restore' },
  input: z.object({
    from: z.string().min(1).optional().describe('The backup: a file, or its name in backups/'),
    list: z.boolean().optional().describe('Only show the backups there are'),
  }),
  output: z.object({
    restored: z.string().nullable(),
    before: z.string().nullable().describe('The state before, kept here'),
    backups: z.array(BackupFile),
  }),
  async run(engine, _caller, { from, list = false }) {
    if (list || from === undefined) {
      if (!list) {
        throw new MnemeError('invalid_input', 'which backup?', {
          hint: 'See what there is: mneme restore --list',
        })
      }
      return { restored: null, before: null, backups: backupFiles(engine.home) }
    }
    const done = await restoreBackup(engine, from)
    return { ...done, backups: backupFiles(engine.home) }
  },
})
