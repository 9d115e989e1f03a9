import type * as z from 'zod'
import { vaultConfirm, vaultSync } from '../../../operations/vault.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint } from '../terminal.ts'

export const vaultSyncCommand = command(vaultSync, {
  examples: ['mneme vault sync', 'mneme vault sync --whole'],
  print: (done) => formatSync(done),
})

export const vaultConfirmCommand = command(vaultConfirm, {
  examples: ['mneme vault confirm', 'mneme vault confirm --restore'],
  print: (done) => formatSync(done),
})

function formatSync({ problems, ...counts }: z.output<typeof vaultSync.output>): string {
  const done = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`)
  return [
    done.length > 0 ? `Files and memories are in step: ${done.join(', ')}` : 'Nothing has changed.',
    ...problems.map((problem) => `${paint('yellow', 'problem')}  ${oneLine(problem)}`),
  ].join('\n')
}
