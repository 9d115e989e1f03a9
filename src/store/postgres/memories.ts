/** B-10, D-07, D-08. Reading memories back. */
import type { Timestamp } from '../../clock.ts'
import type { Memory } from '../../memory/memory.ts'
import type { MemoryFilter, Page } from '../filter.ts'
import type { Counted, MemoryReads, Place } from '../store.ts'
import type { Bindable, Connections } from './connections.ts'
import type { Space } from './space.ts'
import { TABLES } from './tables.ts'
import { fromText, toText } from './texts.ts'
import { int, paged, whereOf } from './where.ts'

const table = TABLES.memory
const LIVING = `memory.state <> 'removed' AND memory.superseded_by IS NULL`
const HERE = `memory.scope = $2 AND coalesce(memory.project, '') = $3 AND coalesce(memory.session, '') = $4`

export class PostgresMemories implements MemoryReads {
  readonly #db: Connections
  readonly #space: Space

  constructor(db: Connections, space: Space) {
    this.#db = db
    this.#space = space
  }

  async get(ids: readonly string[]): Promise<Memory[]> {
    if (ids.length === 0) return []
    const space = await this.#number()
    if (ids.length === 1) {
      const memory = await table.get(this.#db, space, ids[0] ?? '')
      return memory ? [memory] : []
    }
    const found = await table.getAll(this.#db, space, ids)
    return ids.flatMap((id) => found.get(id) ?? [])
  }

  async named(place: Place, name: string): Promise<Memory | null> {
    return this.#one('memory.name = $5', place, name)
  }

  async withHash(place: Place, contentHash: string): Promise<Memory | null> {
    return this.#one('memory.content_hash = $5', place, contentHash)
  }

  async list(filter: MemoryFilter, page: Page): Promise<Memory[]> {
    const { sql, values } = paged(await this.#where(filter), page)
    const rows = await this.#db.all(`SELECT ${table.columns} FROM memory ${sql}`, ...values)
    return rows.map((row) => table.fromRow(row))
  }

  async count(filter: MemoryFilter): Promise<number> {
    return this.#number_('SELECT count(*) AS n FROM memory', filter)
  }

  async characters(filter: MemoryFilter): Promise<number> {
    return this.#number_('SELECT coalesce(sum(length(memory.content)), 0) AS n FROM memory', filter)
  }

  async countBy(
    filter: MemoryFilter,
    by: 'type' | 'state' | 'scope' | 'project' | 'sensitivity',
  ): Promise<Counted[]> {
    const { sql, values } = await this.#where(filter)
    return this.#counted(
      `SELECT coalesce(memory.${by}, '') AS value, count(*) AS count FROM memory WHERE ${sql}
       GROUP BY 1 ORDER BY 2 DESC, 1`,
      values,
    )
  }

  /** D-18. What is forgotten carries no tag any more. */
  async tags(filter: MemoryFilter): Promise<Counted[]> {
    const { sql, values } = await this.#where(filter)
    return this.#counted(
      `SELECT tag AS value, count(*) AS count
       FROM (SELECT DISTINCT memory.unit, unnest(memory.tags) AS tag FROM memory
             WHERE ${sql} AND memory.state <> 'removed') AS tagged
       GROUP BY 1 ORDER BY 2 DESC, 1`,
      values,
    )
  }

  async namesLike(filter: MemoryFilter, prefix: string, limit: number): Promise<string[]> {
    const { sql, values } = await this.#where(filter)
    const at = values.length
    const rows = await this.#db.all(
      `SELECT DISTINCT memory.name AS name FROM memory
       WHERE starts_with(memory.name, $${at + 1}) AND ${LIVING} AND ${sql}
       ORDER BY 1 LIMIT $${at + 2}::bigint`,
      ...values,
      toText(prefix.toLowerCase()),
      int(limit),
    )
    return rows.map((row) => fromText(String(row.name)))
  }

  async withIdStart(filter: MemoryFilter, start: string, limit: number): Promise<Memory[]> {
    const { sql, values } = await this.#where(filter)
    const at = values.length
    const rows = await this.#db.all(
      `SELECT ${table.columns} FROM memory
       WHERE memory.id >= $${at + 1} AND memory.id < $${at + 2} AND ${sql}
       ORDER BY memory.id LIMIT $${at + 3}::bigint`,
      ...values,
      toText(start),
      toText(`${start}~`),
      int(limit),
    )
    return rows.map((row) => table.fromRow(row))
  }

  async unitsOf(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#db.all(
      'SELECT id, unit FROM memory WHERE space = $1 AND id = ANY($2::text[])',
      await this.#number(),
      ids.map(toText),
    )
    return new Map(rows.map((row) => [String(row.id), Number(row.unit)]))
  }

  async touch(ids: readonly string[], at: Timestamp, sessionExpiresAt: Timestamp): Promise<void> {
    if (ids.length === 0) return
    await this.#db.runOnce(
      `${lockedInOrder} UPDATE memory SET access_count = access_count + 1, last_accessed_at = $3,
         expires_at = CASE scope WHEN 'session' THEN $4 ELSE expires_at END
       FROM locked WHERE memory.space = $1 AND memory.id = locked.id`,
      await this.#number(),
      ids.map(toText),
      at,
      sessionExpiresAt,
    )
  }

  async injected(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await this.#db.runOnce(
      `${lockedInOrder} UPDATE memory SET injected_count = injected_count + 1
       FROM locked WHERE memory.space = $1 AND memory.id = locked.id`,
      await this.#number(),
      ids.map(toText),
    )
  }

  async #one(condition: string, place: Place, value: string): Promise<Memory | null> {
    const row = await this.#db.get(
      `SELECT ${table.columns} FROM memory
       WHERE memory.space = $1 AND ${condition} AND ${HERE} AND ${LIVING} LIMIT 1`,
      await this.#number(),
      place.scope,
      toText(place.project ?? ''),
      toText(place.session ?? ''),
      toText(value),
    )
    return row ? table.fromRow(row) : null
  }

  async #number_(select: string, filter: MemoryFilter): Promise<number> {
    const { sql, values } = await this.#where(filter)
    const row = await this.#db.get(`${select} WHERE ${sql}`, ...values)
    return Number(row?.n ?? 0)
  }

  async #counted(sql: string, values: readonly Bindable[]): Promise<Counted[]> {
    const rows = await this.#db.all(sql, ...values)
    return rows.map((row) => ({ value: fromText(String(row.value)), count: Number(row.count) }))
  }

  async #where(filter: MemoryFilter) {
    return whereOf(filter, [await this.#number()])
  }

  async #number(): Promise<number> {
    await this.#db.ready()
    return this.#space.number
  }
}

/** Two that count the same memories at once must not wait for each other in a circle. */
const lockedInOrder = `WITH locked AS (
  SELECT id FROM memory WHERE space = $1 AND id = ANY($2::text[]) ORDER BY id FOR UPDATE)`
