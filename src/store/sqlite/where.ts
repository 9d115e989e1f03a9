/** D-07. A filter as SQL over the table `memory`, every value bound. */

import { withoutTrailingSlashes } from '../../text/trailing-slashes.ts'
import type { MemoryFilter, Page } from '../filter.ts'
import type { Bindable } from './database.ts'

export interface Where {
  readonly sql: string
  readonly values: readonly Bindable[]
}

/** Short lists are compared one by one; long ones are bound as one value. */
const FEW = 8

export function whereOf(filter: MemoryFilter): Where {
  const parts: string[] = []
  const values: Bindable[] = []
  const add = (sql: string, ...bound: Bindable[]) => {
    parts.push(sql)
    values.push(...bound)
  }
  const among = (column: string, wanted: readonly string[]) =>
    wanted.length <= FEW
      ? add(`${column} IN (${wanted.map(() => '?').join(', ')})`, ...wanted)
      : add(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(wanted))
  const flag = (column: string, wanted: boolean) => add(`${column} = ?`, wanted ? 1 : 0)

  if (filter.visibleTo) {
    const { project, session } = filter.visibleTo
    add(
      `(memory.scope IN ('global', 'team') OR (memory.scope = 'project' AND memory.project = ?)
        OR (memory.scope = 'session' AND memory.session = ?))`,
      project,
      session,
    )
  }
  if (filter.ids) among('memory.id', filter.ids)
  if (filter.afterId !== undefined) add('memory.id > ?', filter.afterId)
  if (filter.living !== undefined) {
    const living = `memory.state <> 'removed' AND memory.superseded_by IS NULL`
    add(filter.living ? living : `NOT (${living})`)
  }
  if (filter.names) among('memory.name', filter.names)
  if (filter.scopes) among('memory.scope', filter.scopes)
  if (filter.project !== undefined) add('memory.project IS ?', filter.project)
  if (filter.session !== undefined) {
    add(
      `(memory.session = ? OR json_extract(memory.provenance, '$.session') = ?)`,
      filter.session,
      filter.session,
    )
  }
  if (filter.types) among('memory.type', filter.types)
  for (const tag of filter.tags ?? []) {
    add('EXISTS (SELECT 1 FROM memory_tag t WHERE t.memory = memory.row AND t.tag = ?)', tag)
  }
  for (const concept of filter.concepts ?? []) {
    add('EXISTS (SELECT 1 FROM json_each(memory.concepts) c WHERE c.value = ?)', concept)
  }
  if (filter.file !== undefined) {
    const path = withoutTrailingSlashes(filter.file)
    add(
      `EXISTS (SELECT 1 FROM memory_file f WHERE f.memory = memory.row
        AND (f.path = ? OR (f.path > ? AND f.path < ?) OR substr(f.path, -length(?) - 1) = '/' || ?))`,
      path,
      `${path}/`,
      `${path}0`, // '0' follows '/': everything below the folder
      path,
      path,
    )
  }
  if (filter.states) among('memory.state', filter.states)
  if (filter.sensitivities) among('memory.sensitivity', filter.sensitivities)
  if (filter.createdFrom !== undefined) add('memory.created_at >= ?', filter.createdFrom)
  if (filter.createdTo !== undefined) add('memory.created_at <= ?', filter.createdTo)
  if (filter.done !== undefined) flag('memory.done', filter.done)
  if (filter.archived !== undefined) flag('memory.archived', filter.archived)
  if (filter.held !== undefined) flag('memory.held', filter.held)
  if (filter.quarantined !== undefined) flag('memory.quarantined', filter.quarantined)
  if (filter.validated !== undefined) flag('memory.validated', filter.validated)
  if (filter.superseded !== undefined) {
    add(`memory.superseded_by IS ${filter.superseded ? 'NOT NULL' : 'NULL'}`)
  }
  if (filter.notExpiredAt !== undefined) {
    add('(memory.expires_at IS NULL OR memory.expires_at > ?)', filter.notExpiredAt)
  }
  if (filter.expiredAt !== undefined) add('memory.expires_at <= ?', filter.expiredAt)
  if (filter.hasTriggers !== undefined) {
    add(`memory.triggers ${filter.hasTriggers ? '<>' : '='} '[]'`)
  }
  if (filter.hasGlobs !== undefined) add(`memory.globs ${filter.hasGlobs ? '<>' : '='} '[]'`)
  return { sql: parts.length > 0 ? parts.join(' AND ') : '1', values }
}

const ORDERS = {
  newest: 'memory.created_at DESC, memory.id DESC',
  oldest: 'memory.created_at, memory.id',
  updated: 'memory.updated_at DESC, memory.id DESC',
  id: 'memory.id',
  importance: 'memory.importance DESC, memory.name, memory.id',
} as const

export function orderOf(page: Page): string {
  return `ORDER BY ${ORDERS[page.order ?? 'newest']} LIMIT ${int(page.limit)} OFFSET ${int(page.offset ?? 0)}`
}

function int(value: number): number {
  return Math.max(0, Math.trunc(value))
}
