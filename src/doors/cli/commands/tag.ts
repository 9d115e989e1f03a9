import { tag } from '../../../operations/tag.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'

export const tagCommand = command(tag, {
  positional: ['id'],
  examples: ['mneme tag api-rate-limit --add api,limits', 'mneme tag api-rate-limit --remove old'],
  print: ({ tags }) => (tags.length === 0 ? 'No tags now.' : `Tags: ${oneLine(tags.join(', '))}`),
})
