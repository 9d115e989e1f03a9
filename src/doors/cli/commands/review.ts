import {
  reviewAccept,
  reviewList,
  reviewReject,
  reviewWithdraw,
} from '../../../operations/review.ts'
import { revealHidden } from '../../../text/reveal-hidden.ts'
import { oneLine, safe } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint } from '../terminal.ts'

export const reviewListCommand = command(reviewList, {
  short: { limit: 'n' },
  examples: ['mneme review list'],
  print: ({ waiting, changes, proposals, merges, notes }) => {
    const lines = [
      ...waiting.map((memory) =>
        [
          `${paint('bold', oneLine(memory.name))}  ${memory.type}, from ${memory.provenance.origin}, ${memory.createdAt.slice(0, 10)}`,
          paint('dim', memory.id),
          ...indentLines(memory.content),
        ].join('\n'),
      ),
      ...changes.map(({ memory, by, at, fields, outdated }) =>
        [
          `${paint('bold', oneLine(memory.name))}  a change proposed by ${oneLine(by)}, ${at.slice(0, 10)}${outdated ? '; the memory was changed since' : ''}`,
          paint('dim', memory.id),
          ...fields.flatMap(({ field, current, proposed }) =>
            field === 'state' && proposed === 'removed'
              ? indentLines('proposed: to forget it')
              : [
                  ...indentLines(`${field} now: ${textOf(current)}`),
                  ...indentLines(`${field} proposed: ${textOf(proposed)}`),
                ],
          ),
        ].join('\n'),
      ),
      ...proposals.map(({ id, by, at, draft }) =>
        [
          `${paint('bold', oneLine(draft.title ?? draft.name ?? draft.content.slice(0, 80)))}  ${draft.type ?? 'fact'}, proposed by ${oneLine(by)}, ${at.slice(0, 10)}`,
          paint('dim', id),
          ...indentLines(draft.content),
        ].join('\n'),
      ),
      ...merges.map(({ newer, older, reason }) =>
        [
          `${paint('bold', oneLine(newer.name))}  may be the same as ${oneLine(older.name)}: ${oneLine(reason)}`,
          paint('dim', newer.id),
          ...indentLines(newer.content),
          `  ${paint('dim', 'and')}`,
          ...indentLines(older.content),
          paint('dim', '  accept: one memory; reject: they stay two'),
        ].join('\n'),
      ),
      ...notes.map(oneLine),
    ]
    if (waiting.length + changes.length + proposals.length + merges.length === 0)
      return [...lines, 'Nothing needs approval.'].join('\n')
    const how =
      'To approve one: mneme review accept NAME or ID. To reject it: mneme review reject NAME or ID'
    return [...lines, how].join('\n\n')
  },
})

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function indentLines(content: string): string[] {
  return safe(revealHidden(content))
    .split('\n')
    .map((line) => `  ${line}`)
}

export const reviewAcceptCommand = command(reviewAccept, {
  positional: ['id'],
  examples: ['mneme review accept use-strict-mode'],
  print: ({ memory, proposal, notes, batch }) =>
    [
      memory
        ? `Accepted: ${oneLine(memory.name)}`
        : `Accepted: ${oneLine(proposal?.draft.title ?? 'the proposal')}`,
      ...notes.map((note) => `  ${oneLine(note)}`),
      ...(batch === null ? [] : [`  To undo: mneme undo --batch ${batch}`]),
    ].join('\n'),
})

export const reviewRejectCommand = command(reviewReject, {
  positional: ['id…'],
  examples: ['mneme review reject use-strict-mode'],
  print: ({ rejected, proposals, notes, batch }) =>
    [
      `Rejected ${rejected.length + proposals.length}: ${[...rejected.map(({ name }) => oneLine(name)), ...proposals].join(', ')}`,
      ...notes.map((note) => `  ${oneLine(note)}`),
      ...(batch === null ? [] : [`  To undo: mneme undo --batch ${batch}`]),
    ].join('\n'),
})

export const reviewWithdrawCommand = command(reviewWithdraw, {
  positional: ['id'],
  examples: ['mneme review withdraw 01J8ZQ4Y5N6V7W8X9Y0ZABCDEF'],
  print: ({ outcome, notes }) =>
    [
      outcome === 'done' ? 'Withdrawn.' : 'It will be withdrawn when the server is reachable.',
      ...notes.map((note) => `  ${oneLine(note)}`),
    ].join('\n'),
})
