/**
 * F-01. The SQLite database of OpenCode and its forks, opened read-only, and left for the next time
 * when its host holds it. The cursor counts rows instead of bytes.
 */
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { type GivenMessages, type Harvested, messageFingerprint } from './assembly.ts'
import { whyNotReadable } from './database-problem.ts'
import { asObject, asText, type JsonObject, parsedJson } from './json.ts'
import {
  harvestedFrom,
  type OpenCodeMessage,
  openCodeMessage,
  openCodeSession,
} from './opencode.ts'
import type { Harvest } from './reading.ts'
import type { ReadingSettings } from './settings.ts'
import type { Host, SessionInfo } from './transcript.ts'

/** How far each table was read. Rows are never taken for older than they are: see `changedRows`. */
interface Watermarks {
  readonly message: number
  readonly part: number
  readonly session_message: number
}

export interface RowsCursor {
  readonly form: 'sqlite'
  readonly rows: Watermarks
  /** The newest change seen, in the host's milliseconds. */
  readonly updatedMs: number
  readonly given: GivenMessages
  /** A run that was interrupted: where it was heading, and the last session it finished. */
  readonly underway: { readonly rows: Watermarks; readonly after: string } | null
}

type RowsChunk = Harvested & { readonly cursor: RowsCursor }

const START: RowsCursor = {
  form: 'sqlite',
  rows: { message: 0, part: 0, session_message: 0 },
  updatedMs: 0,
  given: {},
  underway: null,
}

const TABLES = ['message', 'part', 'session_message'] as const

/** Session by session, what is new or has changed since the cursor. */
export async function* readDatabase(
  settings: ReadingSettings,
  { host, path }: { readonly host: Host; readonly path: string },
  known: RowsCursor | null,
): AsyncGenerator<RowsChunk> {
  const cursor = known ?? START
  let database: DatabaseSyncInstance | null = null
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: settings.busyMs })
    yield* readRows(settings, host, database, cursor)
  } catch (error) {
    const reason = `database: ${whyNotReadable(error)}`
    yield { ...NOTHING, skipped: [{ reason, count: 1, at: null }], cursor }
  } finally {
    database?.close()
  }
}

const NOTHING: Harvested = { sessions: [], messages: [], marks: [], skipped: [] }

function* readRows(
  settings: ReadingSettings,
  host: Host,
  database: DatabaseSyncInstance,
  cursor: RowsCursor,
): Generator<RowsChunk> {
  const tables = tablesOf(database)
  const target = cursor.underway?.rows ?? newest(database, tables)
  // Row numbers that went back mean that the database was rebuilt: all of it is looked at again.
  const wasRebuilt = TABLES.some((table) => target[table] < cursor.rows[table])
  const from = wasRebuilt ? START : cursor
  let done = wasRebuilt ? '' : (cursor.underway?.after ?? '')
  const sessions = changedSessions(database, tables, from.rows).filter((id) => id > done)
  const recent = new RecentRows(from)
  for (const id of sessions) {
    const session = sessionOf(host, database, tables, id)
    for (const batch of changedRows(settings, database, { tables, id, from })) {
      const harvests = batch.messages
        .map((row) => ({ row, harvest: openCodeMessage(settings, session, row) }))
        .filter(({ row, harvest }) => recent.isNews(row.changedMs, harvest))
        .map(({ harvest }) => harvest)
      if (batch.isLast) done = id
      const cursor = { ...from, underway: { rows: target, after: done } }
      yield { ...harvestedFrom(session, harvests, batch.skipped), cursor }
    }
  }
  yield {
    ...NOTHING,
    cursor: { ...recent.cursor(settings.settleMs), rows: target, underway: null },
  }
}

function tablesOf(database: DatabaseSyncInstance): ReadonlySet<string> {
  const rows = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all()
  return new Set(rows.map((row: unknown) => String(asObject(row)?.name)))
}

function newest(database: DatabaseSyncInstance, tables: ReadonlySet<string>): Watermarks {
  const last = (table: string): number => {
    if (!tables.has(table)) return 0
    const row = database.prepare(`SELECT max(rowid) AS last FROM ${table}`).get()
    return Number((row as JsonObject).last ?? 0)
  }
  return { message: last('message'), part: last('part'), session_message: last('session_message') }
}

function changedSessions(
  database: DatabaseSyncInstance,
  tables: ReadonlySet<string>,
  from: Watermarks,
): readonly string[] {
  const ids = new Set<string>()
  for (const table of TABLES) {
    if (!tables.has(table)) continue
    const query = `SELECT DISTINCT session_id AS id FROM ${table} WHERE rowid > ?`
    for (const row of database.prepare(query).all(from[table]))
      ids.add(String((row as JsonObject).id))
  }
  return [...ids].sort()
}

function sessionOf(
  host: Host,
  database: DatabaseSyncInstance,
  tables: ReadonlySet<string>,
  id: string,
): SessionInfo {
  const row = tables.has('session')
    ? database.prepare('SELECT * FROM session WHERE id = ?').get(id)
    : undefined
  return openCodeSession(host, id, asObject(row) ?? {})
}

