/** F-01. Chats of Qwen Code: records like Claude Code's, with the parts of the Gemini API inside. */
import { asArray, asObject, asText, type JsonObject } from '../json.ts'
import { type Normalised, recordReader } from '../records.ts'

export const qwen = recordReader('qwen', normalise)

function normalise(record: JsonObject): Normalised {
  const type = asText(record.type) ?? 'untyped'
  const parts = asArray(asObject(record.message)?.parts).map((part) => asObject(part) ?? {})
  const { uuid: id, sessionId, cwd, timestamp, model } = record
  const base = { id, sessionId, cwd, timestamp, model }
  if (type === 'user') return { ...base, role: 'user', content: typedText(record) ?? parts }
  if (type === 'assistant') return { ...base, role: 'assistant', content: parts.map(answerBlock) }
  if (type === 'tool_result') return { ...base, ...toolResult(record, parts) }
  if (type === 'system' && record.subtype === 'chat_compression') {
    return { type: 'compaction', timestamp }
  }
  if (type === 'system') return { leftOut: `bookkeeping: ${asText(record.subtype) ?? type}` }
  return record
}

/** With hook context in the parts, the payload says what was typed. */
function typedText(record: JsonObject): string | null {
  return asText(asObject(record.systemPayload)?.displayText)
}

function answerBlock(part: JsonObject): JsonObject {
  if (part.thought === true) return { type: 'thinking' }
  const call = asObject(part.functionCall)
  return call === null ? part : { type: 'tool_use', id: call.id, name: call.name, input: call.args }
}

function toolResult(record: JsonObject, parts: readonly JsonObject[]): JsonObject {
  const response = asObject(parts.find((part) => part.functionResponse)?.functionResponse) ?? {}
  const content = asObject(response.response)?.output ?? response.response
  const status = asObject(record.toolCallResult)?.status
  const exitCode = /\bExit Code: (-?\d{1,6})/.exec(typeof content === 'string' ? content : '')?.[1]
  const isError = status === 'error' || status === 'cancelled' || (exitCode ?? '0') !== '0'
  return {
    role: 'tool',
    tool_call_id: response.id,
    name: response.name,
    is_error: isError,
    content,
  }
}
