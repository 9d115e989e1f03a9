/** F-01. Sessions of pi: a header, then entries of a tree. */
import { asObject, asText, type JsonObject } from '../json.ts'
import { type Normalised, recordReader } from '../records.ts'

// biome-ignore format: one word a type
const BOOKKEEPING = ['model_change', 'thinking_level_change', 'custom', 'label', 'session_info', 'branch_summary']

export const pi = recordReader('pi', normalise)

function normalise(record: JsonObject): Normalised {
  const type = asText(record.type) ?? 'untyped'
  if (BOOKKEEPING.includes(type)) return { leftOut: `bookkeeping: ${type}` }
  if (type === 'custom_message') return { leftOut: 'injected: extension' }
  if (type === 'session') return { ...record, version: null }
  const message = asObject(record.message)
  const role = asText(message?.role)
  if (role === 'system') return { leftOut: 'injected: host prompt' }
  if (role === 'bashExecution') return { leftOut: 'aside: shell line of the user' }
  return message === null ? record : { ...record, name: message.toolName }
}
