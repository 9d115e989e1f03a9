/** D-07. A filter as SQL over the table `memory`, every value bound. */

import { withoutTrailingSlashes } from '../../text/trailing-slashes.ts'
import type { MemoryFilter, Page } from '../filter.ts'
import type { Bindable } from './connections.ts'
import { toText } from './texts.ts'

export interface Where {
  readonly sql: string
  /** Everything bound so far, the values the caller began with included. */
  readonly values: readonly Bindable[]
}

/** `bound` are the values in front, such as the space at `$1`. */
export function whereOf(filter: MemoryFilter, bound: readonly Bindable[]): Where {
  const parts = ['memory.space = $1']
  const values: Bindable[] = [...bound]
  const bind = (value: Bindable) => `$${values.push(value)}`
  const text = (value: string | null) => bind(value === null ? null : toText(value))
  const among = (column: string, wanted: readonly string[]) =>
    parts.push(`${column} = ANY(${bind(wanted.map(toText))}::text[])`)
  const holds = (column: string, wanted: readonly string[]) =>
    parts.push(`${column} @> ${bind(wanted.map(toText))}::text[]`)
  const flag = (column: string, wanted: boolean | undefined) => {
    if (wanted !== undefined) parts.push(`${column} = ${bind(wanted)}`)
  }

  if (filter.visibleTo) {
    const { project, session } = filter.visibleTo
    parts.push(
      `(memory.scope IN ('global', 'team')
        OR (memory.scope = 'project' AND memory.project = ${text(project)})
        OR (memory.scope = 'session' AND memory.session = ${text(session)}))`,
    )
  }
  if (filter.ids) among('memory.id', filter.ids)
  if (filter.afterId !== undefined) parts.push(`memory.id > ${text(filter.afterId)}`)
  if (filter.living !== undefined) {
    const living = `memory.state <> 'removed' AND memory.superseded_by IS NULL`
    parts.push(filter.living ? living : `NOT (${living})`)
  }
  if (filter.names) among('memory.name', filter.names)
  if (filter.scopes) among('memory.scope', filter.scopes)
  if (filter.project === null) parts.push('memory.project IS NULL')
  else if (filter.project !== undefined) parts.push(`memory.project = ${text(filter.project)}`)
  if (filter.session !== undefined) {
    const session = text(filter.session)
    parts.push(`(memory.session = ${session} OR memory.from_session = ${session})`)
  }
  if (filter.types) among('memory.type', filter.types)
  if (filter.tags && filter.tags.length > 0) holds('memory.tags', filter.tags)
  if (filter.concepts && filter.concepts.length > 0) holds('memory.concepts', filter.concepts)
  if (filter.file !== undefined) {
    const path = text(withoutTrailingSlashes(filter.file))
    parts.push(
      `EXISTS (SELECT 1 FROM unnest(memory.files_read || memory.files_modified) AS path
        WHERE path = ${path} OR starts_with(path, ${path} || '/')
          OR right(path, length(${path}) + 1) = '/' || ${path})`,
    )
  }
  if (filter.states) among('memory.state', filter.states)
  if (filter.sensitivities) among('memory.sensitivity', filter.sensitivities)
  if (filter.createdFrom !== undefined)
    parts.push(`memory.created_at >= ${text(filter.createdFrom)}`)
  if (filter.createdTo !== undefined) parts.push(`memory.created_at <= ${text(filter.createdTo)}`)
  flag('memory.done', filter.done)
  flag('memory.archived', filter.archived)
  flag('memory.held', filter.held)
  flag('memory.quarantined', filter.quarantined)
  flag('memory.validated', filter.validated)
  if (filter.superseded !== undefined) {
    parts.push(`memory.superseded_by IS ${filter.superseded ? 'NOT NULL' : 'NULL'}`)
  }
  if (filter.notExpiredAt !== undefined) {
    parts.push(`(memory.expires_at IS NULL OR memory.expires_at > ${text(filter.notExpiredAt)})`)
  }
  if (filter.expiredAt !== undefined) parts.push(`memory.expires_at <= ${text(filter.expiredAt)}`)
  if (filter.hasTriggers !== undefined) {
    parts.push(`memory.triggers ${filter.hasTriggers ? '<>' : '='} '{}'`)
  }
  if (filter.hasGlobs !== undefined) parts.push(`memory.globs ${filter.hasGlobs ? '<>' : '='} '{}'`)
  return { sql: parts.join(' AND '), values }
}

const ORDERS = {
  newest: 'memory.created_at DESC, memory.id DESC',
  oldest: 'memory.created_at, memory.id',
  updated: 'memory.updated_at DESC, memory.id DESC',
  id: 'memory.id',
  importance: 'memory.importance DESC, memory.name, memory.id',
} as const

/** The end of a statement: order and page, bound behind the rest. */
export function paged(where: Where, page: Page): Where {
  const values = [...where.values, int(page.limit), int(page.offset ?? 0)]
  const order = ORDERS[page.order ?? 'newest']
  const at = where.values.length
  return {
    sql: `WHERE ${where.sql} ORDER BY ${order} LIMIT $${at + 1}::bigint OFFSET $${at + 2}::bigint`,
    values,
  }
}

export function int(value: number): number {
  return Math.min(Math.max(0, Math.trunc(value)), Number.MAX_SAFE_INTEGER)
}
