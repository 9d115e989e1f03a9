/** B-10, I-10, K-08. Uses, retrievals and injections. */
import {
  type LedgerFilter,
  type LedgerLine,
  type LedgerTotal,
  NO_MEMORY,
  type Retrieval,
  type StoredInjection,
  type Usage,
} from '../usage.ts'
import {
  allOf,
  among,
  inSpace,
  join,
  limitClause,
  type Row,
  type Runner,
  raw,
  SPACE_COLUMN,
  SPACE_VALUE,
  type Sql,
  sql,
} from './statement.ts'

const SUMS =
  raw(`count(nullif(memory, '${NO_MEMORY}')) AS injections, coalesce(sum(tokens), 0) AS tokens, count(used_at) AS used,
  coalesce(sum(CASE WHEN used_at IS NULL THEN 0 ELSE tokens END), 0) AS "usedTokens"`)

export function usageReads(db: Runner): Usage {
  const insert = async (table: string, columns: string, rows: readonly Sql[]) => {
    if (rows.length === 0) return
    const values = join(
      rows.map((row) => sql`(${SPACE_VALUE}${row})`),
      ', ',
    )
    await db.count(sql`INSERT INTO ${raw(table)} (${SPACE_COLUMN}${raw(columns)}) VALUES ${values}`)
  }
  return {
    recordUses: (uses) =>
      insert(
        'memory_use',
        'memory, at, session',
        uses.map(({ memory, at, session }) => sql`${memory}, ${at}, ${session}`),
      ),
    async countSince(ids, after) {
      const rows = await db.all(
        sql`SELECT memory, count(*) AS n FROM memory_use
            WHERE ${inSpace('memory_use')} AND memory ${among(ids)} AND at > ${after}
            GROUP BY memory`,
      )
      return new Map(rows.map((row) => [String(row.memory), Number(row.n)]))
    },
    async sessionsOf(ids) {
      const sessions = new Map<string, Set<string>>()
      const rows = await db.all(
        sql`SELECT DISTINCT memory, session FROM memory_use
            WHERE ${inSpace('memory_use')} AND memory ${among(ids)} AND session IS NOT NULL`,
      )
      for (const row of rows) {
        const known = sessions.get(String(row.memory)) ?? new Set()
        sessions.set(String(row.memory), known.add(String(row.session)))
      }
      return sessions
    },
    recordRetrieval: ({ at, project, session, query, relevant, rejected }) => {
      const [hits, misses] = [JSON.stringify(relevant), JSON.stringify(rejected)]
      const row = sql`${at}, ${project}, ${session}, ${query}, ${hits}, ${misses}`
      return insert('retrieval', 'at, project, session, query, relevant, rejected', [row])
    },
    async retrievals({ after, project }, limit) {
      const parts = [inSpace('retrieval'), sql`number > ${after}`, ...ofProject(project)]
      const rows = await db.all(
        sql`SELECT * FROM retrieval WHERE ${allOf(parts)} ORDER BY number ${limitClause(limit)}`,
      )
      return rows.map(retrievalOf)
    },
    async lastRetrieval() {
      const row = await db.get(
        sql`SELECT max(number) AS n FROM retrieval WHERE ${inSpace('retrieval')}`,
      )
      return Number(row?.n ?? 0)
    },
    recordInjections: (injections) =>
      insert(
        'injection',
        'at, project, session, turn, memory, tokens',
        injections.map(
          ({ at, project, session, turn, memory, tokens }) =>
            sql`${at}, ${project}, ${session}, ${turn}, ${memory}, ${tokens}`,
        ),
      ),
    async unsettledInjections(since, limit) {
      const rows = await db.all(
        sql`SELECT number, at, project, session, turn, memory, tokens FROM injection
            WHERE ${inSpace('injection')} AND used_at IS NULL AND session IS NOT NULL
              AND memory <> ${NO_MEMORY} AND at >= ${since} ORDER BY number ${limitClause(limit)}`,
      )
      return rows as unknown as StoredInjection[]
    },
    markEarned: (number, at, how) =>
      db.count(
        sql`UPDATE injection SET used_at = ${at}, how = ${how}
            WHERE ${inSpace('injection')} AND number = ${number} AND used_at IS NULL`,
      ),
    async ledger(filter, limit) {
      const rows = await db.all(
        sql`SELECT memory, max(at) AS "lastAt", ${SUMS} FROM injection WHERE ${whereLedger(filter)}
            GROUP BY memory ORDER BY tokens DESC, memory ${limitClause(limit)}`,
      )
      return rows as unknown as LedgerLine[]
    },
    async ledgerTotal(filter) {
      const row = await db.get(
        sql`SELECT ${SUMS}, count(DISTINCT nullif(memory, ${NO_MEMORY})) AS memories FROM injection
            WHERE ${whereLedger(filter)}`,
      )
      return row as unknown as LedgerTotal
    },
    async prune(before) {
      const pruned = await db.runAll(
        ['memory_use', 'retrieval', 'injection'].map(
          (table) => sql`DELETE FROM ${raw(table)} WHERE ${inSpace(table)} AND at < ${before}`,
        ),
      )
      return pruned.reduce((sum, each) => sum + each, 0)
    },
  }
}

/** Left out: every project. Null: what belongs to none. */
function ofProject(project: string | null | undefined): Sql[] {
  if (project === undefined) return []
  return [project === null ? raw('project IS NULL') : sql`project = ${project}`]
}

function whereLedger({ project, session, memory, since }: LedgerFilter): Sql {
  const parts = [inSpace('injection'), ...ofProject(project)]
  if (session !== undefined) parts.push(sql`session = ${session}`)
  if (memory !== undefined) parts.push(sql`memory = ${memory}`)
  if (since !== undefined) parts.push(sql`at >= ${since}`)
  return allOf(parts)
}

/** The lists were written by `retrieved`, so they are lists of texts. */
function retrievalOf(row: Row): Retrieval {
  const list = (value: unknown) => JSON.parse(String(value)) as string[]
  return {
    number: Number(row.number),
    at: String(row.at),
    project: row.project as string | null,
    session: row.session as string | null,
    query: String(row.query),
    relevant: list(row.relevant),
    rejected: list(row.rejected),
  }
}
