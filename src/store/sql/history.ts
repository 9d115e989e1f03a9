/** F-02, M-31, M-40. Queries of what was said and committed. */
import type { Unit } from '../../search/corpus.ts'
import type { CommitFilter, CommitStore, StoredCommit } from '../commits.ts'
import type { SaidMessage, SaidRole, StretchPlace } from '../evidence.ts'
import type { MessageFilter } from '../sessions.ts'
import {
  allOf,
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
import { whereMessage } from './where.ts'

const COMMIT = sql`SELECT ${numberOf('git_commit')} AS row, project, hash, at, author, branch,
    message, files FROM git_commit`

export function whereCommit({ project, file, from, to }: CommitFilter): Sql {
  const parts: Sql[] = [inSpace('git_commit'), sql`git_commit.project = ${project}`]
  if (file !== undefined) parts.push(hole((d) => d.commitTouches(file)))
  if (from !== undefined) parts.push(sql`git_commit.at >= ${from}`)
  if (to !== undefined) parts.push(sql`git_commit.at <= ${to}`)
  return allOf(parts)
}

export function commitReads(db: Runner): Pick<CommitStore, 'list' | 'withRows'> {
  return {
    async list(filter, limit) {
      const rows = await db.all(
        sql`${COMMIT} WHERE ${whereCommit(filter)}
            ORDER BY at DESC, ${numberOf('git_commit')} DESC ${limitClause(limit)}`,
      )
      return rows.map(commitOf)
    },
    async withRows(rows) {
      if (rows.length === 0) return []
      const found = await db.all(
        sql`${COMMIT} WHERE ${inSpace('git_commit')} AND ${numberOf('git_commit')} ${among(rows)}`,
      )
      const byRow = new Map(found.map((row) => [Number(row.row), commitOf(row)]))
      return rows.flatMap((row) => byRow.get(row) ?? [])
    },
  }
}

/** `put` stores files as a list: of texts in PostgreSQL, as JSON in SQLite. */
function commitOf(row: Row): StoredCommit {
  return {
    row: Number(row.row),
    project: String(row.project),
    hash: String(row.hash),
    at: String(row.at),
    author: String(row.author),
    branch: row.branch === null ? null : String(row.branch),
    message: String(row.message),
    files: (typeof row.files === 'string' ? JSON.parse(row.files) : row.files) as string[],
  }
}

/** F-02. Messages as recall scores them, in the order of `keys`. */
export async function messageUnits(
  db: Runner,
  keys: readonly number[],
  filter: MessageFilter,
): Promise<Unit[]> {
  if (keys.length === 0) return []
  const rows = await db.all(
    sql`SELECT message.${numberOf('message')} AS row, message.key AS key, message.role AS role,
          message.text AS text, coalesce(message.at, session.last_at, session.read_at) AS at,
          session.id AS session
        FROM message JOIN session
          ON ${inSpace('session')} AND session.${numberOf('session')} = message.session
        WHERE ${inSpace('message')} AND ${amongMessages(keys)} AND ${whereMessage(filter)}`,
  )
  const found = new Map(rows.map((row) => [Number(row.row), unitOf(row)]))
  return keys.flatMap((key) => found.get(key) ?? [])
}

function unitOf(row: Row): Unit {
  const isTalk = row.role === 'user' || row.role === 'assistant'
  return {
    key: Number(row.row),
    id: String(row.key),
    text: String(row.text),
    head: '',
    speaker: null,
    role: isTalk ? (row.role as 'user' | 'assistant') : null,
    session: String(row.session),
    at: String(row.at),
    isRule: false,
    archived: false,
    supersededBy: null,
    standing: null,
  }
}

/** Messages with a turn, of sessions that are not forgotten; a condition may follow. */
const SAID = sql`SELECT message.${numberOf('message')} AS row, message.key AS key, session.host AS host,
    session.id AS session, session.${numberOf('session')} AS number, message.turn AS turn,
    message.role AS role, message.origin AS origin,
    coalesce(message.at, session.last_at, session.read_at) AS at, message.text AS text
  FROM message JOIN session
    ON ${inSpace('session')} AND session.${numberOf('session')} = message.session
  WHERE ${inSpace('message')} AND message.turn IS NOT NULL AND NOT session.forgotten`

export async function saidMessages(
  db: Runner,
  condition: Sql,
  role: SaidRole | undefined,
): Promise<SaidMessage[]> {
  const ofRole = role === undefined ? raw('true') : sql`message.role = ${role}`
  const rows = await db.all(
    sql`${SAID} AND ${ofRole} AND ${condition} ORDER BY number, message.turn`,
  )
  return rows.map(saidOf)
}

export function amongMessages(rows: readonly number[]): Sql {
  return rows.length === 0 ? raw('false') : sql`message.${numberOf('message')} ${among(rows)}`
}

export function within(places: readonly StretchPlace[]): Sql {
  return hole((d) => d.isWithin(places))
}

/** Rows were written by the adapter's own writer: only a user or an assistant has turns. */
function saidOf(row: Row): SaidMessage {
  return {
    row: Number(row.row),
    key: String(row.key),
    host: String(row.host),
    session: String(row.session),
    sessionNumber: Number(row.number),
    turn: Number(row.turn),
    role: row.role as SaidRole,
    origin: row.origin as SaidMessage['origin'],
    at: String(row.at),
    text: String(row.text),
  }
}