interface RowBatch {
  readonly messages: readonly (OpenCodeMessage & { readonly changedMs: number })[]
  readonly skipped: readonly string[]
  readonly isLast: boolean
}

/**
 * A message counts as changed when it or a part of it has a new row or a recent time. The time
 * alone would miss imported sessions, the row alone would miss parts that are written in place.
 */
function* changedRows(
  settings: ReadingSettings,
  database: DatabaseSyncInstance,
  what: { tables: ReadonlySet<string>; id: string; from: RowsCursor },
): Generator<RowBatch> {
  const { tables, id, from } = what
  const since = from.updatedMs - settings.settleMs
  const limit = settings.maxLineBytes
  const text = `CASE WHEN length(data) <= ${limit} THEN data END AS data`
  const hasParts = tables.has('message') && tables.has('part')
  const list = hasParts
    ? database
        .prepare(
          `SELECT m.id, max(m.time_updated, coalesce((SELECT max(p.time_updated) FROM part p WHERE p.message_id = m.id), 0)) AS changed
           FROM message m
           WHERE m.session_id = ?1 AND (m.rowid > ?2 OR m.time_updated >= ?4 OR EXISTS (
             SELECT 1 FROM part p WHERE p.message_id = m.id AND (p.rowid > ?3 OR p.time_updated >= ?4)))
           ORDER BY m.time_created, m.id`,
        )
        .all(id, from.rows.message, from.rows.part, since)
    : []
  const single =
    list.length === 0 && tables.has('session_message') && !hasOldRows(database, tables, id)
      ? database
          .prepare(
            `SELECT id, time_updated AS changed FROM session_message
             WHERE session_id = ?1 AND (rowid > ?2 OR time_updated >= ?3) ORDER BY rowid`,
          )
          .all(id, from.rows.session_message, since)
      : []
  const table = single.length > 0 ? 'session_message' : 'message'
  const rows = (single.length > 0 ? single : list) as readonly JsonObject[]
  const type = table === 'message' ? `NULL AS type` : 'type'
  const one = database.prepare(`SELECT ${type}, time_created, ${text} FROM ${table} WHERE id = ?`)
  const partsOf = hasParts
    ? database.prepare(`SELECT id, ${text} FROM part WHERE message_id = ? ORDER BY id`)
    : null
  for (let begin = 0; begin < rows.length; begin += settings.rowsAtOnce) {
    const skipped: string[] = []
    const messages = rows.slice(begin, begin + settings.rowsAtOnce).flatMap((row) => {
      const messageId = String(row.id)
      const stored = asObject(one.get(messageId)) ?? {}
      const info = dataOf(stored, skipped, 'message')
      if (info === null) return []
      const found = table === 'message' ? (partsOf?.all(messageId) ?? []) : []
      const parts = found
        .map((part: unknown) => dataOf(asObject(part) ?? {}, skipped, 'part'))
        .filter((part: JsonObject | null) => part !== null)
      const typed = asText(stored.type) === null ? info : { type: stored.type, ...info }
      const changedMs = Number(row.changed)
      return [{ id: messageId, info: typed, parts, createdMs: stored.time_created, changedMs }]
    })
    yield { messages, skipped, isLast: begin + settings.rowsAtOnce >= rows.length }
  }
}

function hasOldRows(
  database: DatabaseSyncInstance,
  tables: ReadonlySet<string>,
  id: string,
): boolean {
  if (!tables.has('message')) return false
  return (
    database.prepare('SELECT 1 FROM message WHERE session_id = ? LIMIT 1').get(id) !== undefined
  )
}

function dataOf(row: JsonObject, skipped: string[], name: string): JsonObject | null {
  if (row.data === null) skipped.push(`oversized ${name}`)
  const data = typeof row.data === 'string' ? asObject(parsedJson(row.data)) : null
  if (data === null && row.data !== null) skipped.push(`corrupt ${name}`)
  return data
}

/** Remembers what the newest rows said, since those may be looked at again. */
class RecentRows {
  readonly #from: RowsCursor
  readonly #prints = new Map<string, { readonly print: string; readonly changedMs: number }>()
  #updatedMs: number

  constructor(from: RowsCursor) {
    this.#from = from
    this.#updatedMs = from.updatedMs
  }

  isNews(changedMs: number, harvest: Harvest): boolean {
    this.#updatedMs = Math.max(this.#updatedMs, changedMs)
    let isNews = harvest.pieces.length === 0
    for (const { message } of harvest.pieces) {
      const key = `${message.sessionId}:${message.messageId}`
      const print = messageFingerprint(message)
      this.#prints.set(key, { print, changedMs })
      if (this.#from.given[key] !== print) isNews = true
    }
    return isNews
  }

  cursor(settleMs: number): Pick<RowsCursor, 'form' | 'updatedMs' | 'given'> {
    const since = this.#updatedMs - settleMs
    const known = [...this.#prints].filter(([, { changedMs }]) => changedMs >= since)
    const given = Object.fromEntries(known.map(([key, { print }]) => [key, print]))
    const isQuiet = this.#prints.size === 0
    return { form: 'sqlite', updatedMs: this.#updatedMs, given: isQuiet ? this.#from.given : given }
  }
}
