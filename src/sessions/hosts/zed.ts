/** F-01. Zed: agent threads in `threads.db`, each a JSON document, usually compressed. */
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { plainText } from '../content.ts'
import type { ConversationHost, ConversationPart } from '../conversation-database.ts'
import { asArray, asMoment, asObject, asText, type JsonObject, parsedJson } from '../json.ts'
import { recordReader } from '../records.ts'
import type { ReadingSettings } from '../settings.ts'
import { unpackBounded } from '../unpack-bounded.ts'

export const zed: ConversationHost = {
  reader: recordReader('zed', (record) => record),
  *changes(settings, database, since) {
    const list = database
      .prepare('SELECT id, updated_at FROM threads WHERE updated_at > ? ORDER BY updated_at, id')
      .all(since ?? '') as JsonObject[]
    for (const { id, updated_at: updatedAt } of list) {
      yield thread(settings, database, String(id), String(updatedAt))
    }
  },
}

function thread(
  settings: ReadingSettings,
  database: DatabaseSyncInstance,
  id: string,
  updatedAt: string,
): ConversationPart {
  const row = database.prepare('SELECT summary, data_type, data FROM threads WHERE id = ?').get(id)
  const { summary, data_type: type, data } = asObject(row) ?? {}
  const document = data instanceof Uint8Array ? parseDocument(settings, String(type), data) : null
  const session = {
    host: 'zed',
    sessionId: id,
    parentSessionId: null,
    cwd: folderOf(document),
    branch: null,
    startedAt: null,
    lastAt: asMoment(updatedAt),
    title: asText(summary) ?? asText(document?.title),
    model: asText(asObject(document?.model)?.model),
    version: null,
    headless: null,
  } as const
  const records = asArray(document?.messages).flatMap((one, at) => recordsOf(one, `${id}#${at}`))
  return { session, records, skipped: document === null ? ['corrupt thread'] : [], mark: updatedAt }
}

function parseDocument(
  settings: ReadingSettings,
  type: string,
  data: Uint8Array,
): JsonObject | null {
  const bytes = type === 'zstd' ? unpackBounded(data, settings.maxFileBytes) : data
  return bytes === null ? null : asObject(parsedJson(new TextDecoder().decode(bytes)))
}

function folderOf(document: JsonObject | null): string | null {
  const snapshot = asObject(document?.initial_project_snapshot)
  const [worktree] = asArray(snapshot?.worktree_snapshots)
  return asText(asObject(worktree)?.worktree_path)
}

/** `{User: {…}}` and `{Agent: {…}}`; before that `{role, segments, tool_uses, tool_results}`. */
function recordsOf(value: unknown, fallbackId: string): JsonObject[] {
  const message = asObject(value) ?? {}
  const user = asObject(message.User)
  if (user !== null) {
    const id = asText(user.id) ?? fallbackId
    return [{ id, role: 'user', content: asArray(user.content).map(userBlock) }]
  }
  const agent = asObject(message.Agent)
  if (agent !== null) {
    return [
      { id: fallbackId, role: 'assistant', content: asArray(agent.content).map(agentBlock) },
      ...Object.values(asObject(agent.tool_results) ?? {}).map((result, at) =>
        toolResult(result, `${fallbackId}.${at}`),
      ),
    ]
  }
  const role = asText(message.role)
  if (role === null) return []
  const calls = asArray(message.tool_uses).map((call) => ({ type: 'tool_use', ...asObject(call) }))
  const content = [...asArray(message.segments), ...calls]
  return [
    { id: fallbackId, role, content },
    ...asArray(message.tool_results).map((result, at) => toolResult(result, `${fallbackId}.${at}`)),
  ]
}

function userBlock(value: unknown): unknown {
  const text = asObject(value)?.Text
  return typeof text === 'string' ? { type: 'text', text } : value
}

function agentBlock(value: unknown): unknown {
  const part = asObject(value) ?? {}
  if (typeof part.Text === 'string') return { type: 'text', text: part.Text }
  const call = asObject(part.ToolUse)
  return call === null
    ? value
    : { type: 'tool_use', id: call.id, name: call.name, input: call.input }
}

function toolResult(value: unknown, id: string): JsonObject {
  const result = asObject(value) ?? {}
  const content = asObject(result.content)?.Text ?? plainText(result.content ?? result.output)
  return {
    id,
    role: 'tool',
    tool_call_id: result.tool_use_id,
    name: result.tool_name,
    is_error: result.is_error === true,
    content,
  }
}
