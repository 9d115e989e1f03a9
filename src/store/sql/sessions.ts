/** F-01, F-02. Queries of sessions and their messages. */
import type { Timestamp } from '../../clock.ts'
import type { SessionKey, SessionStore, StoredMessage, StoredSession } from '../sessions.ts'
import {
  among,
  hole,
  inSpace,
  limitClause,
  numberOf,
  type Row,
  type Runner,
  raw,
  type Sql,
  sql,
} from './statement.ts'
import { whereSession } from './where.ts'

type Reads = Omit<SessionStore, 'put' | 'forget' | 'prune' | 'recall' | 'said'>

const PRESENT = sql`${inSpace('session')} AND NOT session.forgotten`
const EVERYTHING = Number.MAX_SAFE_INTEGER
const MESSAGE = sql`SELECT message.${numberOf('message')} AS row, message.seq, message.key,
    message.message_id, message.event_id, message.role, message.origin, message.at, message.text,
    message.calls, message.call_id, message.failed, message.cwd, message.branch, message.model,
    message.meta, session.host AS host, session.id AS session, transcript.path AS path
  FROM message JOIN session ON ${inSpace('session')} AND session.${numberOf('session')} = message.session
  JOIN transcript ON ${inSpace('transcript')}
    AND transcript.${numberOf('transcript')} = message.transcript
  WHERE ${inSpace('message')}`

/** The number of a session that is known and not forgotten. */
export async function sessionNumber(db: Runner, { host, id }: SessionKey): Promise<number | null> {
  const row = await db.get(
    sql`SELECT ${numberOf('session')} AS number FROM session
        WHERE ${PRESENT} AND id = ${id} AND host = ${host}`,
  )
  return row ? Number(row.number) : null
}

export function sessionReads(db: Runner): Reads {
  const sessions = async (where: Sql, rest: Sql) => {
    const rows = await db.all(sql`SELECT * FROM session WHERE ${where} ${rest}`)
    return rows.map(sessionOf)
  }
  const messages = async (rest: Sql) => {
    const rows = await db.all(sql`${MESSAGE} AND ${rest}`)
    return rows.map(messageOf)
  }
  const within = async <T>(
    session: SessionKey,
    read: (number: number) => Promise<T[]>,
  ): Promise<T[]> => {
    const number = await sessionNumber(db, session)
    return number === null ? [] : read(number)
  }
  return {
    async place(path) {
      const row = await db.get(
        sql`SELECT cursor, revision FROM transcript WHERE ${inSpace('transcript')} AND path = ${path}`,
      )
      if (row === undefined) return { cursor: null, revision: 0 }
      return { cursor: row.cursor as string | null, revision: Number(row.revision) }
    },
    async get(id, host) {
      const ofHost = host === undefined ? raw('true') : sql`host = ${host}`
      const [session] = await sessions(
        sql`${PRESENT} AND id = ${id} AND ${ofHost}`,
        raw('ORDER BY last_at DESC NULLS LAST, host LIMIT 1'),
      )
      return session ?? null
    },
    withIdStart: (start, limit) =>
      sessions(
        sql`${PRESENT} AND ${hole((d) => d.startsWith('id', start))}`,
        sql`ORDER BY id, host ${limitClause(limit)}`,
      ),
    list: (filter, { limit, offset = 0 }) =>
      sessions(
        whereSession(filter),
        sql`ORDER BY last_at DESC NULLS LAST, id ${limitClause(limit, offset)}`,
      ),
    async count(filter) {
      const row = await db.get(sql`SELECT count(*) AS n FROM session WHERE ${whereSession(filter)}`)
      return Number(row?.n ?? 0)
    },
    messages: (session, { afterSeq = 0, last, limit = EVERYTHING, offset = 0 } = {}) =>
      within(session, async (number) => {
        // The latest are found by the index alone, however long the session is.
        const order =
          last === undefined ? sql`message.${numberOf('message')}` : raw('message.seq DESC')
        const found = await messages(
          sql`message.session = ${number} AND message.seq > ${afterSeq}
              ORDER BY ${order} ${limitClause(last ?? limit, offset)}`,
        )
        return found.sort((a, b) => a.row - b.row)
      }),
    withMessageIds: (session, ids) =>
      within(session, (number) =>
        messages(
          sql`message.session = ${number} AND (message.message_id ${among(ids)}
              OR message.key ${among(ids)}) ORDER BY message.${numberOf('message')}`,
        ),
      ),
    async withKeys(keys) {
      const found = await messages(sql`message.key ${among(keys)}`)
      const byKey = new Map(found.map((message) => [message.key, message]))
      return keys.flatMap((key) => byKey.get(key) ?? [])
    },
    pathsOf: (session) =>
      within(session, async (number) => {
        const rows = await db.all(
          sql`SELECT path FROM transcript WHERE ${inSpace('transcript')}
              AND ${numberOf('transcript')} IN (SELECT DISTINCT transcript FROM message
                WHERE ${inSpace('message')} AND session = ${number})
              ORDER BY read_at DESC, path`,
        )
        return rows.map(({ path }) => String(path))
      }),
    async markCaptured({ host, id }, seq) {
      await db.run(
        sql`UPDATE session SET captured = ${seq} WHERE ${inSpace('session')} AND id = ${id}
            AND host = ${host} AND captured < ${seq}`,
      )
    },
    async skips() {
      const rows = await db.all(
        sql`SELECT transcript.path AS path, transcript.host AS host, reason, count, line, standing
            FROM transcript_skip JOIN transcript ON ${inSpace('transcript')}
              AND transcript.${numberOf('transcript')} = transcript_skip.transcript
            WHERE ${inSpace('transcript_skip')} ORDER BY count DESC, path, reason`,
      )
      return rows.map((row) => ({
        path: String(row.path),
        host: String(row.host),
        reason: String(row.reason),
        count: Number(row.count),
        line: row.line === null ? null : Number(row.line),
        standing: Boolean(row.standing),
      }))
    },
    async totals() {
      const count = async (select: Sql) => Number((await db.get(select))?.n ?? 0)
      return {
        transcripts: await count(
          sql`SELECT count(*) AS n FROM transcript WHERE ${inSpace('transcript')}`,
        ),
        sessions: await count(sql`SELECT count(*) AS n FROM session WHERE ${PRESENT}`),
        messages: await count(
          sql`SELECT coalesce(sum(messages), 0) AS n FROM session WHERE ${inSpace('session')}`,
        ),
      }
    },
  }
}

