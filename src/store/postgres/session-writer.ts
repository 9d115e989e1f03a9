/**
 * F-01, B-13. One reading of transcripts: what was read and how far, in one transaction. Readers of
 * one space take turns; messages are worked through in memory and written together.
 */
import type { NewMessage, SessionNews, Stored, TranscriptBatch } from '../sessions.ts'
import type { Bindable, Connections, Row, Transaction } from './connections.ts'
import { messageWords } from './message-words.ts'
import { transcriptPlace } from './messages-found.ts'
import type { Space } from './space.ts'
import { fromText, toText } from './texts.ts'

interface Totals {
  units: number
  sessions: number
  transcripts: number
  passages: number
  tokens: number
}

/** A session while messages are added to it; written back once. */
interface OpenSession {
  readonly number: number
  readonly place: number
  messages: number
  users: number
  assistants: number
  turns: number
  seq: number
}

/** A message as it is, or as it is going to be. */
interface KnownMessage {
  readonly unit: number
  readonly place: number
  readonly session: number
  turn: number | null
  text: string
  calls: string | null
  failed: boolean
}

interface WaitingMessage extends KnownMessage {
  readonly transcript: number
  readonly seq: number
  readonly message: NewMessage
}

const MESSAGE_COLUMNS: readonly {
  readonly name: string
  readonly type: string
  readonly of: (row: WaitingMessage) => Bindable
}[] = [
  { name: 'place', type: 'integer', of: (row) => row.place },
  { name: 'unit', type: 'bigint', of: (row) => row.unit },
  { name: 'key', type: 'text', of: ({ message }) => toText(message.key) },
  { name: 'session', type: 'bigint', of: (row) => row.session },
  { name: 'transcript', type: 'bigint', of: (row) => row.transcript },
  { name: 'seq', type: 'bigint', of: (row) => row.seq },
  { name: 'turn', type: 'bigint', of: (row) => row.turn },
  { name: 'message_id', type: 'text', of: ({ message }) => toText(message.messageId) },
  { name: 'event_id', type: 'text', of: ({ message }) => toText(message.eventId) },
  { name: 'role', type: 'text', of: ({ message }) => message.role },
  { name: 'origin', type: 'text', of: ({ message }) => message.origin },
  { name: 'at', type: 'text', of: ({ message }) => message.at },
  { name: 'text', type: 'text', of: ({ message }) => toText(message.text) },
  { name: 'calls', type: 'text', of: (row) => row.calls },
  { name: 'call_id', type: 'text', of: ({ message }) => nullable(message.callId) },
  { name: 'failed', type: 'boolean', of: ({ message }) => message.failed },
  { name: 'cwd', type: 'text', of: ({ message }) => nullable(message.cwd) },
  { name: 'branch', type: 'text', of: ({ message }) => nullable(message.branch) },
  { name: 'model', type: 'text', of: ({ message }) => nullable(message.model) },
  { name: 'meta', type: 'boolean', of: ({ message }) => message.isMeta },
]

export class SessionWriter {
  readonly #db: Connections
  readonly #space: Space

  constructor(db: Connections, space: Space) {
    this.#db = db
    this.#space = space
  }

