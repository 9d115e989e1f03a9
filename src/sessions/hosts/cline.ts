/** F-01. Tasks of Cline, and of its forks with the same files: Anthropic content blocks. */
import { asArray, asObject, asText, type JsonObject } from '../json.ts'
import { type Normalised, recordReader } from '../records.ts'
import type { Host } from '../transcript.ts'

export const cline = taskReader('cline')
export const roo = taskReader('roo')

function taskReader(host: Host) {
  return recordReader(host, normalise)
}

function normalise(record: JsonObject): Normalised {
  const role = asText(record.role)
  const sessionId = asText(record.sessionId)
  if (role === null && sessionId !== null) {
    const version = asText(asObject(record.origin)?.version)
    return { type: 'session', id: sessionId, version, timestamp: record.updated_at }
  }
  // Later versions answer a hook with a message of their own.
  if (asObject(record.metadata)?.displayRole === 'system')
    return { leftOut: 'injected: hook output' }
  const blocks = typeof record.content === 'string' ? [record.content] : asArray(record.content)
  const content = role === 'user' ? blocks.map(userBlock) : blocks
  return { ...record, content, model: asObject(record.modelInfo)?.id }
}

/** What the user typed is in one of these; the rest of a user turn is the host's. */
const TYPED = /<(user_input|task|feedback|user_message|answer)\b[^<>]{0,200}>([\s\S]*?)<\/\1>/g
/** Older versions put the result of a tool into the user's turn as text. */
const RESULT_AS_TEXT = /^\[[^\n]{1,400}\] Result:/
const HOST_TEXT = /^\s*(?:<environment_details>|\[ERROR\]|\[TASK RESUMPTION\]|# task_progress)/

function userBlock(value: unknown): unknown {
  const block = typeof value === 'string' ? { type: 'text', text: value } : asObject(value)
  if (block === null) return value
  if (block.type === 'tool_result') return { ...block, content: resultContent(block.content) }
  const text = asText(block.text)
  if (text === null) return block
  const typed = [...text.matchAll(TYPED)].map((match) => (match[2] ?? '').trim())
  if (typed.length > 0) return { type: 'text', text: typed.join('\n\n') }
  if (RESULT_AS_TEXT.test(text)) return { type: 'tool result as text' }
  return HOST_TEXT.test(text) ? { type: 'host text' } : block
}

/** `[{query, result, success}]` in the command line's own tools. */
function resultContent(content: unknown): unknown {
  if (!Array.isArray(content)) return content
  return content.map((part) => {
    const result = asObject(part)?.result
    return typeof result === 'string' ? { type: 'text', text: result } : part
  })
}
