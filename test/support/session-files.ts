/** Sessions as Claude Code writes them, line by line, in a person's folder of a test's own. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface SessionFile {
  readonly path: string
  /** Each call adds one record, as the host would, and gives its id. */
  prompt(text: string): string
  answer(text: string): string
  call(name: string, input: object, text?: string): string
  result(callId: string, text: string, failed?: boolean): string
  /** A line as it stands, whatever it is. */
  raw(line: string): void
}

export interface SessionFileOptions {
  readonly cwd?: string
  /** The moment of the first record; each next one is a second later. */
  readonly start?: string
  readonly path?: string
}

export function sessionFile(
  personHome: string,
  id: string,
  options: SessionFileOptions = {},
): SessionFile {
  const { cwd = '/home/dev/shop', start = '2026-01-05T10:00:00.000Z' } = options
  const slug = cwd.replaceAll('/', '-')
  const path = options.path ?? join(personHome, '.claude', 'projects', slug, `${id}.jsonl`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '')
  let made = 0
  const raw = (line: string) => appendFileSync(path, `${line}\n`)
  const record = (type: string, message: object) => {
    made += 1
    const uuid = `${id}-record-${String(made).padStart(6, '0')}`
    const timestamp = new Date(Date.parse(start) + made * 1000).toISOString()
    const about = { parentUuid: null, isSidechain: false, cwd, sessionId: id, gitBranch: 'main' }
    raw(JSON.stringify({ ...about, type, message, uuid, timestamp, version: '2.1.0' }))
    return uuid
  }
  const answered = (content: readonly object[]) =>
    record('assistant', {
      id: `msg_${id}_${made}`,
      role: 'assistant',
      model: 'claude-opus-5-5',
      content,
    })
  return {
    path,
    raw,
    prompt: (text) => record('user', { role: 'user', content: text }),
    answer: (text) => answered([{ type: 'text', text }]),
    call(name, input, text) {
      const callId = `toolu_${id}_${made}`
      const said = text === undefined ? [] : [{ type: 'text', text }]
      answered([...said, { type: 'tool_use', id: callId, name, input }])
      return callId
    },
    result: (callId, text, failed = false) =>
      record('user', {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: callId, content: text, is_error: failed }],
      }),
  }
}
