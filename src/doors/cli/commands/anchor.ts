import {
  anchorApprove,
  anchorList,
  anchorPropose,
  anchorReject,
  anchorShow,
} from '../../../operations/anchor.ts'
import { oneLine, safe } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint } from '../terminal.ts'

const STATES = {
  none: 'not there',
  trusted: 'in use',
  unapproved: 'not approved on this machine: mneme anchor approve',
  unreadable: 'cannot be read',
} as const

export const anchorShowCommand = command(anchorShow, {
  examples: ['mneme anchor show'],
  print: ({ anchors }) =>
    anchors
      .map((anchor) =>
        [
          `${paint('bold', anchor.file)}  ${STATES[anchor.state]}`,
          paint('dim', anchor.path),
          ...(anchor.notice ? [paint('yellow', oneLine(anchor.notice))] : []),
          ...(anchor.hidden > 0
            ? [paint('yellow', `${anchor.hidden} hidden characters, shown as <U+…>`)]
            : []),
          ...(anchor.text ? ['', safe(anchor.text).trimEnd()] : []),
        ].join('\n'),
      )
      .join('\n\n'),
})

export const anchorListCommand = command(anchorList, {
  examples: ['mneme anchor list'],
  print: ({ proposals }) =>
    proposals.length === 0
      ? 'There are no proposals for PROJECT.md.'
      : proposals
          .map(({ id, by, at, why, diff }) =>
            [
              `${id}  by ${oneLine(by)}, ${at.slice(0, 10)}${why ? `: ${oneLine(why)}` : ''}`,
              colourDiff(diff),
              `To approve it: mneme anchor approve ${id}`,
            ].join('\n'),
          )
          .join('\n\n'),
})

export const anchorProposeCommand = command(anchorPropose, {
  stdin: 'text',
  examples: [
    'mneme anchor propose --why "new test command" < PROJECT.md',
    'mneme anchor propose --text "Tests run with make test."',
  ],
  print: ({ id, diff }) =>
    [
      colourDiff(diff),
      `Proposed as ${id}. A person approves it with: mneme anchor approve ${id}`,
    ].join('\n'),
})

export const anchorApproveCommand = command(anchorApprove, {
  positional: ['id'],
  examples: ['mneme anchor approve', 'mneme anchor approve --yes --hash 3f8a21c0'],
  exitCode: ({ approved }) => (approved ? 0 : 1),
  print: ({ approved, path, diff, hidden, hash, batch }, { input }) =>
    [
      ...(approved && input.yes !== true ? [] : [colourDiff(diff)]),
      ...(hidden > 0 ? [paint('yellow', `${hidden} hidden characters, shown as <U+…>`)] : []),
      approved
        ? `Approved: ${oneLine(path)}${batch ? `\n  To undo: mneme undo --batch ${batch}` : ''}`
        : `Not approved. To approve exactly this: mneme anchor approve${typeof input.id === 'string' ? ` ${oneLine(input.id)}` : ''} --yes --hash ${hash}`,
    ].join('\n'),
})

export const anchorRejectCommand = command(anchorReject, {
  positional: ['id'],
  examples: ['mneme anchor reject 01J8Z3K6W8Q5T9V2X4Y7A1B3C5'],
  print: ({ batch }) => `Dropped.\n  To undo: mneme undo --batch ${batch}`,
})

function colourDiff(diff: string): string {
  return safe(diff)
    .split('\n')
    .map((line) => {
      if (line.startsWith('+')) return paint('green', line)
      return line.startsWith('-') ? paint('red', line) : line
    })
    .join('\n')
}
