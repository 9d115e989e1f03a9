import { extract } from '../../../operations/extract.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'

const WHY_NOT = {
  off: 'Memory is off here: nothing was processed.',
  'too-short': 'Too few new messages. To extract anyway: mneme extract --force',
  busy: 'Another process is extracting this session right now.',
} as const

export const extractCommand = command(extract, {
  positional: ['session'],
  examples: ['mneme extract', 'mneme extract --force'],
  print: (found) => {
    if (found.skipped !== null) return WHY_NOT[found.skipped]
    const made = found.memories.length
    return [
      `${made} new ${made === 1 ? 'memory' : 'memories'} from ${found.messages} messages, ${found.known} known already (by ${found.by})`,
      ...(made === 0 ? [] : [`See them: mneme sessions memories ${found.session}`]),
      ...found.degraded.map((why) => `The model was not used: ${oneLine(why)}`),
    ].join('\n')
  },
})
