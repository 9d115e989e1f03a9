/** F-01. Agent transcripts of Cursor: `{role, message: {content}}`, without times. */
import { asArray, asObject, asText, type JsonObject } from '../json.ts'
import { type Normalised, recordReader } from '../records.ts'

const TYPED_FROM = '<user_query>'
const TYPED_TO = '</user_query>'

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
  const typed = typedParts(text)
  return typed.length === 0 ? value : { type: 'text', text: typed.join('\n\n') }
}

function typedParts(text: string): string[] {
  const parts: string[] = []
  for (let from = text.indexOf(TYPED_FROM); from !== -1; ) {
    const start = from + TYPED_FROM.length
    const end = text.indexOf(TYPED_TO, start)
    if (end === -1) break
    parts.push(text.slice(start, end).trim())
    from = text.indexOf(TYPED_FROM, end)
  }
  return parts
}