/** Rows were written by the adapter's own writer, so they have these shapes. */
function sessionOf(row: Row): StoredSession {
  const text = (column: string) => (row[column] ?? null) as string | null
  return {
    host: String(row.host),
    id: String(row.id),
    parent: text('parent'),
    project: text('project'),
    cwd: text('cwd'),
    branch: text('branch'),
    title: text('title'),
    model: text('model'),
    version: text('version'),
    headless: row.headless === null ? null : Boolean(row.headless),
    startedAt: text('started_at'),
    lastAt: text('last_at'),
    messages: Number(row.messages),
    users: Number(row.users),
    assistants: Number(row.assistants),
    compactions: Number(row.compactions),
    captured: Number(row.captured),
  }
}

function messageOf(row: Row): StoredMessage {
  const text = (column: string) => (row[column] ?? null) as string | null
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
    at: text('at'),
    text: String(row.text),
    calls: row.calls === null ? [] : JSON.parse(String(row.calls)),
    callId: text('call_id'),
    failed: Boolean(row.failed),
    cwd: text('cwd'),
    branch: text('branch'),
    model: text('model'),
    isMeta: Boolean(row.meta),
    path: String(row.path),
  }
}

/** What is left of a session that is forgotten: its id, so that its file brings nothing back. */
export function forgetSession({ id }: SessionKey, number: number): readonly Sql[] {
  return [
    sql`UPDATE session SET forgotten = ${true}, parent = NULL, project = NULL, cwd = NULL,
        branch = NULL, title = NULL, model = NULL, version = NULL, messages = 0, users = 0,
        assistants = 0, turns = 0 WHERE ${inSpace('session')} AND ${numberOf('session')} = ${number}`,
    // Its lifeboat and other documents, in the journal too.
    sql`UPDATE journal SET before = NULL, after = NULL, erased = ${true}
        WHERE ${inSpace('journal')} AND kind = 'document' AND key IN (
          SELECT id FROM document WHERE ${inSpace('document')} AND session = ${id})`,
    sql`DELETE FROM document WHERE ${inSpace('document')} AND session = ${id}`,
    // What capture and context keep about it between turns. An incognito session stays one.
    sql`DELETE FROM note WHERE ${inSpace('note')} AND key LIKE ${`%:${escapeLike(id)}`} ESCAPE '\\'
        AND key NOT LIKE 'off:%'`,
  ]
}

/** Sessions that ended before that moment. */
export function endedBefore(before: Timestamp): Sql {
  return sql`SELECT ${numberOf('session')} AS number FROM session
    WHERE ${PRESENT} AND coalesce(last_at, read_at) < ${before}`
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
