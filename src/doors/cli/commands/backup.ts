import { backup, restore } from '../../../operations/backup.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { table } from '../terminal.ts'

export const backupCommand = command(backup, {
  positional: ['to'],
  paths: { to: 'always' },
  examples: ['mneme backup', 'mneme backup /mnt/usb/mneme.db'],
  print: ({ backup: made }) => `Backed up to ${oneLine(made.path)} (${megabytes(made.bytes)})`,
})

export const restoreCommand = command(restore, {
  positional: ['from'],
  paths: { from: 'if-there' },
  examples: ['mneme restore --list', 'mneme restore mneme-2026-01-31T12-00-00-000Z.db'],
  print: ({ restored, before, backups }) => {
    if (restored)
      return `Restored ${oneLine(restored)}\n  The state before is kept in ${oneLine(before ?? '')}`
    if (backups.length === 0) return 'No backups yet. To make one: mneme backup'
    return table(
      [{ title: 'when' }, { title: 'size', align: 'right' }, { title: 'file', flexible: true }],
      backups.map((file) => [
        file.at.slice(0, 19).replace('T', ' '),
        megabytes(file.bytes),
        file.path,
      ]),
    )
  },
})

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
