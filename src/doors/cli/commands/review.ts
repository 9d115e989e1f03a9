import { reviewAccept, reviewList, reviewReject } from '../../../operations/review.ts'
import { revealed } from '../../../text/revealed.ts'
import { oneLine, safe } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint } from '../terminal.ts'

export const reviewListCommand = command(reviewList, {
  short: { limit: 'n' },
  examples: ['mneme review list'],
  print: ({ waiting }) =>
    waiting.length === 0
      ? 'Nothing waits for review.'
      : [
          ...waiting.map((memory) =>
            [
              `${paint('bold', oneLine(memory.name))}  ${memory.type}, from ${memory.provenance.origin}, ${memory.createdAt.slice(0, 10)}`,
              paint('dim', memory.id),
              ...safe(revealed(memory.content))
                .split('\n')
                .map((line) => `  ${line}`),
            ].join('\n'),
          ),
          'To keep one: mneme review accept NAME. To drop it: mneme review reject NAME',
        ].join('\n\n'),
})

export const reviewAcceptCommand = command(reviewAccept, {
  positional: ['id'],
  examples: ['mneme review accept use-strict-mode'],
  print: ({ memory, notes, batch }) =>
    [
      `Accepted: ${oneLine(memory.name)}`,
      ...notes.map((note) => `  ${oneLine(note)}`),
      `  To undo: mneme undo --batch ${batch}`,
    ].join('\n'),
})

export const reviewRejectCommand = command(reviewReject, {
  positional: ['id…'],
  examples: ['mneme review reject use-strict-mode'],
  print: ({ rejected, batch }) =>
    `Rejected ${rejected.length}: ${rejected.map(({ name }) => oneLine(name)).join(', ')}\n  To undo: mneme undo --batch ${batch}`,
})
