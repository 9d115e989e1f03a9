/** F-01. Sessions of Copilot CLI: one event per record, its fields under `data`. */
import { asArray, asObject, asText, type JsonObject } from '../json.ts'
import { type Normalised, recordReader } from '../records.ts'

export const copilot = recordReader('copilot', normalise)

function normalise(record: JsonObject): Normalised {
  const type = asText(record.type) ?? 'untyped'
  const data = asObject(record.data) ?? {}
  const { timestamp } = record
  const id = asText(data.messageId) ?? asText(record.id)
  switch (type) {
    case 'session.start':
    case 'session.resume': {
      const place = asObject(data.context) ?? {}
      const version = asText(data.copilotVersion)
      return {
        type: 'session',
        id: data.sessionId,
        cwd: place.cwd,
        gitBranch: place.branch,
        version,
        timestamp,
      }
    }
    case 'user.message':
      // `transformedContent` holds what hooks added; `content` is as typed.
      return { role: 'user', id, content: data.content, timestamp }
    case 'assistant.message':
      return {
        role: 'assistant',
        id,
        content: data.content,
        tool_calls: asArray(data.toolRequests).map(toolRequest),
        model: data.model,
        timestamp,
      }
    case 'tool.execution_complete':
      return toolResult(record, data)
    case 'session.compaction_complete':
      return { type: 'compaction', summary: data.summaryContent, timestamp }
    case 'session.shutdown':
      return { type: 'session_end', timestamp }
    default:
      return { leftOut: `bookkeeping: ${type}` }
  }
}

function toolRequest(value: unknown): JsonObject {
  const request = asObject(value) ?? {}
  return { id: request.toolCallId, name: request.name, arguments: request.arguments }
}

/** `detailedContent` is free of what hooks appended. A failed command still counts as a success. */
function toolResult({ id, timestamp }: JsonObject, data: JsonObject): JsonObject {
  const result = asObject(data.result)
  const exitCode = asObject(data.shellExecution)?.exitCode
  const error = asObject(data.error)?.message ?? data.error
  return {
    role: 'tool',
    id,
    tool_call_id: data.toolCallId,
    is_error: data.success === false || (typeof exitCode === 'number' && exitCode !== 0),
    content: result?.detailedContent ?? result?.content ?? error,
    timestamp,
  }
}
