/** Messages as the store hands them out, for sessions that a test makes up. */
import type { ToolCall } from '../../src/sessions/message.ts'
import type { StoredMessage, StoredSession } from '../../src/store/sessions.ts'

export const session: StoredSession = {
  host: 'claude-code',
  id: '3f0c9d52-8f55-4a3b-9d35-0d5c2f8f4a11',
  parent: null,
  project: null,
  cwd: null,
  branch: null,
  title: null,
  model: null,
  version: null,
  headless: false,
  startedAt: null,
  lastAt: null,
  messages: 0,
  users: 0,
  assistants: 0,
  compactions: 0,
  captured: 0,
}

export type Part = Partial<StoredMessage> & Pick<StoredMessage, 'role' | 'text'>

export const user = (text: string, more: Partial<StoredMessage> = {}): Part => ({
  role: 'user',
  origin: 'user',
  text,
  ...more,
})

export const agent = (text: string, more: Partial<StoredMessage> = {}): Part => ({
  role: 'assistant',
  origin: 'agent',
  text,
  ...more,
})

export function call(id: string, more: Partial<ToolCall>): Part {
  const made: ToolCall = {
    id,
    name: 'Bash',
    kind: 'command',
    input: JSON.stringify({ command: more.command ?? '' }),
    filesRead: [],
    filesModified: [],
    command: null,
    todos: null,
    ...more,
  }
  return { role: 'assistant', origin: 'agent', text: '', calls: [made] }
}

export const result = (callId: string, text: string, failed = false): Part => ({
  role: 'tool',
  origin: 'tool-output',
  text,
  callId,
  failed,
})

const MINUTE_MS = 60_000
const START = Date.parse('2026-03-01T10:00:00.000Z')

/** The parts as one session said them, a minute apart. */
export function heard(
  parts: readonly Part[],
  of: StoredSession = session,
  from = 0,
): StoredMessage[] {
  return parts.map((part, index) => {
    const place = from + index + 1
    const messageId = `${of.id}-message-${place}`
    return {
      row: place,
      seq: place,
      key: `${of.host}:${messageId}`,
      host: of.host,
      session: of.id,
      messageId,
      eventId: messageId,
      origin: 'agent',
      at: new Date(START + place * MINUTE_MS).toISOString(),
      calls: [],
      callId: null,
      failed: false,
      cwd: null,
      branch: null,
      model: null,
      isMeta: false,
      path: 'session.jsonl',
      ...part,
    }
  })
}
