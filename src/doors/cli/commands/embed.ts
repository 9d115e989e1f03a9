import { embedStatus, embedTest } from '../../../operations/embed.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint } from '../terminal.ts'

export const embedStatusCommand = command(embedStatus, {
  examples: ['mneme embed status', 'mneme embed status --json'],
  print: (found) =>
    [
      found.available
        ? `${paint('green', 'available')}  ${found.provider}, ${oneLine(found.model ?? '')}, ${found.dims} dimensions, ${found.maxTokens} tokens`
        : `${paint('yellow', 'missing')}    ${found.provider}: ${oneLine(found.why ?? '')}${found.hint ? `\n           ${oneLine(found.hint)}` : ''}`,
      ...found.vectors.map(
        ({ model, vectors, units, inUse }) =>
          `vectors    ${vectors} of ${units} memories by ${oneLine(model)}${inUse ? '' : ' (not in use)'}`,
      ),
      ...(found.waiting > 0 ? [`waiting    ${found.waiting} memories: mneme reindex`] : []),
    ].join('\n'),
})

export const embedTestCommand = command(embedTest, {
  positional: ['text…'],
  examples: ['mneme embed test', 'mneme embed test "how do users sign in"'],
  exitCode: ({ works }) => (works ? 0 : 1),
  print: (found) =>
    found.works
      ? [
          `${paint('green', 'works')}  ${oneLine(found.model ?? '')}, ${found.dims} dimensions`,
          `first text ${found.firstMs?.toFixed(0)} ms, three more ${found.nextMs?.toFixed(0)} ms`,
          `likeness to a text about logging in ${found.alike?.toFixed(2)}, about a chart ${found.unlike?.toFixed(2)}`,
        ].join('\n')
      : `${paint('red', 'does not work')}  ${oneLine(found.why ?? '')}${found.hint ? `\n  ${oneLine(found.hint)}` : ''}`,
})
