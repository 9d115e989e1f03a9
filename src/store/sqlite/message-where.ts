/** F-02. Filters over sessions and messages as SQL, every value bound. */
import type { MessageFilter, SessionFilter } from '../sessions.ts'
import type { Bindable } from './database.ts'
import type { Where } from './where.ts'

export function sessionWhere(filter: SessionFilter): Where {
  const parts = ['session.forgotten = 0']
  const values: Bindable[] = []
  const add = (sql: string, ...bound: Bindable[]) => {
    parts.push(sql)
    values.push(...bound)
  }
  if (filter.projects) {
    add(
      `coalesce(session.project, '') IN (SELECT value FROM json_each(?))`,
      JSON.stringify(filter.projects.map((project) => project ?? '')),
    )
  }
  if (filter.hosts) {
    add('session.host IN (SELECT value FROM json_each(?))', JSON.stringify(filter.hosts))
  }
  if (filter.ids) {
    const ids = JSON.stringify(filter.ids)
    add(
      `(session.id IN (SELECT value FROM json_each(?))
        OR session.parent IN (SELECT value FROM json_each(?)))`,
      ids,
      ids,
    )
  }
  if (filter.topLevel) add('session.parent IS NULL')
  if (filter.from !== undefined) add('session.last_at >= ?', filter.from)
  if (filter.to !== undefined) add('session.started_at <= ?', filter.to)
  return { sql: parts.join(' AND '), values }
}

/** Of a message its own time counts, not that of its session. */
export function messageWhere({ from, to, roles, ...filter }: MessageFilter): Where {
  const session = sessionWhere(filter)
  const parts = [session.sql]
  const values = [...session.values]
  if (roles) {
    parts.push('message.role IN (SELECT value FROM json_each(?))')
    values.push(JSON.stringify(roles))
  }
  if (from !== undefined) {
    parts.push('message.at >= ?')
    values.push(from)
  }
  if (to !== undefined) {
    parts.push('message.at <= ?')
    values.push(to)
  }
  return { sql: parts.map((part) => `coalesce(${part}, 0)`).join(' AND '), values }
}