  async put(batches: readonly TranscriptBatch[]): Promise<Stored[]> {
    await this.#db.ready()
    const projects = batches.flatMap(({ sessions }) => sessions.map(({ project }) => project))
    const keys = [...new Set(projects.map(transcriptPlace))]
    const places = await this.#space.placesOf(this.#db, keys)
    return this.#db.transaction(async (db) => {
      const totals = await this.take(db)
      const stored: Stored[] = []
      for (const batch of batches) stored.push(await this.#putOne(db, batch, totals, places))
      this.give(db, totals)
      return stored
    })
  }

  /** Waits for its turn, and keeps it until the transaction ends. */
  async take(db: Transaction): Promise<Totals> {
    db.send(
      'INSERT INTO message_totals (space) VALUES ($1) ON CONFLICT DO NOTHING',
      this.#space.number,
    )
    const row = await db.get(
      `SELECT units, sessions, transcripts, passages, tokens FROM message_totals
       WHERE space = $1 FOR UPDATE`,
      this.#space.number,
    )
    return { ...(row as unknown as Totals) }
  }

  give(db: Transaction, totals: Totals): void {
    db.send(
      `UPDATE message_totals SET units = $2, sessions = $3, transcripts = $4, passages = $5,
         tokens = $6 WHERE space = $1`,
      this.#space.number,
      totals.units,
      totals.sessions,
      totals.transcripts,
      totals.passages,
      totals.tokens,
    )
  }

  /** Everything a session holds; its row stays, so that it is known to be forgotten. */
  async removeMessages(db: Transaction, session: number, totals: Totals): Promise<number> {
    const space = this.#space.number
    const gone = await db.all(
      'DELETE FROM message WHERE space = $1 AND session = $2 RETURNING place, unit',
      space,
      session,
    )
    const units = gone.map(({ unit }) => Number(unit))
    const places = [...new Set(gone.map(({ place }) => Number(place)))]
    await this.#removeWords(db, places, units, totals)
    this.#dropVectors(db, units)
    db.send(
      `DELETE FROM vector_due WHERE space = $1 AND corpus = 'messages' AND unit = ANY($2::bigint[])`,
      space,
      units,
    )
    return units.length
  }

  async #putOne(
    db: Transaction,
    batch: TranscriptBatch,
    totals: Totals,
    places: ReadonlyMap<string, number>,
  ): Promise<Stored> {
    const known = await db.get(
      'SELECT number, revision FROM transcript WHERE space = $1 AND path = $2',
      this.#space.number,
      toText(batch.path),
    )
    const revision = Number(known?.revision ?? 0)
    if (revision !== batch.revision) {
      return { stored: false, revision, sessions: 0, messages: 0, replaced: 0 }
    }
    const transcript = known ? Number(known.number) : ++totals.transcripts
    this.#putTranscript(db, batch, transcript, revision + 1)
    const open = new Map<string, OpenSession>()
    let sessions = 0
    for (const news of batch.sessions) {
      const place = places.get(transcriptPlace(news.project)) as number
      const { session, isNew } = await this.#putSession(db, news, batch.at, place, totals)
      if (session) open.set(`${news.host}\n${news.id}`, session)
      if (isNew) sessions += 1
    }
    const counts = await this.#putMessages(db, batch, transcript, open, totals)
    for (const session of open.values()) this.#writeBack(db, session)
    return { stored: true, revision: revision + 1, sessions, ...counts }
  }

  #putTranscript(db: Transaction, batch: TranscriptBatch, number: number, revision: number): void {
    const space = this.#space.number
    db.send(
      `INSERT INTO transcript (space, number, path, host, cursor, revision, read_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (space, path) DO UPDATE SET host = excluded.host, revision = excluded.revision,
         cursor = coalesce(excluded.cursor, transcript.cursor), read_at = excluded.read_at`,
      space,
      number,
      toText(batch.path),
      toText(batch.host),
      nullable(batch.cursor),
      revision,
      batch.at,
    )
    db.send(
      'DELETE FROM transcript_skip WHERE space = $1 AND transcript = $2 AND (standing OR $3)',
      space,
      number,
      batch.restarted,
    )
    for (const { reason, count, line, standing } of batch.skipped) {
      db.send(
        `INSERT INTO transcript_skip (space, transcript, reason, count, line, standing)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (space, transcript, reason)
         DO UPDATE SET count = transcript_skip.count + excluded.count`,
        space,
        number,
        toText(reason),
        count,
        line,
        standing,
      )
    }
  }

  /** Earliest start, latest end, first folder and project, newest of the rest. */
  async #putSession(
    db: Transaction,
    news: SessionNews,
    at: string,
    place: number,
    totals: Totals,
  ): Promise<{ session: OpenSession | null; isNew: boolean }> {
    const number = totals.sessions + 1
    const row = await db.get(
      `INSERT INTO session AS known (space, number, host, id, parent, project, place, cwd, branch,
         title, model, version, headless, started_at, last_at, read_at, compactions)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
       ON CONFLICT (space, id, host) DO UPDATE SET
         parent = coalesce(excluded.parent, known.parent),
         project = coalesce(known.project, excluded.project),
         cwd = coalesce(known.cwd, excluded.cwd),
         branch = coalesce(excluded.branch, known.branch),
         title = coalesce(excluded.title, known.title),
         model = coalesce(excluded.model, known.model),
         version = coalesce(excluded.version, known.version),
         headless = coalesce(excluded.headless, known.headless),
         started_at = least(known.started_at, excluded.started_at),
         last_at = greatest(known.last_at, excluded.last_at),
         read_at = excluded.read_at, compactions = known.compactions + excluded.compactions
         WHERE NOT known.forgotten
       RETURNING number, place, messages, users, assistants, turns, seq`,
      this.#space.number,
      number,
      toText(news.host),
      toText(news.id),
      nullable(news.parent),
      nullable(news.project),
      place,
      nullable(news.cwd),
      nullable(news.branch),
      nullable(news.title),
      nullable(news.model),
      nullable(news.version),
      news.headless,
      news.startedAt,
      news.lastAt,
      at,
      news.compactions,
    )
    if (!row) return { session: null, isNew: false }
    const isNew = Number(row.number) === number
    if (isNew) totals.sessions = number
    return { session: { ...(row as unknown as OpenSession) }, isNew }
  }

  async #putMessages(
    db: Transaction,
    batch: TranscriptBatch,
    transcript: number,
    open: ReadonlyMap<string, OpenSession>,
    totals: Totals,
  ): Promise<{ messages: number; replaced: number }> {
    const known = await this.#knownMessages(
      db,
      batch.messages.map(({ key }) => key),
    )
    const added: WaitingMessage[] = []
    const due: number[] = []
    let messages = 0
    let replaced = 0
    for (const message of batch.messages) {
      const session = open.get(`${message.session.host}\n${message.session.id}`)
      if (!session) continue
      const calls = message.calls.length === 0 ? null : toText(JSON.stringify(message.calls))
      const found = known.get(message.key)
      if (found) {
        const isOther =
          found.session === session.number &&
          (found.text !== message.text || found.calls !== calls || found.failed !== message.failed)
        if (!isOther) continue
        // What was added in this very batch has to be there before it can be replaced.
        await this.#insert(db, added.splice(0), totals)
        await this.#replace(db, session, found, message, calls, totals, due)
        replaced += 1
        continue
      }
      const turn = isTurn(message) ? session.turns++ : null
      messages += 1
      session.seq += 1
      session.messages += 1
      if (message.role === 'user' && !message.isMeta) session.users += 1
      if (message.role === 'assistant' && !message.isMeta) session.assistants += 1
      const { place, number } = session
      const { text, failed } = message
      const state = { unit: ++totals.units, place, session: number, turn, text, calls, failed }
      known.set(message.key, state)
      added.push({ ...state, transcript, seq: session.seq, message })
      if (turn !== null) due.push(state.unit)
      if (added.length >= INSERTED_AT_ONCE) await this.#insert(db, added.splice(0), totals)
    }
    await this.#insert(db, added, totals)
    if (due.length > 0) {
      db.send(
        `INSERT INTO vector_due (space, corpus, unit)
         SELECT $1, 'messages', unit FROM unnest($2::bigint[]) AS unit ORDER BY unit
         ON CONFLICT (space, corpus, unit) DO UPDATE SET ticket = nextval('vector_ticket')`,
        this.#space.number,
        [...new Set(due)],
      )
    }
    return { messages, replaced }
  }

  async #knownMessages(
    db: Transaction,
    keys: readonly string[],
  ): Promise<Map<string, KnownMessage>> {
    if (keys.length === 0) return new Map()
    const rows = await db.all(
      `SELECT key, unit, place, session, turn, text, calls, failed FROM message
       WHERE space = $1 AND key = ANY($2::text[])`,
      this.#space.number,
      keys.map(toText),
    )
    const byKey = new Map(keys.map((key) => [toText(key), key]))
    return new Map(rows.map((row) => [byKey.get(String(row.key)) as string, knownOf(row)]))
  }

  async #insert(db: Transaction, rows: readonly WaitingMessage[], totals: Totals): Promise<void> {
    if (rows.length === 0) return
    const names = MESSAGE_COLUMNS.map(({ name }) => `"${name}"`).join(', ')
    const lists = MESSAGE_COLUMNS.map(({ type }, at) => `$${at + 2}::${type}[]`).join(', ')
    db.send(
      `INSERT INTO message (space, ${names})
       SELECT $1::integer, ${names} FROM unnest(${lists}) AS given(${names})`,
      this.#space.number,
      ...MESSAGE_COLUMNS.map((column) => rows.map(column.of)),
    )
    this.#insertWords(db, rows, totals)
  }

  #insertWords(
    db: Transaction,
    rows: readonly { unit: number; place: number; message: NewMessage }[],
    totals: Totals,
  ): void {
    const passages = rows.flatMap(({ unit, place, message }) =>
      messageWords(this.#space.number, message).map((words, number) => ({
        unit,
        place,
        number,
        ...words,
      })),
    )
    if (passages.length === 0) return
    totals.passages += passages.length
    totals.tokens += passages.reduce((sum, { tokens }) => sum + tokens, 0)
    db.send(
      `INSERT INTO message_passage (space, place, message, number, tokens, words)
       SELECT $1, place, message, number, tokens, words::tsvector
       FROM unnest($2::integer[], $3::bigint[], $4::integer[], $5::integer[], $6::text[])
         AS given(place, message, number, tokens, words)`,
      this.#space.number,
      passages.map(({ place }) => place),
      passages.map(({ unit }) => unit),
      passages.map(({ number }) => number),
      passages.map(({ tokens }) => tokens),
      passages.map(({ words }) => toText(words)),
    )
  }

  /** A copy that another session holds is the same message: it stays where it was said first. */
  async #replace(
    db: Transaction,
    session: OpenSession,
    found: KnownMessage,
    message: NewMessage,
    calls: string | null,
    totals: Totals,
    due: number[],
  ): Promise<void> {
    session.seq += 1
    if (found.turn === null && isTurn(message)) found.turn = session.turns++
    found.text = message.text
    found.calls = calls
    found.failed = message.failed
    await this.#removeWords(db, [found.place], [found.unit], totals)
    db.send(
      `UPDATE message SET seq = $4, turn = $5, text = $6, calls = $7, failed = $8,
         at = coalesce($9, at), model = coalesce($10, model)
       WHERE space = $1 AND place = $2 AND unit = $3`,
      this.#space.number,
      found.place,
      found.unit,
      session.seq,
      found.turn,
      toText(message.text),
      calls,
      message.failed,
      message.at,
      nullable(message.model),
    )
    this.#insertWords(db, [{ ...found, message }], totals)
    if (found.turn === null) return
    this.#dropVectors(db, [found.unit])
    due.push(found.unit)
  }

  async #removeWords(
    db: Transaction,
    places: readonly number[],
    units: readonly number[],
    totals: Totals,
  ): Promise<void> {
    const gone = await db.all(
      `DELETE FROM message_passage WHERE space = $1 AND place = ANY($2::integer[])
         AND message = ANY($3::bigint[]) RETURNING tokens`,
      this.#space.number,
      places,
      units,
    )
    totals.passages -= gone.length
    totals.tokens -= gone.reduce((sum, { tokens }) => sum + Number(tokens), 0)
  }

  #dropVectors(db: Transaction, units: readonly number[]): void {
    db.send(
      `WITH gone AS (DELETE FROM embedding WHERE space = $1 AND corpus = 'messages'
         AND unit = ANY($2::bigint[]) RETURNING id)
       DELETE FROM vector_code WHERE space = $1 AND id IN (SELECT id FROM gone)`,
      this.#space.number,
      units,
    )
  }

  #writeBack(db: Transaction, session: OpenSession): void {
    db.send(
      `UPDATE session SET messages = $3, users = $4, assistants = $5, turns = $6, seq = $7
       WHERE space = $1 AND number = $2`,
      this.#space.number,
      session.number,
      session.messages,
      session.users,
      session.assistants,
      session.turns,
      session.seq,
    )
  }
}

const INSERTED_AT_ONCE = 500

/** The columns hold what this writer put there. */
function knownOf(row: Row): KnownMessage {
  return {
    unit: Number(row.unit),
    place: Number(row.place),
    session: Number(row.session),
    turn: row.turn === null ? null : Number(row.turn),
    text: fromText(String(row.text)),
    calls: row.calls === null ? null : String(row.calls),
    failed: row.failed === true,
  }
}

function isTurn({ role, isMeta, text }: NewMessage): boolean {
  return (role === 'user' || role === 'assistant') && !isMeta && text.trim() !== ''
}

function nullable(value: string | null): string | null {
  return value === null ? null : toText(value)
}
