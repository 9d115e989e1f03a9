/** F-01, B-13. One reading of a transcript: what was read and how far, in one transaction. */
import { isTurn } from '../rules/turns.ts'
import type { NewMessage, SessionNews, Stored, TranscriptBatch } from '../sessions.ts'
import type { Bindable, Database, Row } from './database.ts'
import { MessageRows } from './message-rows.ts'
import { MessageText } from './message-text.ts'
import { type Sections, StretchIndex } from './stretch-index.ts'

const REBUILD_BATCH = 500

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
  readonly sections: Sections
}

export class SessionWriter {
  readonly #db: Database
  readonly #rows: MessageRows
  readonly #text: MessageText
  readonly #stretches: StretchIndex
  /** The next free row of each place, while a transaction lasts. */
  #nextRows = new Map<number, number>()

  constructor(db: Database) {
    this.#db = db
    this.#rows = new MessageRows(db)
    this.#text = new MessageText(db)
    this.#stretches = new StretchIndex(db)
  }

  put(batches: readonly TranscriptBatch[]): Stored[] {
    return this.#db.transaction(() => {
      this.#nextRows = new Map()
      return batches.map((batch) => this.#putOne(batch))
    })
  }

  /** Everything a session holds; its row stays, so that it is known to be forgotten. */
  removeMessages(session: number): number {
    const rows = this.#db.all(
      'SELECT row, role, text, calls FROM message WHERE session = ?',
      session,
    )
    for (const found of rows) {
      const row = Number(found.row)
      this.#text.remove(row, indexedOf(found))
      this.#dropVector(row)
    }
    this.#db.run('DELETE FROM message WHERE session = ?', session)
    this.#stretches.remove(session)
    return rows.length
  }

  /** B-15. The words and stretches of every message, built again from the rows. */
  rebuildIndexes(): void {
    this.#db.transaction(() => {
      this.#text.clear()
      this.#stretches.clear()
      for (let last = 0; ; ) {
        const rows = this.#db.all(
          'SELECT row, role, text, calls FROM message WHERE row > ? ORDER BY row LIMIT ?',
          last,
          REBUILD_BATCH,
        )
        if (rows.length === 0) break
        for (const found of rows) this.#text.insert(Number(found.row), indexedOf(found))
        last = Number(rows.at(-1)?.row)
      }
      for (const { row } of this.#db.all('SELECT row FROM session WHERE turns > 0')) {
        this.#rebuildStretches(Number(row))
      }
    })
  }

  #rebuildStretches(session: number): void {
    const sections = this.#stretches.open(session, 0)
    const turns = this.#db.all(
      `SELECT turn, length(text) AS n FROM message WHERE session = ? AND turn IS NOT NULL
       ORDER BY turn`,
      session,
    )
    for (const { turn, n } of turns) sections.addMessage(Number(turn), Number(n))
    sections.rebuild()
    this.#db.run('UPDATE session SET section = ? WHERE row = ?', sections.current, session)
  }

  #putOne(batch: TranscriptBatch): Stored {
    const known = this.#db.get('SELECT row, revision FROM transcript WHERE path = ?', batch.path)
    const revision = Number(known?.revision ?? 0)
    if (revision !== batch.revision) {
      return { stored: false, revision, sessions: 0, messages: 0, replaced: 0 }
    }
    const transcript = this.#putTranscript(batch, known && Number(known.row))
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

  /** Without RETURNING, which builds a table of its own for each statement. */
  #putTranscript(batch: TranscriptBatch, known: number | undefined): number {
    const { path, host, cursor, at } = batch
    if (known === undefined) {
      return this.#db.run(
        'INSERT INTO transcript (path, host, cursor, revision, read_at) VALUES (?, ?, ?, 1, ?)',
        path,
        host,
        cursor,
        at,
      ).lastId
    }
    this.#db.run(
      `UPDATE transcript SET host = ?, cursor = coalesce(?, cursor), revision = revision + 1,
         read_at = ? WHERE row = ?`,
      host,
      cursor,
      at,
      known,
    )
    return known
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

  #putSession(news: SessionNews, at: string): { session: OpenSession; isNew: boolean } {
    const { host, id } = news
    const known = this.#db.get('SELECT * FROM session WHERE id = ? AND host = ?', id, host)
    if (known === undefined) {
      const place = this.#rows.placeOf(news.project)
      const row = this.#insertSession(news, place, at)
      return { session: this.#opened({ row, place }), isNew: true }
    }
    if (known.forgotten === 0) this.#updateSession(news, Number(known.row), at)
    return { session: this.#opened(known), isNew: false }
  }

  #opened(row: Row): OpenSession {
    const number = (column: string) => Number(row[column] ?? 0)
    return {
      row: number('row'),
      place: number('place'),
      forgotten: row.forgotten === 1,
      messages: number('messages'),
      users: number('users'),
      assistants: number('assistants'),
      turns: number('turns'),
      seq: number('seq'),
      sections: this.#stretches.open(number('row'), number('section')),
    }
  }

  #insertSession(news: SessionNews, place: number, at: string): number {
    return this.#db.run(
      `INSERT INTO session (host, id, parent, project, place, cwd, branch, title, model, version,
         headless, started_at, last_at, read_at, compactions)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      news.host,
      news.id,
      news.parent,
      news.project,
      place,
      ...valuesOf(news, at),
    ).lastId
  }

  /** Earliest start, latest end, first folder and project, newest of the rest. */
  #updateSession(news: SessionNews, row: number, at: string): void {
    this.#db.run(
      `UPDATE session SET parent = coalesce(?1, parent), project = coalesce(project, ?2),
         cwd = coalesce(cwd, ?3), branch = coalesce(?4, branch), title = coalesce(?5, title),
         model = coalesce(?6, model), version = coalesce(?7, version),
         headless = coalesce(?8, headless),
         started_at = min(coalesce(started_at, ?9), coalesce(?9, started_at)),
         last_at = max(coalesce(last_at, ?10), coalesce(?10, last_at)),
         read_at = ?11, compactions = compactions + ?12
       WHERE row = ?13`,
      news.parent,
      news.project,
      ...valuesOf(news, at),
      row,
    )
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
    if (turn !== null) this.#noteTurn(session, row, turn, message.text.length)
    return 'new'
  }

  /** A copy that another session holds is the same message: it stays where it was said first. */
  #replace(session: OpenSession, message: NewMessage, calls: string | null) {
    const found = this.#db.get(
      'SELECT row, session, turn, role, text, calls, failed FROM message WHERE key = ?',
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
    if (hadTurn) {
      session.sections.changeTurn(Number(found.turn))
      this.#dropVector(row)
      this.#dueVector(row)
    } else if (turn !== null) this.#noteTurn(session, row, turn, message.text.length)
    return 'replaced' as const
  }

  #noteTurn(session: OpenSession, row: number, turn: number, characters: number): void {
    session.turns = turn + 1
    session.sections.addMessage(turn, characters)
    this.#dueVector(row)
  }

  #writeBack(session: OpenSession): void {
    if (session.forgotten) return
    session.sections.rebuild()
    this.#db.run(
      `UPDATE session SET messages = ?, users = ?, assistants = ?, turns = ?, section = ?, seq = ?
       WHERE row = ?`,
      session.messages,
      session.users,
      session.assistants,
      session.turns,
      session.sections.current,
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

function indexedOf(row: Record<string, unknown>) {
  const calls = row.calls === null ? [] : JSON.parse(String(row.calls))
  return { role: row.role as NewMessage['role'], text: String(row.text), calls }
}

/** From `cwd` to `compactions`, in the order of the columns. */
function valuesOf(news: SessionNews, at: string): Bindable[] {
  const { cwd, branch, title, model, version, startedAt, lastAt, compactions } = news
  const headless = news.headless === null ? null : Number(news.headless)
  return [cwd, branch, title, model, version, headless, startedAt, lastAt, at, compactions]
}
