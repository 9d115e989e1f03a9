/** F-01, F-02. Sessions and their messages, read back. */
import type { Timestamp } from '../../clock.ts'
import type { StretchSettings } from '../../sessions/stretches.ts'
import type {
  MessageRange,
  ReadPlace,
  SessionFilter,
  SessionKey,
  SessionStore,
  Skip,
  Stored,
  StoredMessage,
  StoredSession,
  TranscriptBatch,
} from '../sessions.ts'
import type { Database, Row } from './database.ts'
import { MessageCorpus } from './message-corpus.ts'
import { sessionWhere } from './message-where.ts'
import { SessionWriter } from './session-writer.ts'
import type { SqliteVectors } from './vectors.ts'

const MESSAGE = `message.row AS row, message.seq AS seq, message.key AS key, message.message_id,
  message.event_id, message.role, message.origin, message.at, message.text, message.calls,
  message.call_id, message.failed, message.cwd, message.branch, message.model, message.meta,
  session.host AS host, session.id AS session, transcript.path AS path`
const JOINED = `message JOIN session ON session.row = message.session
  JOIN transcript ON transcript.row = message.transcript`

export class SqliteSessions implements SessionStore {
  readonly recall: MessageCorpus
  readonly #db: Database
  readonly #writer: SessionWriter

  constructor(db: Database, vectors: SqliteVectors, stretches: StretchSettings) {
    this.recall = new MessageCorpus(db, vectors)
    this.#db = db
    this.#writer = new SessionWriter(db, stretches)
  }

  async place(path: string): Promise<ReadPlace> {
    const row = this.#db.get('SELECT cursor, revision FROM transcript WHERE path = ?', path)
    if (row === undefined) return { cursor: null, revision: 0 }
    return { cursor: textOf(row.cursor), revision: Number(row.revision) }
  }

  async put(batches: readonly TranscriptBatch[]): Promise<Stored[]> {
    return this.#writer.put(batches)
  }

