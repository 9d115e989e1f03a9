/** D-07, F-02. What filters mean, over the tables `memory`, `session` and `message`. */
import { withoutTrailingSlashes } from '../../text/trailing-slashes.ts'
import type { ListPage, MemoryFilter } from '../filter.ts'
import type { MessageFilter, SessionFilter } from '../sessions.ts'
import { allOf, among, hole, inSpace, limitClause, raw, type Sql, sql } from './statement.ts'

export const LIVING = raw(`memory.state <> 'removed' AND memory.superseded_by IS NULL`)

export function whereMemory(filter: MemoryFilter): Sql {
  const parts: Sql[] = [inSpace('memory')]
  const equals = (column: string, value: string | null | undefined) => {
    if (value === null) parts.push(raw(`memory.${column} IS NULL`))
    else if (value !== undefined) parts.push(sql`${raw(`memory.${column}`)} = ${value}`)
  }
  const isOneOf = (column: string, values: readonly string[] | undefined) => {
    if (values) parts.push(sql`${raw(`memory.${column}`)} ${among(values)}`)
  }
  const flag = (column: string, wanted: boolean | undefined) => {
    if (wanted !== undefined) parts.push(sql`${raw(`memory.${column}`)} = ${wanted}`)
  }
  const hasItems = (column: string, wanted: boolean | undefined) => {
    if (wanted === undefined) return
    parts.push(hole((d) => `${wanted ? 'NOT ' : ''}${d.isEmptyList(`memory.${column}`)}`))
  }

  if (filter.visibleTo) {
    const { project, session } = filter.visibleTo
    parts.push(
      sql`(memory.scope IN ('global', 'team') OR (memory.scope = 'project' AND memory.project = ${project})
        OR (memory.scope = 'session' AND memory.session = ${session}))`,
    )
  }
  isOneOf('id', filter.ids)
  if (filter.afterId !== undefined) parts.push(sql`memory.id > ${filter.afterId}`)
  if (filter.living !== undefined) parts.push(filter.living ? LIVING : sql`NOT (${LIVING})`)
  isOneOf('name', filter.names)
  isOneOf('scope', filter.scopes)
  equals('project', filter.project)
  const { session, tags = [], concepts = [], file } = filter
  if (session !== undefined) {
    parts.push(sql`(memory.session = ${session} OR ${hole((d) => d.fromSession)} = ${session})`)
  }
  isOneOf('type', filter.types)
  if (tags.length > 0) parts.push(hole((d) => d.hasTags(tags)))
  if (concepts.length > 0) parts.push(hole((d) => d.hasConcepts(concepts)))
  if (file !== undefined) parts.push(hole((d) => d.touchesFile(withoutTrailingSlashes(file))))
  isOneOf('state', filter.states)
  isOneOf('sensitivity', filter.sensitivities)
  if (filter.createdFrom !== undefined) parts.push(sql`memory.created_at >= ${filter.createdFrom}`)
  if (filter.createdTo !== undefined) parts.push(sql`memory.created_at <= ${filter.createdTo}`)
  flag('done', filter.done)
  flag('archived', filter.archived)
  flag('held', filter.held)
  flag('quarantined', filter.quarantined)
  flag('validated', filter.validated)
  if (filter.persons !== undefined) {
    const isPersons = sql`(${hole((d) => d.origin)} = 'user' OR memory.validated = ${true})`
    parts.push(filter.persons ? isPersons : sql`NOT ${isPersons}`)
  }
  if (filter.superseded !== undefined) {
    parts.push(raw(`memory.superseded_by IS ${filter.superseded ? 'NOT NULL' : 'NULL'}`))
  }
  if (filter.notExpiredAt !== undefined) {
    parts.push(sql`(memory.expires_at IS NULL OR memory.expires_at > ${filter.notExpiredAt})`)
  }
  if (filter.expiredAt !== undefined) parts.push(sql`memory.expires_at <= ${filter.expiredAt}`)
  hasItems('triggers', filter.hasTriggers)
  hasItems('globs', filter.hasGlobs)
  return allOf(parts)
}

const ORDERS = {
  newest: 'memory.created_at DESC, memory.id DESC',
  oldest: 'memory.created_at, memory.id',
  updated: 'memory.updated_at DESC, memory.id DESC',
  id: 'memory.id',
  importance: 'memory.importance DESC, memory.name, memory.id',
} as const

export function pageClause({ order, limit, offset }: ListPage): Sql {
  return sql`${raw(`ORDER BY ${ORDERS[order ?? 'newest']}`)} ${limitClause(limit, offset ?? 0)}`
}

export function whereSession(filter: SessionFilter): Sql {
  const parts: Sql[] = [inSpace('session'), raw('NOT session.forgotten')]
  if (filter.projects) {
    const projects = filter.projects.map((project) => project ?? '')
    parts.push(sql`coalesce(session.project, '') ${among(projects)}`)
  }
  if (filter.hosts) parts.push(sql`session.host ${among(filter.hosts)}`)
  if (filter.ids) {
    parts.push(sql`(session.id ${among(filter.ids)} OR session.parent ${among(filter.ids)})`)
  }
  if (filter.topLevel) parts.push(raw('session.parent IS NULL'))
  if (filter.from !== undefined) parts.push(sql`session.last_at >= ${filter.from}`)
  if (filter.to !== undefined) parts.push(sql`session.started_at <= ${filter.to}`)
  return allOf(parts)
}

/** Of a message its own time counts, not that of its session. */
export function whereMessage({ from, to, roles, ...filter }: MessageFilter): Sql {
  const parts: Sql[] = [whereSession(filter)]
  if (roles) parts.push(sql`message.role ${among(roles)}`)
  if (from !== undefined) parts.push(sql`message.at >= ${from}`)
  if (to !== undefined) parts.push(sql`message.at <= ${to}`)
  return allOf(parts)
}
