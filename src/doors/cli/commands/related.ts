import { related } from '../../../operations/related.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint } from '../terminal.ts'

export const relatedCommand = command(related, {
  positional: ['id'],
  short: { limit: 'n' },
  examples: ['mneme related use-jwt', 'mneme related use-jwt --json'],
  print: ({ memory, related: found }) =>
    found.length === 0
      ? `Nothing is related to "${oneLine(memory.title)}". To connect it: mneme link ${memory.name} OTHER`
      : found
          .map((each) => {
            const way = each.path.map(({ kind, to }) => `${kind} ${to}`).join(' → ')
            const near = each.cosine === null ? '' : `meaning ${each.cosine.toFixed(2)}`
            const how = [way, near].filter((part) => part !== '').join(', ')
            return `${each.score.toFixed(2)}  ${paint('bold', oneLine(each.title))}  ${paint('dim', `[${each.type}] ${each.id}`)}\n      ${oneLine(how)}`
          })
          .join('\n'),
})
