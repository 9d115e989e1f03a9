import { describe, expect, it } from 'vitest'
import { ownWords, typedCommand } from '../../src/sessions/injected.ts'

describe('ownWords', () => {
  it.each([
    ['Use pnpm here', 'Use pnpm here', []],
    ['Fix it\n<system-reminder>\nbe brief\n</system-reminder>', 'Fix it', ['system-reminder']],
    ['<memory-context>old rule</memory-context>\nFix it', 'Fix it', ['memory-context']],
    ['<memory-context>cut off by the host', '', ['memory-context']],
    ['<task-notification><result>use tabs</result></task-notification>', '', ['task-notification']],
    ['<environment_context>\n<cwd>/p</cwd>\n</environment_context>', '', ['environment_context']],
    ['# AGENTS.md instructions for /p\n\n<INSTRUCTIONS>use tabs</INSTRUCTIONS>', '', ['agents-md']],
    [
      'Why does <system-reminder> show up in my logs?',
      'Why does <system-reminder> show up in my logs?',
      [],
    ],
    ['[Request interrupted by user for tool use]', '', ['interruption']],
    [
      '# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nMove to prisma\n',
      'Move to prisma',
      ['ide-context'],
    ],
  ])('K-09 of %j the user wrote %j', (text, own, removed) => {
    expect(ownWords(text)).toEqual({ text: own, removed })
  })
})

describe('typedCommand', () => {
  it.each([
    [
      '<command-name>/compact</command-name>\n<command-args>keep facts</command-args>',
      '/compact keep facts',
    ],
    ['<command-name>review</command-name>', '/review'],
    ['<bash-input>git status</bash-input>', '! git status'],
    ['no command', null],
  ])('K-09 %j is the command %j', (text, command) => {
    expect(typedCommand(text)).toBe(command)
  })
})
