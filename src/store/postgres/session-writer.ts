/**
 * F-01, B-13. One reading of transcripts: what was read and how far, in one transaction. Readers of
 * one space take turns; messages are worked through in memory and written together.
 */
import type { SessionNews, Stored, TranscriptBatch } from '../sessions.ts'
import type { Connections, Transaction } from './connections.ts'
import { type MessageTotals, MessageWriter, nullable, type OpenSession } from './message-writer.ts'
import { transcriptPlace } from './messages-found.ts'
import type { Space } from './space.ts'
import { toText } from './texts.ts'

export class SessionWriter {
  readonly #db: Connections
  readonly #space: Space
  readonly #messages: MessageWriter

  constructor(db: Connections, space: Space) {
    this.#db = db
    this.#space = space
    this.#messages = new MessageWriter(space)
  }

  get messages(): MessageWriter {
    return this.#messages
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
  async take(db: Transaction): Promise<MessageTotals> {
    db.send(
      'INSERT INTO message_totals (space) VALUES ($1) ON CONFLICT DO NOTHING',
      this.#space.number,
    )
    const row = await db.get(
      `SELECT units, sessions, transcripts, passages, tokens FROM message_totals
       WHERE space = $1 FOR UPDATE`,
      this.#space.number,
    )
    return { ...(row as unknown as MessageTotals) }
  }

  give(db: Transaction, totals: MessageTotals): void {
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

  async #putOne(
    db: Transaction,
    batch: TranscriptBatch,
    totals: MessageTotals,
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
    const counts = await this.#messages.put(db, batch, transcript, open, totals)
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
    totals: MessageTotals,
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
