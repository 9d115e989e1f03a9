/** Transcripts that are one JSON document: taken apart into the records a reader knows. */
import { asArray, asObject, type JsonObject } from './json.ts'

/** Under which name hosts and exports keep the list of messages. */
const LISTS = ['messages', 'history', 'loglines', 'conversation', 'events']

/** The document without its messages first, since it says which session it is; null if none. */
export function recordsOf(document: unknown): readonly JsonObject[] | null {
  if (Array.isArray(document)) return objectsIn(document)
  const whole = asObject(document)
  if (whole === null) return null
  const list = LISTS.find((name) => Array.isArray(whole[name]))
  if (list === undefined) return [whole]
  const { [list]: _messages, ...header } = whole
  return [header, ...objectsIn(asArray(whole[list]))]
}

function objectsIn(list: readonly unknown[]): readonly JsonObject[] {
  return list.map((one) => asObject(one) ?? { type: `not a record (${typeof one})` })
}
