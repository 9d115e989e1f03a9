import { tags } from '../../../operations/tags.ts'
import { command } from '../command.ts'
import { table } from '../terminal.ts'

export const tagsCommand = command(tags, {
  examples: ['mneme tags'],
  print: ({ tags: found }) =>
    found.length === 0
      ? 'No tags yet. To add some: mneme tag <id> --add auth,database'
      : table(
          [{ title: 'memories', align: 'right' }, { title: 'tag' }],
          found.map(({ tag, count }) => [String(count), tag]),
        ),
})
