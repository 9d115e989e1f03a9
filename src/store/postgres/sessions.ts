/** F-01, F-02. Sessions and their messages, read back. */
import type { Timestamp } from '../../clock.ts'
import type { Bm25Settings } from '../../search/bm25.ts'
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
import type { Bindable, Connections } from './connections.ts'
import { MessageCorpus } from './message-corpus.ts'
import { MESSAGE, messageOf, sessionOf, sessionWhere, textOf, WHOSE } from './session-rows.ts'
import { SessionWriter } from './session-writer.ts'
import type { Space } from './space.ts'
import { fromText, toText } from './texts.ts'
import type { PostgresVectors } from './vectors.ts'
import { int } from './where.ts'

const EVERYTHING = Number.MAX_SAFE_INTEGER

export class PostgresSessions implements SessionStore {
  readonly #db: Connections
  readonly #space: Space
  readonly #writer: SessionWriter
  readonly recall: MessageCorpus

  constructor(db: Connections, space: Space, vectors: PostgresVectors, bm25: Bm25Settings) {
    this.recall = new MessageCorpus(db, space, vectors, bm25)
    this.#db = db
    this.#space = space
    this.#writer = new SessionWriter(db, space)
  }

  async place(path: string): Promise<ReadPlace> {
    const row = await this.#db.get(
      'SELECT cursor, revision FROM transcript WHERE space = $1 AND path = $2',
      await this.#number(),
      toText(path),
    )
    if (row === undefined) return { cursor: null, revision: 0 }
    return { cursor: textOf(row.cursor), revision: Number(row.revision) }
  }

  async put(batches: readonly TranscriptBatch[]): Promise<Stored[]> {
    return this.#writer.put(batches)
  }

  async get(id: string, host?: string): Promise<StoredSession | null> {
    const [session] = await this.#sessions(
      `id = $2 AND ($3::text IS NULL OR host = $3) AND NOT forgotten
       ORDER BY last_at DESC NULLS LAST, host LIMIT 1`,
      toText(id),
      host === undefined ? null : toText(host),
    )
    return session ?? null
  }

  async withIdStart(start: string, limit: number): Promise<StoredSession[]> {
    return this.#sessions(
      'starts_with(id, $2) AND NOT forgotten ORDER BY id, host LIMIT $3::bigint',
      toText(start),
      int(limit),
    )
  }

  async list(
    filter: SessionFilter,
    { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
  ): Promise<StoredSession[]> {
    const { sql, values } = sessionWhere(filter, [await this.#number()])
    const at = values.length
    const rows = await this.#db.all(
      `SELECT * FROM session WHERE ${sql} ORDER BY last_at DESC NULLS LAST, id
       LIMIT $${at + 1}::bigint OFFSET $${at + 2}::bigint`,
      ...values,
      int(limit),
      int(offset),
    )
    return rows.map(sessionOf)
  }

  async count(filter: SessionFilter): Promise<number> {
    const { sql, values } = sessionWhere(filter, [await this.#number()])
    const row = await this.#db.get(`SELECT count(*) AS n FROM session WHERE ${sql}`, ...values)
    return Number(row?.n ?? 0)
  }

  async messages(session: SessionKey, range: MessageRange = {}): Promise<StoredMessage[]> {
    const number = await this.#sessionNumber(session)
    if (number === null) return []
    const { afterSeq = 0, last, limit = EVERYTHING, offset = 0 } = range
    const messages = await this.#messages(
      `message.session = $2 AND message.seq > $3
       ORDER BY message.unit ${last === undefined ? '' : 'DESC'} LIMIT $4::bigint OFFSET $5::bigint`,
      number,
      afterSeq,
      int(last ?? limit),
      int(offset),
    )
    return last === undefined ? messages : messages.reverse()
  }

  async withMessageIds(session: SessionKey, ids: readonly string[]): Promise<StoredMessage[]> {
    const number = await this.#sessionNumber(session)
    if (number === null) return []
    return this.#messages(
      `message.session = $2 AND (message.message_id = ANY($3::text[])
         OR message.key = ANY($3::text[])) ORDER BY message.unit`,
      number,
      ids.map(toText),
    )
  }

  async withKeys(keys: readonly string[]): Promise<StoredMessage[]> {
    const found = await this.#messages('message.key = ANY($2::text[])', keys.map(toText))
    const byKey = new Map(found.map((message) => [message.key, message]))
    return keys.flatMap((key) => byKey.get(key) ?? [])
  }

  async pathsOf(session: SessionKey): Promise<string[]> {
    const number = await this.#sessionNumber(session)
    if (number === null) return []
    const rows = await this.#db.all(
      `SELECT path FROM transcript WHERE space = $1 AND number IN (
         SELECT DISTINCT transcript FROM message WHERE space = $1 AND session = $2)
       ORDER BY read_at DESC, path`,
      this.#space.number,
      number,
    )
    return rows.map(({ path }) => fromText(String(path)))
  }

  async uncaptured(limit: number): Promise<StoredSession[]> {
    return this.#sessions(
      'captured < seq AND NOT forgotten ORDER BY last_at NULLS FIRST, id LIMIT $2::bigint',
      int(limit),
    )
  }

  async captured({ host, id }: SessionKey, seq: number): Promise<void> {
    await this.#db.run(
      `UPDATE session SET captured = greatest(captured, $4)
       WHERE space = $1 AND id = $2 AND host = $3`,
      await this.#number(),
      toText(id),
      toText(host),
      seq,
    )
  }

  async skips(): Promise<Skip[]> {
    const rows = await this.#db.all(
      `SELECT transcript.path, transcript.host, reason, count, line, standing
       FROM transcript_skip JOIN transcript ON transcript.space = $1
         AND transcript.number = transcript_skip.transcript
       WHERE transcript_skip.space = $1 ORDER BY count DESC, path, reason`,
      await this.#number(),
    )
    return rows.map((row) => ({
      path: fromText(String(row.path)),
      host: fromText(String(row.host)),
      reason: fromText(String(row.reason)),
      count: Number(row.count),
      line: row.line === null ? null : Number(row.line),
      standing: row.standing === true,
    }))
  }

  async forget(session: SessionKey): Promise<{ messages: number }> {
    const number = await this.#sessionNumber(session)
    if (number === null) return { messages: 0 }
    const space = this.#space.number
    const messages = await this.#db.transaction(async (db) => {
      const totals = await this.#writer.take(db)
      const removed = await this.#writer.removeMessages(db, number, totals)
      db.send(
        `UPDATE session SET forgotten = true, parent = NULL, project = NULL, cwd = NULL,
           branch = NULL, title = NULL, model = NULL, version = NULL, messages = 0, users = 0,
           assistants = 0, turns = 0 WHERE space = $1 AND number = $2`,
        space,
        number,
      )
      const lifeboat = toText(`lifeboat/${session.id}`)
      db.send('DELETE FROM document WHERE space = $1 AND id = $2', space, lifeboat)
      db.send(
        `UPDATE journal SET before = NULL, after = NULL, erased = true
         WHERE space = $1 AND key = $2`,
        space,
        lifeboat,
      )
      this.#writer.give(db, totals)
      return removed
    })
    for (const table of ['message', 'message_passage', 'journal', 'document']) {
      await this.#db.run(`VACUUM ${table}`)
    }
    return { messages }
  }

  async prune(before: Timestamp): Promise<{ sessions: number; messages: number }> {
    const space = await this.#number()
    return this.#db.transaction(async (db) => {
      const totals = await this.#writer.take(db)
      const old = await db.all(
        `SELECT number FROM session
         WHERE space = $1 AND NOT forgotten AND coalesce(last_at, read_at) < $2`,
        space,
        before,
      )
      let messages = 0
      for (const { number } of old) {
        messages += await this.#writer.removeMessages(db, Number(number), totals)
        db.send('DELETE FROM session WHERE space = $1 AND number = $2', space, Number(number))
      }
      this.#writer.give(db, totals)
      return { sessions: old.length, messages }
    })
  }

  async totals(): Promise<{ transcripts: number; sessions: number; messages: number }> {
    const row = await this.#db.get(
      `SELECT (SELECT count(*) FROM transcript WHERE space = $1) AS transcripts,
         (SELECT count(*) FROM session WHERE space = $1 AND NOT forgotten) AS sessions,
         (SELECT coalesce(sum(messages), 0) FROM session WHERE space = $1) AS messages`,
      await this.#number(),
    )
    return {
      transcripts: Number(row?.transcripts ?? 0),
      sessions: Number(row?.sessions ?? 0),
      messages: Number(row?.messages ?? 0),
    }
  }

  async #sessions(rest: string, ...values: Bindable[]): Promise<StoredSession[]> {
    const rows = await this.#db.all(
      `SELECT * FROM session WHERE space = $1 AND ${rest}`,
      await this.#number(),
      ...values,
    )
    return rows.map(sessionOf)
  }

  async #messages(rest: string, ...values: Bindable[]): Promise<StoredMessage[]> {
    const rows = await this.#db.all(
      `SELECT ${MESSAGE} FROM message ${WHOSE} WHERE message.space = $1 AND ${rest}`,
      await this.#number(),
      ...values,
    )
    return rows.map(messageOf)
  }

  async #sessionNumber({ host, id }: SessionKey): Promise<number | null> {
    const row = await this.#db.get(
      'SELECT number FROM session WHERE space = $1 AND id = $2 AND host = $3 AND NOT forgotten',
      await this.#number(),
      toText(id),
      toText(host),
    )
    return row ? Number(row.number) : null
  }

  async #number(): Promise<number> {
    await this.#db.ready()
    return this.#space.number
  }
}
