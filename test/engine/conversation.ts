/** Messages as the store hands them out, for sessions that a test makes up. */
import type { ToolCall } from '../../src/sessions/message.ts'
import type { NewMessage, StoredMessage, StoredSession } from '../../src/store/sessions.ts'
import type { Home } from '../support/opened-home.ts'

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

/** As the readers of transcripts put them there. */
export async function putMessages(
  { engine, caller }: Pick<Home, 'engine' | 'caller'>,
  parts: readonly Part[],
  from = 0,
): Promise<void> {
  const messages = heard(parts, session, from).map(
    ({ row: _, seq: __, path: ___, host, session: id, ...rest }): NewMessage => ({
      ...rest,
      session: { host, id },
    }),
  )
  const { revision } = await engine.store.sessions.place('session.jsonl')
  const unknown = { parent: null, branch: null, title: null, model: null, version: null }
  await engine.store.sessions.put([
    {
      path: 'session.jsonl',
      host: session.host,
      cursor: null,
      revision,
      at: engine.clock.now(),
      restarted: false,
      skipped: [],
      messages,
      sessions: [
        {
          host: session.host,
          id: session.id,
          ...unknown,
          project: caller.project?.id ?? null,
          cwd: null,
          headless: false,
          startedAt: null,
          lastAt: null,
          compactions: 0,
        },
      ],
    },
  ])
}
