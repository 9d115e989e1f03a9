/** F-01, B-13. One reading of a transcript: what was read and how far, in one transaction. */
import type { StretchSettings } from '../../sessions/stretches.ts'
import type { NewMessage, SessionNews, Stored, TranscriptBatch } from '../sessions.ts'
import type { Database } from './database.ts'
import { MessageRows } from './message-rows.ts'
import { MessageText } from './message-text.ts'
import { StretchIndex } from './stretch-index.ts'

/** A session while messages are added to it; written back once. */
interface OpenSession {
  readonly row: number
  readonly place: number
  readonly forgotten: boolean
  messages: number
  users: number
  assistants: number
  turns: number
  seq: number
  readonly changedTurns: Set<number>
}

export class SessionWriter {
  readonly #db: Database
  readonly #rows: MessageRows
  readonly #text: MessageText
  readonly #stretches: StretchIndex
  /** The next free row of each place, while a transaction lasts. */
  #nextRows = new Map<number, number>()

  constructor(db: Database, stretches: StretchSettings) {
    this.#db = db
    this.#rows = new MessageRows(db)
    this.#text = new MessageText(db)
    this.#stretches = new StretchIndex(db, stretches)
  }

  put(batches: readonly TranscriptBatch[]): Stored[] {
    return this.#db.transaction(() => {
      this.#nextRows = new Map()
      return batches.map((batch) => this.#putOne(batch))
    })
  }

  /** Everything a session holds; its row stays, so that it is known to be forgotten. */
  removeMessages(session: number): number {
    const rows = this.#db.all('SELECT row, text, calls FROM message WHERE session = ?', session)
    for (const found of rows) {
      const row = Number(found.row)
      this.#text.remove(row, indexedOf(found))
      this.#dropVector(row)
    }
    this.#db.run('DELETE FROM message WHERE session = ?', session)
    this.#stretches.remove(session)
    return rows.length
  }

  #putOne(batch: TranscriptBatch): Stored {
    const known = this.#db.get('SELECT row, revision FROM transcript WHERE path = ?', batch.path)
    const revision = Number(known?.revision ?? 0)
    if (revision !== batch.revision) {
      return { stored: false, revision, sessions: 0, messages: 0, replaced: 0 }
    }
    const transcript = this.#putTranscript(batch, revision + 1)
    this.#putSkips(batch, transcript)
    const open = new Map<string, OpenSession>()
    let sessions = 0
    for (const news of batch.sessions) {
      const { session, isNew } = this.#putSession(news, batch.at)
      open.set(`${news.host}\n${news.id}`, session)
      if (isNew) sessions += 1
    }
    let messages = 0
    let replaced = 0
    for (const message of batch.messages) {
      const session = open.get(`${message.session.host}\n${message.session.id}`)
      if (session === undefined || session.forgotten) continue
      const outcome = this.#putMessage(session, transcript, message)
      if (outcome === 'new') messages += 1
      if (outcome === 'replaced') replaced += 1
    }
    for (const session of open.values()) this.#writeBack(session)
    return { stored: true, revision: revision + 1, sessions, messages, replaced }
  }

  #putTranscript(batch: TranscriptBatch, revision: number): number {
    const found = this.#db.get(
      `INSERT INTO transcript (path, host, cursor, revision, read_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (path) DO UPDATE SET host = excluded.host, revision = excluded.revision,
         cursor = coalesce(excluded.cursor, cursor), read_at = excluded.read_at
       RETURNING row`,
      batch.path,
      batch.host,
      batch.cursor,
      revision,
      batch.at,
    )
    return Number(found?.row)
  }

  #putSkips(batch: TranscriptBatch, transcript: number): void {
    this.#db.run(
      'DELETE FROM transcript_skip WHERE transcript = ? AND (standing = 1 OR ?)',
      transcript,
      batch.restarted ? 1 : 0,
    )
    for (const { reason, count, line, standing } of batch.skipped) {
      this.#db.run(
        `INSERT INTO transcript_skip (transcript, reason, count, line, standing)
         VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (transcript, reason) DO UPDATE SET count = count + excluded.count`,
        transcript,
        reason,
        count,
        line,
        standing ? 1 : 0,
      )
    }
  }

  /** Earliest start, latest end, first folder and project, newest of the rest. */
  #putSession(news: SessionNews, at: string): { session: OpenSession; isNew: boolean } {
    const { host, id } = news
    const known = this.#db.get('SELECT 1 FROM session WHERE id = ? AND host = ?', id, host)
    const row = this.#db.get(
      `INSERT INTO session (host, id, parent, project, place, cwd, branch, title, model, version,
         headless, started_at, last_at, read_at, compactions)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id, host) DO UPDATE SET
         parent = coalesce(excluded.parent, parent), project = coalesce(project, excluded.project),
         cwd = coalesce(cwd, excluded.cwd), branch = coalesce(excluded.branch, branch),
         title = coalesce(excluded.title, title), model = coalesce(excluded.model, model),
         version = coalesce(excluded.version, version),
         headless = coalesce(excluded.headless, headless),
         started_at = min(coalesce(started_at, excluded.started_at), coalesce(excluded.started_at, started_at)),
         last_at = max(coalesce(last_at, excluded.last_at), coalesce(excluded.last_at, last_at)),
         read_at = excluded.read_at, compactions = compactions + excluded.compactions
         WHERE forgotten = 0
       RETURNING row, place, messages, users, assistants, turns, seq`,
      host,
      id,
      news.parent,
      news.project,
      this.#rows.placeOf(news.project),
      news.cwd,
      news.branch,
      news.title,
      news.model,
      news.version,
      news.headless === null ? null : Number(news.headless),
      news.startedAt,
      news.lastAt,
      at,
      news.compactions,
    )
    const session = {
      row: Number(row?.row),
      place: Number(row?.place),
      forgotten: row === undefined,
      messages: Number(row?.messages),
      users: Number(row?.users),
      assistants: Number(row?.assistants),
      turns: Number(row?.turns),
      seq: Number(row?.seq),
      changedTurns: new Set<number>(),
    }
    return { session, isNew: known === undefined }
  }

  #putMessage(
    session: OpenSession,
    transcript: number,
    message: NewMessage,
  ): 'new' | 'replaced' | 'same' {
    const row = this.#nextRows.get(session.place) ?? this.#rows.nextRow(session.place)
    const turn = isTurn(message) ? session.turns : null
    const calls = message.calls.length === 0 ? null : JSON.stringify(message.calls)
    const { changes } = this.#db.run(
      `INSERT INTO message (row, key, session, transcript, seq, turn, message_id, event_id, role,
         origin, at, text, calls, call_id, failed, cwd, branch, model, meta)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
      row,
      message.key,
      session.row,
      transcript,
      session.seq + 1,
      turn,
      message.messageId,
      message.eventId,
      message.role,
      message.origin,
      message.at,
      message.text,
      calls,
      message.callId,
      message.failed ? 1 : 0,
      message.cwd,
      message.branch,
      message.model,
      message.isMeta ? 1 : 0,
    )
    this.#nextRows.set(session.place, changes === 0 ? row : row + 1)
    if (changes === 0) return this.#replace(session, message, calls)
    this.#text.insert(row, message)
    session.seq += 1
    session.messages += 1
    if (message.role === 'user' && !message.isMeta) session.users += 1
    if (message.role === 'assistant' && !message.isMeta) session.assistants += 1
    if (turn !== null) this.#noteTurn(session, row, turn)
    return 'new'
  }

  /** A copy that another session holds is the same message: it stays where it was said first. */
  #replace(session: OpenSession, message: NewMessage, calls: string | null) {
    const found = this.#db.get(
      'SELECT row, session, turn, text, calls, failed FROM message WHERE key = ?',
      message.key,
    )
    if (found === undefined || Number(found.session) !== session.row) return 'same'
    const isSame =
      found.text === message.text &&
      found.calls === calls &&
      Boolean(found.failed) === message.failed
    if (isSame) return 'same'
    const row = Number(found.row)
    session.seq += 1
    const hadTurn = found.turn !== null
    const turn = hadTurn ? Number(found.turn) : isTurn(message) ? session.turns : null
    this.#text.remove(row, indexedOf(found))
    this.#db.run(
      `UPDATE message SET seq = ?, turn = ?, text = ?, calls = ?, failed = ?, at = coalesce(?, at),
         model = coalesce(?, model) WHERE row = ?`,
      session.seq,
      turn,
      message.text,
      calls,
      message.failed ? 1 : 0,
      message.at,
      message.model,
      row,
    )
    this.#text.insert(row, message)
    if (hadTurn) session.changedTurns.add(Number(found.turn))
    if (turn !== null) {
      this.#dropVector(row)
      if (hadTurn) this.#dueVector(row)
      else this.#noteTurn(session, row, turn)
    }
    return 'replaced' as const
  }

  #noteTurn(session: OpenSession, row: number, turn: number): void {
    session.turns = turn + 1
    session.changedTurns.add(turn)
    this.#dueVector(row)
  }

  #writeBack(session: OpenSession): void {
    if (session.forgotten) return
    this.#stretches.rebuild(session.row, session.changedTurns)
    this.#db.run(
      `UPDATE session SET messages = ?, users = ?, assistants = ?, turns = ?, seq = ? WHERE row = ?`,
      session.messages,
      session.users,
      session.assistants,
      session.turns,
      session.seq,
      session.row,
    )
  }

  /** What was said is also found by meaning; tool output by its words alone. */
  #dueVector(row: number): void {
    this.#db.run(`INSERT OR REPLACE INTO vector_due (corpus, unit) VALUES ('messages', ?)`, row)
  }

  #dropVector(row: number): void {
    this.#db.run(`DELETE FROM vector WHERE corpus = 'messages' AND unit = ?`, row)
    this.#db.run(`DELETE FROM vector_due WHERE corpus = 'messages' AND unit = ?`, row)
  }
}

function isTurn({ role, isMeta, text }: NewMessage): boolean {
  return (role === 'user' || role === 'assistant') && !isMeta && text.trim() !== ''
}

function indexedOf(row: Record<string, unknown>) {
  const calls = row.calls === null ? [] : JSON.parse(String(row.calls))
  return { text: String(row.text), calls }
}
