import { context, project } from '../../../operations/context.ts'
import { oneLine, safe } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { memoryCount, memoryTable } from '../memory-page.ts'
import { paint } from '../terminal.ts'

export const contextCommand = command(context, {
  positional: ['prompt…'],
  examples: [
    'mneme context "why do the integration tests fail"',
    'mneme context --prompt "deploy the api" --files src/api/deploy.ts --explain',
    'mneme context --part stable --format markdown',
    'mneme context --last --session abc123',
  ],
  extra: [
    {
      flags: '--prompt <text>',
      about: 'The prompt',
      apply: (input, value) => {
        input.prompt = value
      },
    },
  ],
  print: ({ text, tokens, notices, decisions, late }) =>
    [
      safe(text) || 'No relevant memories.',
      ...notices.map((notice) => paint('yellow', `note: ${oneLine(notice)}`)),
      ...(late
        ? [paint('dim', 'Some results were not ready in time and will come with the next turn.')]
        : []),
      ...(decisions
        ? [
            '',
            paint('bold', `${tokens} tokens`),
            ...decisions.map((each) =>
              each.outcome === 'in'
                ? `${paint('green', 'in ')}  ${oneLine(each.name)}  ${each.section}, ${each.tokens} tokens  ${oneLine(each.reason)}`
                : `${paint('dim', 'out')}  ${oneLine(each.name)}  ${each.rule}  ${oneLine(each.reason)}`,
            ),
          ]
        : []),
    ].join('\n'),
})

export const projectCommand = command(project, {
  positional: ['id'],
  short: { limit: 'n' },
  examples: ['mneme project', 'mneme project my-repo --json'],
  print: (found) =>
    found.total === 0
      ? 'This project has no memories yet. To add one: mneme remember "…"'
      : [
          paint(
            'bold',
            `${found.project ? oneLine(found.project.slug) : 'global'}: ${memoryCount(found.total)}`,
          ),
          ...found.types.map(({ type, count, memories }) =>
            [
              '',
              paint('bold', `${oneLine(type)} (${count})`),
              ...memories.map(
                (memory) => `  ${oneLine(memory.title)}  ${paint('dim', memory.name)}`,
              ),
            ].join('\n'),
          ),
          ...(found.contradictions.length > 0
            ? [
                '',
                paint('yellow', 'To settle:'),
                ...found.contradictions.map(
                  ({ newer, older }) =>
                    `  "${oneLine(newer.title)}" against "${oneLine(older.title)}"`,
                ),
              ]
            : []),
          ...(found.tasks.length > 0 ? ['', 'Open tasks:', memoryTable(found.tasks)] : []),
        ].join('\n'),
})
