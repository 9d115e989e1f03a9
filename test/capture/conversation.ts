/** Short ways to write a conversation down in a test. */
import type { Message, Todo, ToolCall } from '../../src/sessions/message.ts'

export type Line = (place: number) => Message[]

const time = (place: number) => new Date(Date.UTC(2026, 0, 5, 9, 0, place)).toISOString()

const ORIGINS = {
  user: 'user',
  assistant: 'agent',
  tool: 'tool-output',
  'system-note': 'user',
} as const

export const messageBy = (role: Message['role'], text: string, more: Partial<Message> = {}) =>
  message(1, role, text, more)

function message(
  place: number,
  role: Message['role'],
  text: string,
  more: Partial<Message> = {},
): Message {
  const id = `m${place}`
  return {
    messageId: id,
    eventId: id,
    role,
    origin: ORIGINS[role],
    text,
    toolCalls: [],
    toolResult: null,
    at: time(place),
    isMeta: false,
    seq: null,
    ...more,
  }
}

function call(place: number, more: Partial<ToolCall>): ToolCall {
  return {
    id: `c${place}`,
    name: 'Bash',
    kind: 'command',
    input: '{}',
    filesRead: [],
    filesModified: [],
    command: null,
    todos: null,
    ...more,
  }
}

export const user =
  (text: string): Line =>
  (place) => [message(place, 'user', text)]

export const agent =
  (text: string): Line =>
  (place) => [message(place, 'assistant', text)]

function answered(more: Partial<ToolCall>, output: string, failed: boolean): Line {
  return (place) => [
    message(place, 'assistant', '', { toolCalls: [call(place, more)] }),
    message(place + 0.5, 'tool', '', { toolResult: { callId: `c${place}`, text: output, failed } }),
  ]
}

export const ran = (command: string, output = 'ok', failed = false): Line =>
  answered({ command, input: JSON.stringify({ command }) }, output, failed)

export const edited = (file: string, before = '', after = ''): Line =>
  answered(
    {
      name: 'Edit',
      kind: 'modify',
      input: JSON.stringify({ file_path: file, old_string: before, new_string: after }),
      filesModified: [file],
    },
    'done',
    false,
  )

export const read = (file: string): Line =>
  answered({ name: 'Read', kind: 'read', filesRead: [file] }, 'text', false)

export const planned = (...todos: readonly (readonly [string, Todo['status']])[]): Line =>
  answered(
    { name: 'TodoWrite', kind: 'todo', todos: todos.map(([text, status]) => ({ text, status })) },
    'ok',
    false,
  )

export function conversation(...lines: readonly Line[]): Message[] {
  return lines.flatMap((line, i) => line(i + 1))
}
