/** F-01. Agent transcripts of Cursor: `{role, message: {content}}`, without times. */
import { asArray, asObject, asText, type JsonObject } from '../json.ts'
import { type Normalised, recordReader } from '../records.ts'

const TYPED = /<user_query>([\s\S]*?)<\/user_query>/g

export const cursor = recordReader('cursor', normalise)

function normalise(record: JsonObject): Normalised {
  const message = asObject(record.message)
  if (record.role !== 'user' || message === null) return record
  return { ...record, message: { ...message, content: asArray(message.content).map(typedBlock) } }
}

/** What the user typed; the editor adds open files and rules around it. */
function typedBlock(value: unknown): unknown {
  const text = asText(asObject(value)?.text)
  if (text === null) return value
  const typed = [...text.matchAll(TYPED)].map((match) => (match[1] ?? '').trim())
  return typed.length === 0 ? value : { type: 'text', text: typed.join('\n\n') }
}
