/** F-01. Goose: sessions and messages in `sessions.db`. */
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { plainText } from '../content.ts'
import type { ConversationHost, ConversationPart } from '../conversation-database.ts'
import { asArray, asMoment, asObject, asText, type JsonObject, parsedJson } from '../json.ts'
import { recordReader } from '../records.ts'
import type { ReadingSettings } from '../settings.ts'

export const goose: ConversationHost = {
  reader: recordReader('goose', (record) => record),
  *changes(settings, database, since) {
    let last = Number(since ?? 0)
    for (;;) {
      const rows = newRows(settings, database, last)
      if (rows.length === 0) return
      for (const run of runsOfOneSession(rows)) {
        last = Number(run.at(-1)?.id)
        yield conversationPart(database, run, String(last))
      }
    }
  },
}

function newRows(
  settings: ReadingSettings,
  database: DatabaseSyncInstance,
  after: number,
): readonly JsonObject[] {
  const content = `CASE WHEN length(content_json) <= ${settings.maxLineBytes} THEN content_json END`
  return database
    .prepare(
      `SELECT id, message_id, session_id, role, ${content} AS content, created_timestamp
       FROM messages WHERE id > ? ORDER BY id LIMIT ?`,
    )
    .all(after, settings.rowsAtOnce) as JsonObject[]
}

function runsOfOneSession(rows: readonly JsonObject[]): JsonObject[][] {
  const runs: JsonObject[][] = []
  for (const row of rows) {
    const run = runs.at(-1)
    if (run?.[0]?.session_id === row.session_id) run?.push(row)
    else runs.push([row])
  }
  return runs
}

function conversationPart(
  database: DatabaseSyncInstance,
  rows: readonly JsonObject[],
  mark: string,
): ConversationPart {
  const id = String(rows[0]?.session_id)
  const row = asObject(database.prepare('SELECT * FROM sessions WHERE id = ?').get(id)) ?? {}
  const skipped: string[] = []
  const records = rows.flatMap((message) => {
    const content = typeof message.content === 'string' ? parsedJson(message.content) : null
    if (message.content === null) skipped.push('oversized message')
    else if (content === null) skipped.push('corrupt message')
    if (content === null) return []
    const { message_id: messageId, role, created_timestamp: timestamp } = message
    return [
      {
        id: asText(messageId) ?? `row-${message.id}`,
        role,
        content: asArray(content).map(block),
        timestamp,
      },
    ]
  })
  const session = {
    host: 'goose',
    sessionId: id,
    parentSessionId: null,
    cwd: asText(row.working_dir),
    branch: null,
    startedAt: utcMoment(row.created_at),
    lastAt: utcMoment(row.updated_at),
    title: asText(row.name),
    model: null,
    version: null,
    headless: null,
  } as const
  return { session, records, skipped, mark }
}

/** SQLite's `CURRENT_TIMESTAMP` is in UTC and does not say so. */
function utcMoment(value: unknown): string | null {
  return typeof value === 'string' ? asMoment(`${value.replace(' ', 'T')}Z`) : null
}

function block(value: unknown): unknown {
  const part = asObject(value) ?? {}
  if (part.type === 'toolRequest') {
    const call = asObject(asObject(part.toolCall)?.value) ?? {}
    return { type: 'tool_use', id: part.id, name: call.name, input: call.arguments }
  }
  if (part.type === 'toolResponse') {
    const result = asObject(part.toolResult) ?? {}
    const answer = asObject(result.value)
    const content = plainText(answer?.content ?? result.error ?? result.value)
    const isError = result.status === 'error' || answer?.isError === true
    return { type: 'tool_result', tool_use_id: part.id, content, is_error: isError }
  }
  return value
}
