/**
 * F-01. Sessions of Kiro: `{id, timestamp, payload: {type, content}}`, and before that
 * `{kind, version, data}` with content blocks of their own.
 */
import { asArray, asObject, asText, type JsonObject } from '../json.ts'
import { type Normalised, recordReader } from '../records.ts'

export const kiro = recordReader('kiro', normalise)

// biome-ignore format: a table reads best in columns
const ROLES: Readonly<Record<string, string>> = {
  user: 'user', prompt: 'user', Prompt: 'user', user_message: 'user',
  assistant: 'assistant', agent: 'assistant', AssistantMessage: 'assistant', assistant_message: 'assistant',
  ToolResults: 'user', tool_result: 'user', // a turn of the user that holds results only
}

function normalise(record: JsonObject): Normalised {
  const body = asObject(record.payload) ?? asObject(record.data)
  const kind = asText(asObject(record.payload)?.type) ?? asText(record.kind)
  if (body === null || kind === null) return record
  const role = Object.hasOwn(ROLES, kind) ? ROLES[kind] : undefined
  if (role === undefined) return { leftOut: `bookkeeping: ${kind}` }
  const id = asText(record.id) ?? asText(body.message_id)
  const content = typeof body.content === 'string' ? body.content : asArray(body.content).map(block)
  return { role, id, content, timestamp: record.timestamp ?? body.timestamp }
}

function block(value: unknown): unknown {
  const { kind, data } = asObject(value) ?? {}
  const inner = asObject(data) ?? {}
  if (kind === 'text') return { type: 'text', text: data }
  if (kind === 'toolUse') {
    return { type: 'tool_use', id: inner.toolUseId, name: inner.name, input: inner.input }
  }
  if (kind === 'toolResult') {
    const content = asArray(inner.content).map((part) => asObject(part)?.data ?? part)
    const failed = inner.status === 'error'
    return { type: 'tool_result', tool_use_id: inner.toolUseId, content, is_error: failed }
  }
  return value
}
