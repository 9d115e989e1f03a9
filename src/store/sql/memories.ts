/** B-10, D-07, D-08. Queries of memories. */
import type { MemoryFilter } from '../filter.ts'
import type { MemoryReads, Place, ValueCount } from '../store.ts'
import type { RecordReads } from './records.ts'
import {
  among,
  hole,
  inSpace,
  limitClause,
  numberOf,
  type Runner,
  raw,
  type Sql,
  sql,
} from './statement.ts'
import { LIVING, pageClause, whereMemory } from './where.ts'

/** What each adapter implements itself. */
export interface OwnMemoryReads extends Pick<MemoryReads, 'touch' | 'countInjections'> {
  /** One row for each tag of each memory that passes: `SELECT tag …`. D-18. None of removed ones. */
  tagsOf(where: Sql): Sql
}

export function memoryReads(db: Runner, records: RecordReads, own: OwnMemoryReads): MemoryReads {
  const one = async (place: Place, condition: Sql) => {
    const [memory] = await records.select(
      'memory',
      sql`WHERE ${inSpace('memory')} AND ${condition} AND memory.scope = ${place.scope}
        AND coalesce(memory.project, '') = ${place.project ?? ''}
        AND coalesce(memory.session, '') = ${place.session ?? ''} AND ${LIVING} LIMIT 1`,
    )
    return memory ?? null
  }
  const figure = async (select: string, filter: MemoryFilter) => {
    const row = await db.get(
      sql`SELECT ${raw(select)} AS n FROM memory WHERE ${whereMemory(filter)}`,
    )
    return Number(row?.n ?? 0)
  }
  const countValues = async (value: Sql, from: Sql): Promise<ValueCount[]> => {
    const rows = await db.all(
      sql`SELECT ${value} AS value, count(*) AS count FROM ${from} GROUP BY 1 ORDER BY 2 DESC, 1`,
    )
    return rows.map((row) => ({ value: String(row.value), count: Number(row.count) }))
  }
  return {
    async get(ids) {
      if (ids.length <= 1) {
        const memory = ids[0] === undefined ? null : await records.get('memory', ids[0])
        return memory ? [memory] : []
      }
      const rest = sql`WHERE ${inSpace('memory')} AND memory.id ${among(ids)}`
      const found = await records.select('memory', rest)
      const byId = new Map(found.map((memory) => [memory.id, memory]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },
    findByName: (place, name) => one(place, sql`memory.name = ${name}`),
    withHash: (place, contentHash) => one(place, sql`memory.content_hash = ${contentHash}`),
    list: (filter, page) =>
      records.select('memory', sql`WHERE ${whereMemory(filter)} ${pageClause(page)}`),
    count: (filter) => figure('count(*)', filter),
    characters: (filter) => figure('coalesce(sum(length(memory.content)), 0)', filter),
    countBy: (filter, by) =>
      // Only a project may be missing; any other column is counted in the order of an index.
      countValues(
        raw(by === 'project' ? `coalesce(memory.project, '')` : `memory.${by}`),
        sql`memory WHERE ${whereMemory(filter)}`,
      ),
    tags: (filter) => countValues(raw('tag'), sql`(${own.tagsOf(whereMemory(filter))}) AS tagged`),
    async namesLike(filter, prefix, limit) {
      const rows = await db.all(
        sql`SELECT DISTINCT memory.name AS name FROM memory
            WHERE ${hole((d) => d.startsWith('memory.name', prefix.toLowerCase()))}
              AND ${LIVING} AND ${whereMemory(filter)} ORDER BY 1 ${limitClause(limit)}`,
      )
      return rows.map((row) => String(row.name))
    },
    withIdStart: (filter, start, limit) =>
      records.select(
        'memory',
        sql`WHERE memory.id >= ${start} AND memory.id < ${`${start}~`} AND ${whereMemory(filter)}
            ORDER BY memory.id ${limitClause(limit)}`,
      ),
    async unitsOf(ids) {
      const rows = await db.all(
        sql`SELECT id, ${numberOf('memory')} AS unit FROM memory
            WHERE ${inSpace('memory')} AND id ${among(ids)}`,
      )
      return new Map(rows.map((row) => [String(row.id), Number(row.unit)]))
    },
    touch: own.touch,
    countInjections: own.countInjections,
  }
}
