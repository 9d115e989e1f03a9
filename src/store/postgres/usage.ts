/** B-10, I-10, K-08. Uses, retrievals and injections in PostgreSQL. */
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
import type { Bindable, Connections, Row } from './connections.ts'
import type { Space } from './space.ts'
import { fromText, toText } from './texts.ts'
import { int } from './where.ts'

const SUMS = `count(*) AS injections, coalesce(sum(tokens), 0) AS tokens, count(used_at) AS used,
  coalesce(sum(tokens) FILTER (WHERE used_at IS NOT NULL), 0) AS "usedTokens"`

export class PostgresUsage implements Usage {
  readonly #db: Connections
  readonly #space: Space

  constructor(db: Connections, space: Space) {
    this.#db = db
    this.#space = space
  }

  async used(uses: readonly Use[]): Promise<void> {
    await this.#db.runOnce(
      `INSERT INTO memory_use (space, memory, at, session)
       SELECT $1, memory, at, session FROM unnest($2::text[], $3::text[], $4::text[])
         AS given(memory, at, session)`,
      await this.#number(),
      uses.map(({ memory }) => toText(memory)),
      uses.map(({ at }) => at),
      uses.map(({ session }) => session && toText(session)),
    )
  }

  async countSince(ids: readonly string[], after: Timestamp): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#db.all(
      `SELECT memory, count(*) AS n FROM memory_use
       WHERE space = $1 AND memory = ANY($2::text[]) AND at > $3 GROUP BY memory`,
      await this.#number(),
      ids.map(toText),
      after,
    )
    return new Map(rows.map((row) => [fromText(String(row.memory)), Number(row.n)]))
  }

  async sessionsOf(ids: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const sessions = new Map<string, Set<string>>()
    const rows = await this.#db.all(
      `SELECT DISTINCT memory, session FROM memory_use
       WHERE space = $1 AND memory = ANY($2::text[]) AND session IS NOT NULL`,
      await this.#number(),
      ids.map(toText),
    )
    for (const row of rows) {
      const memory = fromText(String(row.memory))
      const known = sessions.get(memory) ?? new Set()
      sessions.set(memory, known.add(fromText(String(row.session))))
    }
    return sessions
  }

  async retrieved(retrieval: NewRetrieval): Promise<void> {
    await this.#db.runOnce(
      `INSERT INTO retrieval (space, at, project, session, query, relevant, rejected)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      await this.#number(),
      retrieval.at,
      retrieval.project && toText(retrieval.project),
      retrieval.session && toText(retrieval.session),
      toText(retrieval.query),
      JSON.stringify(retrieval.relevant),
      JSON.stringify(retrieval.rejected),
    )
  }

  async retrievals(
    filter: { readonly after: number; readonly project?: string | null },
    limit: number,
  ): Promise<Retrieval[]> {
    const rows = await this.#db.all(
      `SELECT * FROM retrieval WHERE space = $1 AND number > $2
         AND ($3 OR project IS NOT DISTINCT FROM $4::text) ORDER BY number LIMIT $5::bigint`,
      await this.#number(),
      filter.after,
      filter.project === undefined,
      filter.project == null ? null : toText(filter.project),
      int(limit),
    )
    return rows.map(retrievalOf)
  }

  async lastRetrieval(): Promise<number> {
    const sql = 'SELECT max(number) AS n FROM retrieval WHERE space = $1'
    return Number((await this.#db.get(sql, await this.#number()))?.n ?? 0)
  }

  async injected(injections: readonly Injection[]): Promise<void> {
    await this.#db.runOnce(
      `INSERT INTO injection (space, at, project, session, turn, memory, tokens)
       SELECT $1, at, project, session, turn, memory, tokens
       FROM unnest($2::text[], $3::text[], $4::text[], $5::integer[], $6::text[], $7::integer[])
         AS given(at, project, session, turn, memory, tokens)`,
      await this.#number(),
      injections.map(({ at }) => at),
      injections.map(({ project }) => project && toText(project)),
      injections.map(({ session }) => session && toText(session)),
      injections.map(({ turn }) => turn),
      injections.map(({ memory }) => toText(memory)),
      injections.map(({ tokens }) => tokens),
    )
  }

  async unsettled(since: Timestamp, limit: number): Promise<StoredInjection[]> {
    return (await this.#db.all(
      `SELECT number, at, project, session, turn, memory, tokens FROM injection
       WHERE space = $1 AND used_at IS NULL AND session IS NOT NULL AND at >= $2
       ORDER BY number LIMIT $3::bigint`,
      await this.#number(),
      since,
      int(limit),
    )) as unknown as StoredInjection[]
  }

  async earned(number: number, at: Timestamp, how: string): Promise<void> {
    await this.#db.run(
      `UPDATE injection SET used_at = $3, how = $4
       WHERE space = $1 AND number = $2 AND used_at IS NULL`,
      await this.#number(),
      number,
      at,
      toText(how),
    )
  }

  async ledger(filter: LedgerFilter, limit: number): Promise<LedgerLine[]> {
    const { sql, values } = whereOf(filter, await this.#number())
    return (await this.#db.all(
      `SELECT memory, max(at) AS "lastAt", ${SUMS} FROM injection WHERE ${sql}
       GROUP BY memory ORDER BY tokens DESC, memory LIMIT $${values.length + 1}::bigint`,
      ...values,
      int(limit),
    )) as unknown as LedgerLine[]
  }

  async ledgerTotal(filter: LedgerFilter): Promise<LedgerTotal> {
    const { sql, values } = whereOf(filter, await this.#number())
    return (await this.#db.get(
      `SELECT ${SUMS}, count(DISTINCT memory) AS memories FROM injection WHERE ${sql}`,
      ...values,
    )) as unknown as LedgerTotal
  }

  async prune(before: Timestamp): Promise<number> {
    const space = await this.#number()
    return this.#db.transaction(async (db) => {
      let pruned = 0
      for (const table of ['memory_use', 'retrieval', 'injection']) {
        pruned += await db.run(`DELETE FROM ${table} WHERE space = $1 AND at < $2`, space, before)
      }
      return pruned
    })
  }

  async #number(): Promise<number> {
    await this.#db.ready()
    return this.#space.number
  }
}

function whereOf(filter: LedgerFilter, space: number): { sql: string; values: Bindable[] } {
  const parts = ['space = $1']
  const values: Bindable[] = [space]
  const bind = (value: string) => `$${values.push(toText(value))}`
  if (filter.project === null) parts.push('project IS NULL')
  else if (filter.project !== undefined) parts.push(`project = ${bind(filter.project)}`)
  if (filter.session !== undefined) parts.push(`session = ${bind(filter.session)}`)
  if (filter.memory !== undefined) parts.push(`memory = ${bind(filter.memory)}`)
  if (filter.since !== undefined) parts.push(`at >= ${bind(filter.since)}`)
  return { sql: parts.join(' AND '), values }
}

/** The lists were written by `retrieved`, so they are lists of texts. */
function retrievalOf(row: Row): Retrieval {
  const list = (value: unknown) => JSON.parse(String(value)) as string[]
  const text = (value: unknown) => (value === null ? null : fromText(String(value)))
  return {
    number: Number(row.number),
    at: String(row.at),
    project: text(row.project),
    session: text(row.session),
    query: fromText(String(row.query)),
    relevant: list(row.relevant),
    rejected: list(row.rejected),
  }
}
