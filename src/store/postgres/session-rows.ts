/** Rows of sessions and messages as what they stand for. */
import type { MessageFilter, SessionFilter, StoredMessage, StoredSession } from '../sessions.ts'
import type { Bindable, Row } from './connections.ts'
import { fromText, toText } from './texts.ts'

export const MESSAGE = `message.unit, message.seq, message.key, message.message_id, message.event_id,
  message.role, message.origin, message.at, message.text, message.calls, message.call_id,
  message.failed, message.cwd, message.branch, message.model, message.meta,
  session.host AS host, session.id AS session, transcript.path AS path`
export const WHOSE = `JOIN session ON session.space = $1 AND session.number = message.session
  JOIN transcript ON transcript.space = $1 AND transcript.number = message.transcript`

export interface Where {
  readonly sql: string
  readonly values: readonly Bindable[]
}

/** `bound` are the values in front, the space first. */
export function sessionWhere(filter: SessionFilter, bound: readonly Bindable[]): Where {
  const parts = ['session.space = $1', 'NOT session.forgotten']
  const values: Bindable[] = [...bound]
  const bind = (value: Bindable) => `$${values.push(value)}`
  if (filter.projects) {
    const projects = filter.projects.map((project) => toText(project ?? ''))
    parts.push(`coalesce(session.project, '') = ANY(${bind(projects)}::text[])`)
  }
  if (filter.hosts) parts.push(`session.host = ANY(${bind(filter.hosts.map(toText))}::text[])`)
  if (filter.ids) {
    const ids = bind(filter.ids.map(toText))
    parts.push(`(session.id = ANY(${ids}::text[]) OR session.parent = ANY(${ids}::text[]))`)
  }
  if (filter.topLevel) parts.push('session.parent IS NULL')
  if (filter.from !== undefined) parts.push(`session.last_at >= ${bind(filter.from)}`)
  if (filter.to !== undefined) parts.push(`session.started_at <= ${bind(filter.to)}`)
  return { sql: parts.join(' AND '), values }
}

/** Of a message its own time counts, not that of its session. */
export function messageWhere(
  { from, to, roles, ...filter }: MessageFilter,
  bound: readonly Bindable[],
): Where {
  const session = sessionWhere(filter, bound)
  const parts = [session.sql]
  const values: Bindable[] = [...session.values]
  const bind = (value: Bindable) => `$${values.push(value)}`
  if (roles) parts.push(`message.role = ANY(${bind(roles)}::text[])`)
  if (from !== undefined) parts.push(`message.at >= ${bind(from)}`)
  if (to !== undefined) parts.push(`message.at <= ${bind(to)}`)
  return { sql: parts.join(' AND '), values }
}

export function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : fromText(String(value))
}

/** Rows were written by the writer beside this file, so they have these shapes. */
export function sessionOf(row: Row): StoredSession {
  return {
    host: fromText(String(row.host)),
    id: fromText(String(row.id)),
    parent: textOf(row.parent),
    project: textOf(row.project),
    cwd: textOf(row.cwd),
    branch: textOf(row.branch),
    title: textOf(row.title),
    model: textOf(row.model),
    version: textOf(row.version),
    headless: row.headless as boolean | null,
    startedAt: textOf(row.started_at),
    lastAt: textOf(row.last_at),
    messages: Number(row.messages),
    users: Number(row.users),
    assistants: Number(row.assistants),
    compactions: Number(row.compactions),
    captured: Number(row.captured),
  }
}

export function messageOf(row: Row): StoredMessage {
  return {
    row: Number(row.unit),
    seq: Number(row.seq),
    key: fromText(String(row.key)),
    host: fromText(String(row.host)),
    session: fromText(String(row.session)),
    messageId: fromText(String(row.message_id)),
    eventId: fromText(String(row.event_id)),
    role: row.role as StoredMessage['role'],
    origin: row.origin as StoredMessage['origin'],
    at: textOf(row.at),
    text: fromText(String(row.text)),
    calls: row.calls === null ? [] : JSON.parse(String(row.calls)),
    callId: textOf(row.call_id),
    failed: row.failed === true,
    cwd: textOf(row.cwd),
    branch: textOf(row.branch),
    model: textOf(row.model),
    isMeta: row.meta === true,
    path: fromText(String(row.path)),
  }
}
