/** B-10, D-07, D-08. Reading memories back. */
import type { Timestamp } from '../../clock.ts'
import type { Memory } from '../../memory/memory.ts'
import type { MemoryFilter, Page } from '../filter.ts'
import type { Counted, MemoryReads, Place } from '../store.ts'
import type { Database } from './database.ts'
import type { Table } from './table.ts'
import { orderOf, whereOf } from './where.ts'

const LIVING = `memory.state <> 'removed' AND memory.superseded_by IS NULL`
const HERE = `memory.scope = ? AND coalesce(memory.project, '') = ? AND coalesce(memory.session, '') = ?`

export class SqliteMemories implements MemoryReads {
  readonly #db: Database
  readonly #table: Table<Memory>
  readonly #relaxed: () => Database

  /**
   * `relaxed` is a connection that does not wait for the disk on each commit: counts may be lost in
   * a power cut, rows may not. It still waits when the log is folded into the file, since the rows
   * that others were promised go the same way (B-13).
   */
  constructor(db: Database, table: Table<Memory>, relaxed: () => Database) {
    this.#db = db
    this.#table = table
    this.#relaxed = relaxed
  }

  async get(ids: readonly string[]): Promise<Memory[]> {
    if (ids.length === 0) return []
    if (ids.length === 1) {
      const memory = this.#table.get(ids[0] ?? '')
      return memory ? [memory] : []
    }
    const found = new Map(
      this.#table
        .select('WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))
        .map((memory) => [memory.id, memory]),
    )
    return ids.flatMap((id) => found.get(id) ?? [])
  }

  async named(place: Place, name: string): Promise<Memory | null> {
    return this.#one('memory.name = ?', place, name)
  }

  async withHash(place: Place, contentHash: string): Promise<Memory | null> {
    return this.#one('memory.content_hash = ?', place, contentHash)
  }

  async list(filter: MemoryFilter, page: Page): Promise<Memory[]> {
    const where = whereOf(filter)
    return this.#table.select(`WHERE ${where.sql} ${orderOf(page)}`, ...where.values)
  }

  async count(filter: MemoryFilter): Promise<number> {
    const where = whereOf(filter)
    const row = this.#db.get(`SELECT count(*) AS n FROM memory WHERE ${where.sql}`, ...where.values)
    return Number(row?.n ?? 0)
  }

  async characters(filter: MemoryFilter): Promise<number> {
    const where = whereOf(filter)
    const row = this.#db.get(
      `SELECT sum(length(memory.content)) AS n FROM memory WHERE ${where.sql}`,
      ...where.values,
    )
    return Number(row?.n ?? 0)
  }

  async countBy(
    filter: MemoryFilter,
    by: 'type' | 'state' | 'scope' | 'project' | 'sensitivity',
  ): Promise<Counted[]> {
    const where = whereOf(filter)
    return this.#counted(
      `SELECT coalesce(memory.${by}, '') AS value, count(*) AS count FROM memory
       WHERE ${where.sql} GROUP BY 1 ORDER BY 2 DESC, 1`,
      where.values,
    )
  }

  async tags(filter: MemoryFilter): Promise<Counted[]> {
    const where = whereOf(filter)
    return this.#counted(
      `SELECT memory_tag.tag AS value, count(*) AS count FROM memory_tag
       JOIN memory ON memory.row = memory_tag.memory
       WHERE ${where.sql} GROUP BY 1 ORDER BY 2 DESC, 1`,
      where.values,
    )
  }

  async namesLike(filter: MemoryFilter, prefix: string, limit: number): Promise<string[]> {
    const where = whereOf(filter)
    return this.#db
      .all(
        `SELECT DISTINCT memory.name AS name FROM memory
         WHERE memory.name LIKE ? ESCAPE '\\' AND ${LIVING} AND ${where.sql} ORDER BY 1 LIMIT ?`,
        `${prefix.replace(/[\\%_]/g, '\\$&')}%`,
        ...where.values,
        limit,
      )
      .map((row) => String(row.name))
  }

  async withIdStart(filter: MemoryFilter, start: string, limit: number): Promise<Memory[]> {
    const where = whereOf(filter)
    return this.#table.select(
      `WHERE memory.id >= ? AND memory.id < ? AND ${where.sql} ORDER BY memory.id LIMIT ?`,
      start,
      `${start}~`,
      ...where.values,
      limit,
    )
  }

  async unitsOf(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = this.#db.all(
      'SELECT id, row FROM memory WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify(ids),
    )
    return new Map(rows.map((row) => [String(row.id), Number(row.row)]))
  }

  async touch(ids: readonly string[], at: Timestamp, sessionExpiresAt: Timestamp): Promise<void> {
    await this.#relaxed().runWhenFree(
      `UPDATE memory SET access_count = access_count + 1, last_accessed_at = ?,
         expires_at = CASE scope WHEN 'session' THEN ? ELSE expires_at END
       WHERE id IN (SELECT value FROM json_each(?))`,
      at,
      sessionExpiresAt,
      JSON.stringify(ids),
    )
  }

  async injected(ids: readonly string[]): Promise<void> {
    await this.#relaxed().runWhenFree(
      `UPDATE memory SET injected_count = injected_count + 1
       WHERE id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(ids),
    )
  }

  #one(condition: string, place: Place, value: string): Memory | null {
    const [memory] = this.#table.select(
      `WHERE ${condition} AND ${HERE} AND ${LIVING} LIMIT 1`,
      value,
      place.scope,
      place.project ?? '',
      place.session ?? '',
    )
    return memory ?? null
  }

  #counted(
    sql: string,
    values: readonly (string | number | bigint | null | Uint8Array)[],
  ): Counted[] {
    return this.#db
      .all(sql, ...values)
      .map((row) => ({ value: String(row.value), count: Number(row.count) }))
  }
}
