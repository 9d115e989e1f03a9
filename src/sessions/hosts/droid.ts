/** F-01. Sessions of Factory Droid: Anthropic content blocks under `message`. */
import { asObject, asText, type JsonObject } from '../json.ts'
import { type Normalised, recordReader } from '../records.ts'

/** Records that are not part of the conversation: hook output shown to the user, host context. */
const INVISIBLE: Readonly<Record<string, string>> = {
  user_only: 'injected: hook output',
  llm_only: 'injected: host context',
}

export const droid = recordReader('droid', normalise)

function normalise(record: JsonObject): Normalised {
  const type = asText(record.type)
  if (type === 'session_start') return { ...record, type: 'session', version: null }
  if (type === 'agent_turn_outcome') return { leftOut: `bookkeeping: ${type}` }
  const message = asObject(record.message)
  const invisible = INVISIBLE[String(message?.visibility)]
  if (invisible !== undefined) return { leftOut: invisible }
  return { ...record, model: message?.modelId }
}
