/** B-10, I-10, K-08. Uses, retrievals and injections in SQLite. */
import type { Timestamp } from '../../clock.ts'
import type {
  Injection,
  LedgerFilter,
  LedgerLine,
  LedgerTotal,
  NewRetrieval,
  Retrieval,
  StoredInjection,
  Usage,
  Use,
} from '../usage.ts'
import type { Bindable, Database, Row } from './database.ts'

export class SqliteUsage implements Usage {
  readonly #db: Database
  readonly #relaxed: () => Database

  /** `relaxed` is a connection that does not wait for the disk. */
  constructor(db: Database, relaxed: () => Database) {
    this.#db = db
    this.#relaxed = relaxed
  }

  async used(uses: readonly Use[]): Promise<void> {
    await this.#relaxed().runWhenFree(
      `INSERT INTO memory_use (memory, at, session)
       SELECT value ->> 'memory', value ->> 'at', value ->> 'session' FROM json_each(?)`,
      JSON.stringify(uses),
    )
  }

  async countSince(ids: readonly string[], after: Timestamp): Promise<ReadonlyMap<string, number>> {
    const rows = this.#db.all(
      `SELECT memory, count(*) AS n FROM memory_use
       WHERE memory IN (SELECT value FROM json_each(?)) AND at > ? GROUP BY memory`,
      JSON.stringify(ids),
      after,
    )
    return new Map(rows.map((row) => [String(row.memory), Number(row.n)]))
  }

  async sessionsOf(ids: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const sessions = new Map<string, Set<string>>()
    const rows = this.#db.all(
      `SELECT DISTINCT memory, session FROM memory_use
       WHERE memory IN (SELECT value FROM json_each(?)) AND session IS NOT NULL`,
      JSON.stringify(ids),
    )
    for (const row of rows) {
      const known = sessions.get(String(row.memory)) ?? new Set()
      sessions.set(String(row.memory), known.add(String(row.session)))
    }
    return sessions
  }

  async retrieved(retrieval: NewRetrieval): Promise<void> {
    await this.#relaxed().runWhenFree(
      `INSERT INTO retrieval (at, project, session, query, relevant, rejected)
       VALUES (?, ?, ?, ?, ?, ?)`,
      retrieval.at,
      retrieval.project,
      retrieval.session,
      retrieval.query,
      JSON.stringify(retrieval.relevant),
      JSON.stringify(retrieval.rejected),
    )
  }

  async retrievals(
    filter: { readonly after: number; readonly project?: string | null },
    limit: number,
  ): Promise<Retrieval[]> {
    const here = filter.project === undefined ? '1' : 'project IS ?'
    const values: Bindable[] = filter.project === undefined ? [] : [filter.project]
    return this.#db
      .all(
        `SELECT * FROM retrieval WHERE number > ? AND ${here} ORDER BY number LIMIT ?`,
        filter.after,
        ...values,
        limit,
      )
      .map(retrievalOf)
  }

  async lastRetrieval(): Promise<number> {
    return Number(this.#db.get('SELECT max(number) AS n FROM retrieval')?.n ?? 0)
  }

  async injected(injections: readonly Injection[]): Promise<void> {
    await this.#relaxed().runWhenFree(
      `INSERT INTO injection (at, project, session, turn, memory, tokens)
       SELECT value ->> 'at', value ->> 'project', value ->> 'session', value ->> 'turn',
         value ->> 'memory', value ->> 'tokens' FROM json_each(?)`,
      JSON.stringify(injections),
    )
  }

  async unsettled(since: Timestamp, limit: number): Promise<StoredInjection[]> {
    return this.#db.all(
      `SELECT number, at, project, session, turn, memory, tokens FROM injection
       WHERE used_at IS NULL AND session IS NOT NULL AND at >= ? ORDER BY number LIMIT ?`,
      since,
      limit,
    ) as unknown as StoredInjection[]
  }

  async earned(number: number, at: Timestamp, how: string): Promise<void> {
    await this.#relaxed().runWhenFree(
      'UPDATE injection SET used_at = ?, how = ? WHERE number = ? AND used_at IS NULL',
      at,
      how,
      number,
    )
  }

  async ledger(filter: LedgerFilter, limit: number): Promise<LedgerLine[]> {
    const { sql, values } = whereOf(filter)
    return this.#db.all(
      `SELECT memory, max(at) AS lastAt, ${SUMS} FROM injection WHERE ${sql}
       GROUP BY memory ORDER BY tokens DESC, memory LIMIT ?`,
      ...values,
      limit,
    ) as unknown as LedgerLine[]
  }

  async ledgerTotal(filter: LedgerFilter): Promise<LedgerTotal> {
    const { sql, values } = whereOf(filter)
    return this.#db.get(
      `SELECT ${SUMS}, count(DISTINCT memory) AS memories FROM injection WHERE ${sql}`,
      ...values,
    ) as unknown as LedgerTotal
  }

  async prune(before: Timestamp): Promise<number> {
    return this.#db.transaction(() =>
      ['memory_use', 'retrieval', 'injection'].reduce(
        (sum, table) => sum + this.#db.run(`DELETE FROM ${table} WHERE at < ?`, before).changes,
        0,
      ),
    )
  }
}

const SUMS = `count(*) AS injections, coalesce(sum(tokens), 0) AS tokens, count(used_at) AS used,
  coalesce(sum(CASE WHEN used_at IS NULL THEN 0 ELSE tokens END), 0) AS usedTokens`

function whereOf(filter: LedgerFilter): { sql: string; values: Bindable[] } {
  const parts = ['1']
  const values: Bindable[] = []
  const add = (sql: string, value: Bindable | undefined) => {
    if (value === undefined) return
    parts.push(sql)
    values.push(value)
  }
  add('project IS ?', filter.project)
  add('session = ?', filter.session)
  add('memory = ?', filter.memory)
  add('at >= ?', filter.since)
  return { sql: parts.join(' AND '), values }
}

/** The lists were written by `retrieved`, so they are lists of texts. */
function retrievalOf(row: Row): Retrieval {
  const list = (value: unknown) => JSON.parse(String(value)) as string[]
  return {
    number: Number(row.number),
    at: String(row.at),
    project: row.project === null ? null : String(row.project),
    session: row.session === null ? null : String(row.session),
    query: String(row.query),
    relevant: list(row.relevant),
    rejected: list(row.rejected),
  }
}