  async get(id: string, host?: string): Promise<StoredSession | null> {
    const row = this.#db.get(
      `SELECT * FROM session WHERE id = ? AND (? IS NULL OR host = ?) AND forgotten = 0
       ORDER BY last_at DESC, host LIMIT 1`,
      id,
      host ?? null,
      host ?? null,
    )
    return row ? sessionOf(row) : null
  }

  async withIdStart(start: string, limit: number): Promise<StoredSession[]> {
    const rows = this.#db.all(
      `SELECT * FROM session WHERE substr(id, 1, ?) = ? AND forgotten = 0 ORDER BY id, host LIMIT ?`,
      start.length,
      start,
      limit,
    )
    return rows.map(sessionOf)
  }

  async list(
    filter: SessionFilter,
    { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
  ): Promise<StoredSession[]> {
    const { sql, values } = sessionWhere(filter)
    const rows = this.#db.all(
      `SELECT * FROM session WHERE ${sql} ORDER BY last_at DESC, id LIMIT ? OFFSET ?`,
      ...values,
      limit,
      offset,
    )
    return rows.map(sessionOf)
  }

  async count(filter: SessionFilter): Promise<number> {
    const { sql, values } = sessionWhere(filter)
    return Number(this.#db.get(`SELECT count(*) AS n FROM session WHERE ${sql}`, ...values)?.n ?? 0)
  }

  async messages(session: SessionKey, range: MessageRange = {}): Promise<StoredMessage[]> {
    const row = this.#rowOf(session)
    if (row === null) return []
    const { afterSeq = 0, last, limit = -1, offset = 0 } = range
    // The latest are found by the index alone, however long the session is.
    const order = last === undefined ? 'message.row' : 'message.seq DESC'
    const found = this.#db.all(
      `SELECT ${MESSAGE} FROM ${JOINED} WHERE message.session = ? AND message.seq > ?
       ORDER BY ${order} LIMIT ? OFFSET ?`,
      row,
      afterSeq,
      last ?? limit,
      offset,
    )
    return found.map(messageOf).sort((a, b) => a.row - b.row)
  }

  async withMessageIds(session: SessionKey, ids: readonly string[]): Promise<StoredMessage[]> {
    const row = this.#rowOf(session)
    if (row === null) return []
    return this.#db
      .all(
        `SELECT ${MESSAGE} FROM ${JOINED} WHERE message.session = ?
         AND (message.message_id IN (SELECT value FROM json_each(?))
           OR message.key IN (SELECT value FROM json_each(?))) ORDER BY message.row`,
        row,
        JSON.stringify(ids),
        JSON.stringify(ids),
      )
      .map(messageOf)
  }

  async withKeys(keys: readonly string[]): Promise<StoredMessage[]> {
    const rows = this.#db.all(
      `SELECT ${MESSAGE} FROM ${JOINED} WHERE message.key IN (SELECT value FROM json_each(?))`,
      JSON.stringify(keys),
    )
    const found = new Map(rows.map((row) => [String(row.key), messageOf(row)]))
    return keys.flatMap((key) => found.get(key) ?? [])
  }

  async pathsOf(session: SessionKey): Promise<string[]> {
    const row = this.#rowOf(session)
    if (row === null) return []
    return this.#db
      .all(
        `SELECT path FROM transcript
         WHERE row IN (SELECT DISTINCT transcript FROM message WHERE session = ?)
         ORDER BY read_at DESC, path`,
        row,
      )
      .map(({ path }) => String(path))
  }

  async uncaptured(limit: number): Promise<StoredSession[]> {
    return this.#db
      .all(
        `SELECT * FROM session WHERE captured < seq AND forgotten = 0
         ORDER BY last_at, id LIMIT ?`,
        limit,
      )
      .map(sessionOf)
  }

  async captured({ host, id }: SessionKey, seq: number): Promise<void> {
    this.#db.run(
      'UPDATE session SET captured = max(captured, ?) WHERE id = ? AND host = ?',
      seq,
      id,
      host,
    )
  }

  async skips(): Promise<Skip[]> {
    return this.#db
      .all(
        `SELECT transcript.path AS path, transcript.host AS host, reason, count, line, standing
         FROM transcript_skip JOIN transcript ON transcript.row = transcript_skip.transcript
         ORDER BY count DESC, path, reason`,
      )
      .map((row) => ({
        path: String(row.path),
        host: String(row.host),
        reason: String(row.reason),
        count: Number(row.count),
        line: row.line === null ? null : Number(row.line),
        standing: row.standing === 1,
      }))
  }

  async forget(session: SessionKey): Promise<{ messages: number }> {
    const row = this.#rowOf(session)
    if (row === null) return { messages: 0 }
    this.#db.exec('PRAGMA secure_delete = ON')
    const messages = this.#db.transaction(() => {
      const removed = this.#writer.removeMessages(row)
      this.#db.run(
        `UPDATE session SET forgotten = 1, parent = NULL, project = NULL, cwd = NULL, branch = NULL,
           title = NULL, model = NULL, version = NULL, messages = 0, users = 0, assistants = 0,
           turns = 0 WHERE row = ?`,
        row,
      )
      this.#forgetTraces(session)
      return removed
    })
    // Words linger in merged index segments and in pages that were freed: write all of it anew.
    for (const index of ['message_text', 'stretch_text']) {
      this.#db.exec(`INSERT INTO ${index} (${index}) VALUES ('optimize')`)
    }
    this.#db.exec('VACUUM')
    this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    this.#db.exec('PRAGMA secure_delete = FAST')
    return { messages }
  }

  async prune(before: Timestamp): Promise<{ sessions: number; messages: number }> {
    return this.#db.transaction(() => {
      const old = this.#db.all(
        `SELECT row FROM session WHERE forgotten = 0 AND coalesce(last_at, read_at) < ?`,
        before,
      )
      let messages = 0
      for (const { row } of old) {
        messages += this.#writer.removeMessages(Number(row))
        this.#db.run('DELETE FROM session WHERE row = ?', Number(row))
      }
      return { sessions: old.length, messages }
    })
  }

  /** B-15. */
  rebuildIndexes(): void {
    this.#writer.rebuildIndexes()
  }

  async totals(): Promise<{ transcripts: number; sessions: number; messages: number }> {
    const count = (sql: string) => Number(this.#db.get(sql)?.n ?? 0)
    return {
      transcripts: count('SELECT count(*) AS n FROM transcript'),
      sessions: count('SELECT count(*) AS n FROM session WHERE forgotten = 0'),
      messages: count('SELECT coalesce(sum(messages), 0) AS n FROM session'),
    }
  }

  /** Its lifeboat and what capture and context keep about it between turns. */
  #forgetTraces({ id }: SessionKey): void {
    this.#db.run(
      `UPDATE journal SET before = NULL, after = NULL, erased = 1
       WHERE kind = 'document' AND key IN (SELECT id FROM document WHERE session = ?)`,
      id,
    )
    this.#db.run('DELETE FROM document WHERE session = ?', id)
    // An incognito session stays one.
    const notes = `%:${id.replace(/[\\%_]/g, '\\$&')}`
    this.#db.run(`DELETE FROM note WHERE key LIKE ? ESCAPE '\\' AND key NOT LIKE 'off:%'`, notes)
  }

  #rowOf({ host, id }: SessionKey): number | null {
    const row = this.#db.get(
      'SELECT row FROM session WHERE id = ? AND host = ? AND forgotten = 0',
      id,
      host,
    )
    return row ? Number(row.row) : null
  }
}

function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}

/** Rows were written by the writer beside this file, so they have these shapes. */
function sessionOf(row: Row): StoredSession {
  return {
    host: String(row.host),
    id: String(row.id),
    parent: textOf(row.parent),
    project: textOf(row.project),
    cwd: textOf(row.cwd),
    branch: textOf(row.branch),
    title: textOf(row.title),
    model: textOf(row.model),
    version: textOf(row.version),
    headless: row.headless === null ? null : row.headless === 1,
    startedAt: textOf(row.started_at),
    lastAt: textOf(row.last_at),
    messages: Number(row.messages),
    users: Number(row.users),
    assistants: Number(row.assistants),
    compactions: Number(row.compactions),
    captured: Number(row.captured),
  }
}

function messageOf(row: Row): StoredMessage {
  return {
    row: Number(row.row),
    seq: Number(row.seq),
    key: String(row.key),
    host: String(row.host),
    session: String(row.session),
    messageId: String(row.message_id),
    eventId: String(row.event_id),
    role: row.role as StoredMessage['role'],
    origin: row.origin as StoredMessage['origin'],
    at: textOf(row.at),
    text: String(row.text),
    calls: row.calls === null ? [] : JSON.parse(String(row.calls)),
    callId: textOf(row.call_id),
    failed: row.failed === 1,
    cwd: textOf(row.cwd),
    branch: textOf(row.branch),
    model: textOf(row.model),
    isMeta: row.meta === 1,
    path: String(row.path),
  }
}
