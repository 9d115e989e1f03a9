import { ledger } from '../../../operations/ledger.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { memoryCount } from '../memory-page.ts'
import { table } from '../terminal.ts'

export const ledgerCommand = command(ledger, {
  examples: ['mneme ledger', 'mneme ledger --days 7 --all'],
  print: ({ total, memories }) =>
    total.tokens === 0
      ? 'Nothing was injected into a prompt here yet.'
      : [
          `${total.tokens} tokens injected with ${memoryCount(total.memories)}; injections: ${total.injections}, used: ${total.used} (${share(total.usedTokens, total.tokens)} of the tokens)`,
          table(
            [
              { title: 'memory', flexible: true },
              { title: 'tokens', align: 'right' },
              { title: 'times', align: 'right' },
              { title: 'used', align: 'right' },
              { title: 'last' },
            ],
            memories.map(({ title, id, tokens, injections, used, lastAt }) => [
              oneLine(title || id),
              String(tokens),
              String(injections),
              String(used),
              lastAt.slice(0, 10),
            ]),
          ),
        ].join('\n'),
})

function share(part: number, whole: number): string {
  return `${Math.round((100 * part) / Math.max(whole, 1))} %`
}
