import { guardDisable, guardEnable, guardList } from '../../../operations/guard.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { table } from '../terminal.ts'

export const guardListCommand = command(guardList, {
  examples: ['mneme guard list'],
  print: ({ guards }) =>
    guards.length === 0
      ? 'No guards yet. A guard is a memory with triggers:\n  mneme remember "Never use println!" --type negative --triggers println!'
      : table(
          [
            { title: 'guard' },
            { title: 'memory', flexible: true },
            { title: 'watches for', flexible: true },
          ],
          guards.map(({ action, name, triggers }) => [action ?? 'off', name, triggers.join(', ')]),
        ),
})

export const guardEnableCommand = command(guardEnable, {
  positional: ['id'],
  examples: [
    'mneme guard enable never-use-println',
    'mneme guard enable no-force-push --action block',
  ],
  print: ({ name, action }) =>
    `${oneLine(name)} now ${action === 'block' ? 'blocks' : 'warns about'} tool calls that match its triggers.`,
})

export const guardDisableCommand = command(guardDisable, {
  positional: ['id'],
  examples: ['mneme guard disable never-use-println'],
  print: ({ name }) => `${oneLine(name)} no longer guards tool calls.`,
})
